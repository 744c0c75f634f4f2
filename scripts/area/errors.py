# SPDX-License-Identifier: Apache-2.0
class AreaError(Exception):
    """What the user asked for cannot be done; the text says why, in one line."""
