"""From a bibliography to the entries of a sidecar (contract §4; `ars init`)."""
