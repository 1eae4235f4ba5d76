"""Tools for those who work on ars-pandoc itself; nothing here is shipped."""
