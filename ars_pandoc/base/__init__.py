"""What every room uses and what knows no citation: errors, files, words for messages."""
