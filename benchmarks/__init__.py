"""Measurements, never tests: what the gate adds to a render in time and memory."""
