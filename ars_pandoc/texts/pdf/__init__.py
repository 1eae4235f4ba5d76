"""The words of a PDF page, from its characters and where they stand."""
