"""Area, timing and storage of the units (docs/area.md)."""
