"""Markers resolved or removed in source text: text in, text out (contract §7)."""
