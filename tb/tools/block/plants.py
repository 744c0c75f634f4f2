# SPDX-License-Identifier: Apache-2.0
"""What a planted bug is."""

from dataclasses import dataclass

BUG = "PLANTED_BUG"  # in a replacement: 1 in the run that has this bug


@dataclass
class Plant:
    rule: str  # instance and name of the assertion that must find it, a regular expression
    unit: str
    c_old: str
    c_new: str
    rtl_old: str
    rtl_new: str
