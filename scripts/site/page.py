# SPDX-License-Identifier: Apache-2.0
"""The frame of the site's pages: head, navigation, content. A page is named by its place in the site.

The frame's own anchors begin with _, as those of headings do not."""

import dataclasses
import posixpath

from scripts.plot.style import escaped

Heading = tuple[int, str, str]  # level, anchor, text


@dataclasses.dataclass
class Page:
    place: str          # docs/guide/hls.html
    title: str
    group: str = ""     # of the navigation; empty: not in it, and without it
    body: str = ""
    short: str = ""     # its name in the navigation, the title where that is empty
    headings: list[Heading] = dataclasses.field(default_factory=list)
    pictures: set[str] = dataclasses.field(default_factory=set)


# Groups of the navigation, and on pages outside the group: all of it, folded, or nothing.
GROUPS = {"OpenGMMU": "all", "Guide": "all", "Examples": "all", "Reference": "all", "Units": "folded", "Design": "all",
          "Reports": "folded", "Notebook": "folded", "API": "folded", "API: units": "nothing",
          "API: simulator": "nothing"}
# What draws a kind of picture: files of the site's assets (scripts/make/site.mk).
DRAWN_BY = {"mermaid": ("mermaid.min.js",), "wavedrom": ("wavedrom.min.js", "wavedrom.skin.js")}


def relative(place: str, target: str) -> str:
    """The link from a page to another one, or to a part of it."""
    return posixpath.relpath(target, posixpath.dirname(place) or ".")


def item(page: Page, shown: Page) -> str:
    """A line of the navigation; of the page that is shown with its parts."""
    name = escaped(page.short or page.title)
    if page is not shown:
        return f'<li><a href="{escaped(relative(shown.place, page.place))}">{name}</a></li>'
    parts = "".join(f'<li><a href="#{escaped(anchor)}">{escaped(text)}</a></li>'
                    for level, anchor, text in page.headings if level == 2)
    return f'<li><a href="#_top" aria-current="page">{name}</a>' + (f"<ul>{parts}</ul>" if parts else "") + "</li>"


def navigation(pages: list[Page], shown: Page) -> str:
    groups = []
    for group, outside in GROUPS.items():
        members = [page for page in pages if page.group == group]
        if members and (outside != "nothing" or shown.group.startswith("API")):
            is_open = " open" if outside == "all" or shown.group == group else ""
            groups.append(f"<details{is_open}><summary>{escaped(group)}</summary><ul>"
                          + "".join(item(page, shown) for page in members) + "</ul></details>")
    return f'<nav id="_pages" aria-label="Pages">{"".join(groups)}</nav>'


def whole(page: Page, pages: list[Page], drawn: bool) -> str:
    """The page as a file. What draws its pictures is in the site, and nothing comes from elsewhere."""
    def asset(name: str) -> str:
        return escaped(relative(page.place, f"assets/{name}"))

    needed = [name for kind in sorted(page.pictures) for name in DRAWN_BY[kind]] if drawn else []
    scripts = "".join(f'<script src="{asset(name)}"></script>\n'
                      for name in [*needed, *(["site.js"] if needed else [])])
    name = page.title if page.title == "OpenGMMU" else f"{page.title} · OpenGMMU"
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>{escaped(name)}</title>
<link rel="stylesheet" href="{asset("site.css")}">
</head>
<body>
<header id="_top"><a class="skip" href="#_content">Skip to the content</a>
<a class="home" href="{escaped(relative(page.place, "index.html"))}">OpenGMMU</a>
{'<a class="jump" href="#_pages">All pages</a>' if page.group else ""}</header>
<main id="_content">
{page.body}</main>
{navigation(pages, page) if page.group else ""}
{scripts}</body>
</html>
"""
