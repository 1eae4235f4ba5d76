"""Where the full text of a work may be had openly, and how it is brought (contract §12)."""
