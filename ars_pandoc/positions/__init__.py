"""Where citations stand in the source text, which Pandoc's AST does not tell (contract §10)."""
