# SPDX-License-Identifier: Apache-2.0
"""Mutants of the units: which ones the lock-step benches kill, and which ones the proof finds equivalent."""
