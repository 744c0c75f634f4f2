# SPDX-License-Identifier: Apache-2.0
"""The claims of a unit as SystemVerilog assertions, and what runs them (docs/design/verification.md)."""
