"""The sidecar and the human-read ledger: find, read, check, edit."""
