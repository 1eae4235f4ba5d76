"""The words of a source: one module for each kind of file, and one spelling for all."""
