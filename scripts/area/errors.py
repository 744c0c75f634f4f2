# SPDX-License-Identifier: Apache-2.0
import difflib


class AreaError(Exception):
    """What the user asked for cannot be done; the text says why, in one line."""


def check_name(variable: str, name: str | None, names: list[str]) -> None:
    """A variable of make says which row is wanted; None: all of them."""
    if name is None or name in names:
        return
    near = difflib.get_close_matches(name.replace("_", "-"), names, 1)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    raise AreaError(f"{variable}={name}: expected {', '.join(names)}{hint}")
