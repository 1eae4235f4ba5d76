"""The desk: the sentence beside the page of its source, in a browser (contract §12)."""
