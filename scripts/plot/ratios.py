# SPDX-License-Identifier: Apache-2.0
"""Ratios of measured values: None where one of them is missing, or there is nothing to divide by."""


def ratio(part: float | None, whole: float | None) -> float | None:
    return part / whole if part is not None and whole else None


def percent(part: float | None, whole: float | None) -> float | None:
    found = ratio(part, whole)
    return None if found is None else 100 * found
