# SPDX-License-Identifier: Apache-2.0
"""Headers as Doxygen wants them: our comments are plain C, and their place says what they are about.

usage: doxygen_filter.py HEADER        to standard output, line by line

- The first comment behind the licence is about the file.
- A comment on lines of its own is about the declaration below it; where more follow without an empty line, about all of
  these. In a struct it is the head of the fields below it.
- A comment behind a field, a value or a macro is about that.
- The three functions of a unit's contract have its sentences where the header says no more.
"""

import pathlib
import re
import sys

COMMENT = re.compile(r'/\*.*?\*/|(?://[^\n]*)|"(?:\\.|[^"\\\n])*"', re.DOTALL)
CONTRACT = {
    "reset": "The reset values.",
    "outputs": "The output pins as a function of the state alone (Moore).",
    "step": "One clock edge: out as {0}_outputs() before the edge, then the state moves.",
    "step of a part": "One clock edge: the state moves.",  # without outputs of its own
}
CONTRACT_FUNCTION = re.compile(r"^(?:static inline )?void (\w+)_(reset|outputs|step)\(", re.MULTILINE)


def inside(comment: str) -> list[str]:
    """The lines of a comment without its marks."""
    if comment.startswith("//"):
        return [comment.lstrip("/").strip()]
    return [re.sub(r"^\s*\*? ?", "", line) if number else line.lstrip()
            for number, line in enumerate(comment[2:-2].rstrip().split("\n"))]


def described(comment: str, mark: str = "", head: str = "") -> str:
    """The comment for Doxygen, with as many lines; what is indented stays as it is."""
    lines = inside(comment)
    out = []
    for number, line in enumerate(lines):
        fixed = line.startswith("  ")
        text = line if fixed else re.sub(r"([\\@<>#%&$])", r"\\\1", line)
        if fixed and not (number and lines[number - 1].startswith("  ")):
            text = r"\verbatim " + text
        if fixed and not (number + 1 < len(lines) and lines[number + 1].startswith("  ")):
            text += r" \endverbatim"
        out.append(text)
    return f"/**{mark} {head}" + "\n".join(out) + " */"


def depth_at(text: str) -> int:
    """Braces that are open behind this text, strings and comments left out."""
    code = COMMENT.sub("", text)
    return code.count("{") - code.count("}") - len(re.findall(r'extern "C"', text))


def run_of(below: str) -> str:
    """The lines below a comment up to an empty one, a comment on its own line, or the end of the block."""
    out, depth = [], 0
    for line in below.split("\n"):
        code = COMMENT.sub("", line)
        if depth <= 0 and (not line.strip() or line.lstrip().startswith(("/*", "//", "}", "#"))):
            break
        depth += code.count("{") - code.count("}")
        out.append(line)
    return "\n".join(out)


def declarations(run: str) -> int:
    """How many there are at the outermost level."""
    count = depth = 0
    for letter in COMMENT.sub("", run):
        depth += (letter == "{") - (letter == "}")
        count += letter == ";" and not depth
    return count


def filtered(text: str) -> str:
    out, at, file_seen, close_at = [], 0, False, -1
    for found in COMMENT.finditer(text):
        comment = found[0]
        if comment.startswith('"') or "SPDX-License" in comment or found.start() < at:
            continue
        line_begin = text.rfind("\n", 0, found.start()) + 1
        before, rest = text[line_begin:found.start()], text[found.end():text.find("\n", found.end())]
        chunk = text[at:found.start()]
        if -1 < close_at <= found.start():
            chunk = text[at:close_at] + " /**@}*/" + text[close_at:found.start()]
            close_at = -1
        new = comment
        if before.strip():
            if re.search(r"[,;]\s*$", before) or (re.search(r"\w\s*$|\)\s*$|\]\s*$", before) and not rest.strip()):
                new = described(comment, "<")
        elif not rest.strip():
            below = text[found.end() + 1:]
            if not file_seen and text.find("#ifndef") in (-1, *range(found.start(), len(text))):
                new, file_seen = described(comment, head=r"\file" + "\n"), True
            elif below and not below.startswith("\n"):
                run = run_of(below)
                several = declarations(run) > 1
                if depth_at(text[:found.start()]) > 0 and several:
                    new = described(comment, head=r"\name ").replace("\n", " ") + " /**@{*/"
                elif several:
                    new = "/**@{*/ " + described(comment)
                else:
                    new = described(comment)
                if several:
                    close_at = found.end() + 1 + len(run)
        out += [chunk, new]
        at = found.end()
    tail = text[at:]
    if close_at > -1:
        tail = text[at:close_at] + " /**@}*/" + text[close_at:]
    return "".join([*out, tail])


def with_contract(text: str) -> str:
    """Functions of the contract that have no comment get its sentences."""
    def sentence(found: re.Match[str]) -> str:
        before = found.string[:found.start()].rstrip("\n")
        if before.endswith("*/"):
            return found[0]
        is_part = found[2] == "step" and f"{found[1]}_outputs" not in text
        return f"/* {CONTRACT['step of a part' if is_part else found[2]].format(found[1])} */\n" + found[0]

    return CONTRACT_FUNCTION.sub(sentence, text)


if __name__ == "__main__":
    print(filtered(with_contract(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))), end="")
