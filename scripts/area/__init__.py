# SPDX-License-Identifier: Apache-2.0
"""Area, timing and storage of the units (docs/reference/area.md)."""
