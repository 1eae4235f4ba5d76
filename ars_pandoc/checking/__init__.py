"""Judge documents without a render: the verdict of the gate, with places in the source."""
