# SPDX-License-Identifier: Apache-2.0
"""The one error a user can meet."""


class ProofError(Exception):
    """The unit cannot be proved as it stands; the text says why in one line."""
