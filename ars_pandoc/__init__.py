"""The citation gate for people who write with Pandoc."""

__version__ = "0.1.0"
