# SPDX-License-Identifier: Apache-2.0
"""Proof that the C of a unit equals its RTL, and that the C keeps its promises (docs/design/verification.md)."""
