# SPDX-License-Identifier: Apache-2.0
"""Writes other names into C and into SystemVerilog, token by token.

In a comment a name changes where it can only be code: with an underscore or a digit in it, or before a parenthesis.
A unit is called by its short name in comments and in messages, as everywhere in its datasheet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set

from scripts.names import layout
from scripts.names.declared import TOKEN

FILE_OR_NAME = re.compile(r"(?P<file>\b[a-z][\w/]*\.(?:c|h|hpp|sv)\b)|[A-Za-z_]\w*")
CODE_LIKE = re.compile(r"[_0-9]")
INCLUDE = re.compile(r"#[ \t]*include[ \t]*$")
OF_ALL = re.compile(r"(?:^|[^\w>])::$")
# A module's name, and no signal's: after one of these words, or before parameters or an instance.
MODULE_BEFORE = re.compile(r"\b(?:module|bind)\s+$")
MODULE_AFTER = re.compile(r"\s*#\s*\(|\s+[A-Za-z_]\w*\s*[\[(;]")


def in_comment(text: str, words: Mapping[str, str], files: Mapping[str, str]) -> str:
    def new(match: re.Match[str]) -> str:
        if match["file"]:
            return files.get(match[0], match[0])
        code = CODE_LIKE.search(match[0]) or text[match.end():match.end() + 1] == "("
        return words.get(match[0], match[0]) if code else match[0]
    return FILE_OR_NAME.sub(new, text)


def c(text: str, words: Mapping[str, str], files: Mapping[str, str], scoped: Set[str] = frozenset()) -> str:
    """words: names; files: what stands in #include, and in comments; scoped: names that the C++ has in a namespace
    as well, and are the C's only as ::name."""
    written = []
    line = ""  # what stands before a token on its line
    for match in TOKEN.finditer(text):
        token = match[0]
        if match["comment"]:
            token = in_comment(token, words, files)
        elif match["string"] and INCLUDE.search(line):
            token = f'"{files.get(token[1:-1], token[1:-1])}"'
        elif match["name"] and text.startswith("##", match.end()):  # u##n, of which u9 is made
            token = words.get(f"{token}1", f"{token}1")[:-1]
        elif match["name"] and (token not in scoped or OF_ALL.search(line)):
            token = words.get(token, token)
        line = "" if "\n" in match[0] else line + match[0]
        written.append(token)
    return layout.kept(text, "".join(written))


def sv(text: str, modules: Mapping[str, str]) -> str:
    """modules: names of modules, each in a file of its name."""
    files = {f"{old}.sv": f"{new}.sv" for old, new in modules.items()}
    written = []
    for match in TOKEN.finditer(text):
        token = match[0]
        if match["comment"]:
            token = in_comment(token, {}, files)
        elif match["name"] and token in modules:
            if MODULE_BEFORE.search(text, 0, match.start()) or MODULE_AFTER.match(text, match.end()):
                token = modules[token]
        written.append(token)
    return "".join(written)
