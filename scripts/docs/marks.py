# SPDX-License-Identifier: Apache-2.0
"""The parts of a page that a tool writes: they lie between two marks, which name the part and the tool."""

MARK = "<!-- {} {}: written by {} -->"


class MarkError(Exception):
    """A page has not the two marks of a part."""


def put(text: str, name: str, tool: str, new: str, page: str) -> str:
    """The page with this between the marks of this name."""
    begin, end = MARK.format("begin", name, tool), MARK.format("end", name, tool)
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise MarkError(f"{page}: expected one line '{begin}' and, below it, one '{end}'")
    return f"{text[:text.index(begin)]}{begin}\n{new}\n{text[text.index(end):]}"
