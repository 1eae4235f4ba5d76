"""The parts of finding: one walks the document, each of the others knows one thing."""
