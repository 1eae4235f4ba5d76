"""The language server: what the gate says, while a document is being written."""
