"""Findings as text for people and as data for machines."""
