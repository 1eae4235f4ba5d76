"""Is it the same work? Identifiers, names, titles and title pages."""
