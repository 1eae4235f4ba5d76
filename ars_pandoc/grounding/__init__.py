"""Quotes and places against the words of the pinned sources (contract §8)."""
