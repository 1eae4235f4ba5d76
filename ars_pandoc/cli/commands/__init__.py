"""The commands of `ars`, one module each, named as the command."""
