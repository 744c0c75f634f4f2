# SPDX-License-Identifier: Apache-2.0
"""The API pages: what Doxygen found in the public headers, a page for each, in the look of the site."""

import dataclasses
import pathlib
import re
import textwrap
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator

from scripts.plot.style import escaped
from scripts.site.page import Page, relative

TAGS = {"para": "p", "itemizedlist": "ul", "orderedlist": "ol", "listitem": "li", "emphasis": "em", "bold": "strong",
        "computeroutput": "code"}
SECTIONS = (("Macros", ("define",)), ("Types", ("enum", "typedef", "struct", "union")),
            ("Functions", ("function", "variable")))


class ApiError(Exception):
    """One line a fault, for the user."""


@dataclasses.dataclass
class Entry:
    """Declarations that share a comment, or a struct; each with its anchor."""

    kind: str
    members: list[ET.Element]
    anchors: list[str]

    def name(self) -> str:
        name = name_of(self.members[0])
        return "enum" if name.startswith("@") else name

    def comment(self) -> ET.Element | None:
        return next((text for member in self.members if (text := comment_of(member)) is not None), None)


def name_of(member: ET.Element) -> str:
    return member.findtext("compoundname") or member.findtext("name") or ""


def comment_of(element: ET.Element) -> ET.Element | None:
    found = element.find("detaileddescription")
    return found if found is not None and "".join(found.itertext()).strip() else None


def documented(folder: pathlib.Path) -> dict[str, ET.Element]:
    """Each file and struct by its ID."""
    found = {}
    for path in sorted(folder.glob("*.xml")):
        compound = ET.parse(path).getroot().find("compounddef")
        if compound is not None and compound.get("kind") in ("file", "struct", "union"):
            found[str(compound.get("id"))] = compound
    return found


def line_of(member: ET.Element) -> int:
    location = member.find("location")
    return int(location.get("line") or 0) if location is not None else 0


def entries(file: ET.Element, compounds: dict[str, ET.Element]) -> list[Entry]:
    """Of a header. A name that comes again, as those of macros may, has a number in its anchor."""
    structs = [compounds[str(inner.get("refid"))] for inner in file.findall("innerclass")]
    found = [(str(struct.get("kind")), [struct]) for struct in structs]
    named = {name_of(struct) for struct in structs}
    for section in file.findall("sectiondef"):
        members = [m for m in section.findall("memberdef")
                   if not name_of(m).endswith("_H") and not (m.get("kind") == "typedef" and name_of(m) in named)]
        if section.get("kind") == "user-defined" and members:
            found.append((str(members[-1].get("kind")), members))
        else:
            found += [(str(member.get("kind")), [member]) for member in members]
    found.sort(key=lambda entry: line_of(entry[1][0]))
    seen: dict[str, int] = {}

    def anchor(member: ET.Element) -> str:
        name = name_of(member)
        name = f"enum-{member.findtext('enumvalue/name')}" if name.startswith("@") else name
        seen[name] = seen.get(name, 0) + 1
        return name if seen[name] == 1 else f"{name}-{seen[name]}"

    return [Entry(kind, members, [anchor(member) for member in members]) for kind, members in found]


