"""Pandoc itself: its executable, its command line, its AST, and PDFs without LaTeX."""
