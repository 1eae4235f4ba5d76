"""Where a status is decided and explained: options, evidence, matrix, notes."""