class Writer:
    """The text of one page; `targets` has page and anchor of each ID."""

    def __init__(self, place: str, targets: dict[str, tuple[str, str]]) -> None:
        self._place, self._targets = place, targets

    def text(self, element: ET.Element | None) -> str:
        """A comment or a type as HTML."""
        if element is None:
            return ""
        inner = escaped_text(element.text) + "".join(self.text(part) + escaped_text(part.tail) for part in element)
        if element.tag == "verbatim":
            first, *rest = (element.text or "").rstrip().split("\n")  # Doxygen has taken the blanks before the first
            blanks = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
            fixed = textwrap.dedent("\n".join([" " * blanks + first, *rest]))
            return f'<pre tabindex="0">{escaped_text(fixed)}</pre>'
        if element.tag == "ref" and element.get("refid") in self._targets:
            page, anchor = self._targets[str(element.get("refid"))]
            return f'<a href="{relative(self._place, page)}#{anchor}">{inner}</a>'
        if element.tag in TAGS:
            tag = TAGS[element.tag]
            # A block in a paragraph ends it.
            return f"<{tag}>{inner.strip()}</{tag}>" if "<pre" not in inner and "<ul" not in inner else inner
        return inner

    def short(self, element: ET.Element | None) -> str:
        """A comment in the cell of a table."""
        return re.sub("^<p>(.*)</p>$", r"\1", self.text(element).strip(), flags=re.DOTALL)

    def declaration(self, member: ET.Element) -> str:
        kind = member.get("kind")
        type_text = self.text(member.find("type")).strip()
        name, arguments = escaped(member.findtext("name") or ""), escaped(member.findtext("argsstring") or "")
        if kind == "function":
            parameters = ", ".join(parameter(self.text(p.find("type")), p.findtext("declname") or "",
                                             p.findtext("array") or "") for p in member.findall("param"))
            return f"{spaced(type_text)}{name}({parameters or 'void'});"
        if kind == "define":
            names = [p.findtext("defname") for p in member.findall("param")]
            inside = f"({', '.join(escaped(n) for n in names if n)})" if names else ""
            value = re.sub(r"\s+", " ", self.text(member.find("initializer")))
            return f"#define {name}{inside} {value}".rstrip()
        if kind == "enum":
            return f"enum {name};"
        return f"{'typedef ' if kind == 'typedef' else ''}{spaced(type_text)}{name}{arguments};"

    def rows(self, compound: ET.Element) -> str:
        """The fields of a struct; comments above several of them are heads."""
        lines = []
        for section in compound.findall("sectiondef"):
            head = section.findtext("header")
            if head:
                lines.append(f'<tr class="group"><th colspan="3" scope="rowgroup">{escaped(head)}</th></tr>')
            for field in section.findall("memberdef"):
                name = escaped((field.findtext("name") or "") + (field.findtext("argsstring") or "").lstrip(")"))
                kind = self.text(field.find("type")).strip().replace("&lt; ", "(").replace(" &gt;", ")")
                lines.append(f'<tr><th scope="row"><code>{name}</code></th><td><code>{kind}</code></td>'
                             f"<td>{self.short(comment_of(field))}</td></tr>")
        return boxed("field", ["type", "meaning"], "".join(lines), compound.findtext("compoundname") or "")

    def values(self, member: ET.Element) -> str:
        lines = [f'<tr><th scope="row" id="{escaped(value.findtext("name") or "")}"><code>'
                 f'{escaped(value.findtext("name") or "")}{self.text(value.find("initializer"))}</code></th>'
                 f"<td>{self.short(comment_of(value))}</td></tr>" for value in member.findall("enumvalue")]
        return boxed("value", ["meaning"], "".join(lines), "values")

    def entry(self, entry: Entry) -> str:
        if entry.kind in ("struct", "union"):
            body = self.rows(entry.members[0])
        else:
            shown = [self.declaration(member) for member in entry.members if not name_of(member).startswith("@")]
            lines = "\n".join(shown)
            body = f'<pre tabindex="0"><code>{lines}</code></pre>\n' if shown else ""
            body += "".join(self.values(member) for member in entry.members if member.get("kind") == "enum")
        more = "".join(f'<span id="{escaped(anchor)}"></span>' for anchor in entry.anchors[1:])
        title = escaped(entry.name()) + ("()" if entry.kind == "function" else "")
        return (f'<h3 id="{escaped(entry.anchors[0])}"><code>{title}</code></h3>{more}\n{self.text(entry.comment())}\n'
                f"{body}")


def spaced(type_text: str) -> str:
    """A type before a name."""
    return type_text if not type_text or type_text.endswith("*") else type_text + " "


def parameter(type_text: str, name: str, array: str) -> str:
    if "(*)" in type_text or type_text.startswith("("):
        return type_text
    return f"{spaced(type_text.strip())}{escaped(name)}{escaped(array)}".strip()


