"""What the filter does to the document: strip markers, show them in a draft."""
