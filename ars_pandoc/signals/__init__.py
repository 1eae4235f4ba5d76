"""Look-ups: does a source exist, is it a preprint of 2024 or later, was it retracted (contract §9)."""
