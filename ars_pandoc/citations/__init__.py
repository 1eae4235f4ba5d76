"""Finding citations and their anchors; nothing here knows a sidecar."""
