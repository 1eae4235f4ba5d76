"""The documents that a command is about: which files, read how, as Pandoc's AST."""
