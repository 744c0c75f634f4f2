# SPDX-License-Identifier: Apache-2.0
"""Markdown to HTML by cmark-gfm, the dialect that forges show, and what it lacks: anchors of headings, heads of tables
with scope, boxes in which what is wide scrolls, and figures for the pictures."""

import html
import html.parser
import subprocess
from collections.abc import Callable

from scripts.lint.doc_links import Anchors

PICTURES = ("mermaid", "wavedrom")  # kinds of fenced blocks that scripts/site/site.js draws
CMARK = ["cmark-gfm", "-e", "table", "-e", "strikethrough", "-e", "autolink"]
VOID = {"br", "hr", "img", "input"}
HEADINGS = {f"h{level}" for level in range(1, 7)}
Attributes = list[tuple[str, str | None]]


def tag_text(tag: str, attributes: Attributes) -> str:
    return f"<{tag}" + "".join(f' {name}="{html.escape(value or str())}"' for name, value in attributes) + ">"


class Rewriter(html.parser.HTMLParser):
    """The HTML of cmark-gfm, rewritten as it is read."""

    def __init__(self, link: Callable[[str], str]) -> None:
        super().__init__(convert_charrefs=False)
        self._link = link
        self._anchors = Anchors()
        self._out: list[str] = []
        self._text: list[str] = []  # since the last heading or block of code began
        self._begin = 0             # where that stands in the output
        self._language = ""
        self._in_head = False
        self._cells = 0             # of the row
        self.headings: list[tuple[int, str, str]] = []  # level, anchor, text
        self.pictures: set[str] = set()

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        if tag in HEADINGS or tag == "pre":
            self._begin, self._text, self._language = len(self._out), [], ""
        elif tag == "code" and len(self._out) == self._begin + 1:
            self._language = str(dict(attrs).get("class") or "").removeprefix("language-")
        elif tag == "a":
            attrs = [(name, self._link(value or "") if name == "href" else value) for name, value in attrs]
        elif tag == "img":
            attrs = [(name, self._link(value or "") if name == "src" else value) for name, value in attrs]
        elif tag == "table":
            about = self.headings[-1][2] if self.headings else "table"
            self._out.append(tag_text("div", [("class", "wide"), ("tabindex", "0"), ("role", "region"),
                                              ("aria-label", f"Table: {about}")]))
        elif tag in ("thead", "tbody"):
            self._in_head = tag == "thead"
        elif tag == "tr":
            self._cells = 0
        elif tag in ("th", "td"):
            if self._in_head or not self._cells:
                tag, attrs = "th", [*attrs, ("scope", "col" if self._in_head else "row")]
            self._cells += 1
        self._out.append(tag_text(tag, attrs))

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag in HEADINGS:
            text = html.unescape("".join(self._text))
            anchor = self._anchors.of(text)
            self._out[self._begin] = tag_text(tag, [("id", anchor)])
            self.headings.append((int(tag[1]), anchor, text))
        elif tag == "td" and self._cells == 1:
            tag = "th"
        elif tag == "pre":
            self._code()
            return
        self._out.append(f"</{tag}>" + ("</div>" if tag == "table" else ""))

    def _code(self) -> None:
        """A block of code, or the picture that it describes."""
        text = "".join(self._text)
        del self._out[self._begin:]
        if self._language in PICTURES:
            self.pictures.add(self._language)
            about = self.headings[-1][2] if self.headings else "picture"
            self._out.append(tag_text("figure", [("class", f"picture {self._language}"), ("tabindex", "0"),
                                                 ("aria-label", f"Picture: {about}")])
                             + f"<pre>{text}</pre></figure>")
        else:
            self._out.append(f'<pre tabindex="0"><code>{text}</code></pre>')

    def handle_data(self, data: str) -> None:
        self._out.append(data)
        self._text.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")

    def result(self) -> str:
        return "".join(self._out)


def convert(text: str, link: Callable[[str], str]) -> tuple[str, Rewriter]:
    """HTML of a page; `link` says where the target of a link lies in the site."""
    done = subprocess.run(CMARK, input=text, capture_output=True, text=True, check=True)
    rewriter = Rewriter(link)
    rewriter.feed(done.stdout)
    rewriter.close()
    return rewriter.result(), rewriter