def escaped_text(text: str | None) -> str:
    """Line breaks stay; what stands between backticks is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", "\n".join(escaped(line) for line in (text or "").split("\n")))


def boxed(first: str, heads: list[str], rows: str, about: str) -> str:
    head = "".join(f'<th scope="col">{name}</th>' for name in [first, *heads])
    return (f'<div class="wide" tabindex="0" role="region" aria-label="Table: {escaped(about)}"><table>'
            f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>\n")


def place_of(header: str) -> str:
    return f"api/{header.removesuffix('.h')}.html"


def header_of(file: ET.Element) -> str:
    location = file.find("location")
    assert location is not None
    return str(location.get("file"))


def targets_of(files: list[ET.Element], compounds: dict[str, ET.Element]) -> dict[str, tuple[str, str]]:
    found = {}
    for file in files:
        place = place_of(header_of(file))
        found[str(file.get("id"))] = (place, "_top")
        for entry in entries(file, compounds):
            for member, anchor in zip(entry.members, entry.anchors):
                found[str(member.get("id"))] = (place, anchor)
                found |= {str(value.get("id")): (place, value.findtext("name") or "")
                          for value in member.findall("enumvalue")}
    return found


def page_of(file: ET.Element, listed: list[Entry], targets: dict[str, tuple[str, str]],
            source: Callable[[str], str]) -> Page:
    header = header_of(file)
    place, name = place_of(header), pathlib.PurePath(header).name
    writer = Writer(place, targets)
    parts = [f"<h1>{escaped(name)}</h1>\n<p class='faint'><a href='{escaped(relative(place, source(header)))}'>"
             f"{escaped(header)}</a></p>\n", writer.text(comment_of(file)), "\n"]
    page = Page(place, name, "API: units" if header.startswith("hls/") else "API: simulator")
    for title, kinds in SECTIONS:
        members = [entry for entry in listed if entry.kind in kinds]
        if members:
            page.headings.append((2, title.lower(), title))
            parts += [f'<h2 id="{title.lower()}">{title}</h2>\n', *map(writer.entry, members)]
    page.body = "".join(parts)
    return page


def first_sentence(file: ET.Element) -> str:
    """What its comment begins with."""
    comment = comment_of(file)
    return " ".join("".join(comment.itertext()).split()).split(". ")[0].rstrip(".:") if comment is not None else ""


def index_of(files: list[ET.Element]) -> Page:
    page = Page("api/index.html", "Public headers", "API")
    parts = ["<h1>Public headers</h1>\n<p>A unit of <code>hls/</code> is a header and its C; the simulator's part is "
             "what programs link with <code>make install</code>.</p>\n"]
    for anchor, title, folder in (("units", "Units", "hls/"), ("simulator", "Simulator", "models/")):
        rows = "".join(f'<tr><th scope="row"><a href="{escaped(relative(page.place, place_of(header_of(file))))}">'
                       f"{escaped(header_of(file))}</a></th><td>{escaped(first_sentence(file))}</td></tr>"
                       for file in files if header_of(file).startswith(folder))
        parts.append(f'<h2 id="{anchor}">{title}</h2>\n' + boxed("header", ["what it is"], rows, title))
        page.headings.append((2, anchor, title))
    page.body = "".join(parts)
    return page


def without_comment(header: str, listed: list[Entry]) -> Iterator[str]:
    for entry in listed:
        if entry.kind == "function" and entry.comment() is None:
            yield f"{header}:{line_of(entry.members[0])}: {entry.name()}() has no comment: expected one above it"


def pages(xml: pathlib.Path, source: Callable[[str], str]) -> list[Page]:
    """`source` says where the page of a header's text lies. Raises ApiError for functions without a comment."""
    compounds = documented(xml)
    files = sorted((c for c in compounds.values() if c.get("kind") == "file"), key=header_of)
    targets = targets_of(files, compounds)
    listed = {header_of(file): entries(file, compounds) for file in files}
    faults = [line for header, members in listed.items() for line in without_comment(header, members)]
    if faults:
        raise ApiError("\n".join(faults))
    return [index_of(files), *(page_of(file, listed[header_of(file)], targets, source) for file in files)]
