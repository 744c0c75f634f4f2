# SPDX-License-Identifier: Apache-2.0
"""The library of circuits: units and their sizes, C as clang reads it -> expressions -> netlists -> solvers.

The flows stand on it (proofs, assertions, mutants, area, HLS, export); it knows none of them.
"""
