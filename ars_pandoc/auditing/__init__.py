"""What a verdict rests on, for those who judge the manuscripts of others: `ars audit`."""
