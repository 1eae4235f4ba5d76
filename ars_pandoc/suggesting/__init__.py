"""Which passages of a source a sentence most likely rests on (contract §12)."""
