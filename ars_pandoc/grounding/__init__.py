"""The store of pinned sources and what it records about them."""
