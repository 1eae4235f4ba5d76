"""Files into the store: which source is which file, and what is recorded of it."""
