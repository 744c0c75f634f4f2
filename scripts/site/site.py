# SPDX-License-Identifier: Apache-2.0
"""One site of all pages: README.md, docs/, the sources that they link to, the API of the public headers.

usage: site.py --doxygen XML [--drawing FOLDER] OUT

OUT is written anew. XML is Doxygen's folder for the headers; FOLDER has what draws pictures (scripts/make/site.mk),
and without it the pages show the pictures' texts.
"""

import argparse
import pathlib
import posixpath
import shutil
import subprocess
import sys
from functools import partial

from scripts.output import files
from scripts.plot.style import STYLE, escaped
from scripts.site import api
from scripts.site.markdown import convert
from scripts.site.page import DRAWN_BY, Page, relative, whole

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
COPIED = (".svg", ".png")
UNITS = "docs/reference/units"
# The group of a page, by the folder of its source; the longest that fits.
GROUP_OF = {"": "OpenGMMU", "docs/guide": "Guide", "docs/examples": "Examples", "docs/reference": "Reference",
            UNITS: "Units", "docs/design": "Design", "docs/reports": "Reports",
            "docs/reports/notebook": "Notebook"}


# What belongs to a unit has its name.
FILES_OF = ("hls/{0}/{0}.c", "hls/{0}/{0}.h", "rtl/{0}.sv", "tb/unit/{0}_test.c", "tb/lockstep/{0}.c",
            "tb/formal/{0}.c")


def place_of(source: str) -> str:
    """Where the page of a Markdown file lies in the site."""
    folder, name = posixpath.split(source)
    return posixpath.join(folder, "index.html" if name == "README.md" else name.removesuffix(".md") + ".html")


def group_of(source: str) -> str:
    folder = posixpath.dirname(source)
    while folder not in GROUP_OF:
        folder = posixpath.dirname(folder)
    return GROUP_OF[folder]


class Site:
    """All pages; those of sources come as links ask for them."""

    def __init__(self) -> None:
        top = [ROOT / name for name in ("README.md", "CHANGELOG.md", "SECURITY.md")]
        found = [str(path.relative_to(ROOT)) for path in [*top, *sorted(ROOT.glob("docs/**/*.md"))]]
        self.markdown = {source: place_of(source) for source in found}
        self.pages: dict[str, Page] = {}
        self.copies: dict[str, pathlib.Path] = {}

    def link(self, place: str, source: str, target: str) -> str:
        """The link of a page at `place`, made of `source`, to what its source calls `target`."""
        if "://" in target or target.startswith(("#", "mailto:")):
            return target
        name, mark, anchor = target.partition("#")
        return relative(place, self.place(posixpath.normpath(posixpath.join(posixpath.dirname(source), name)))) \
            + mark + anchor

    def place(self, path: str) -> str:
        """Where a file or folder of the tree lies in the site."""
        readme = posixpath.join(path, "README.md")
        if path in self.markdown or readme in self.markdown:
            return self.markdown.get(path) or self.markdown[readme]
        file = ROOT / path
        if file.suffix in COPIED:
            self.copies[path] = file
            return path
        place = f"source/{path}/index.html" if file.is_dir() else f"source/{path}.html"
        if place not in self.pages:
            self.pages[place] = page = Page(place, path)
            page.body = self.folder(page, path) if file.is_dir() else self.source(path)
        return place

    def folder(self, page: Page, path: str) -> str:
        names = sorted(f"{path}/{file.name}" for file in (ROOT / path).iterdir() if file.is_file())
        lines = "".join(f'<li><a href="{escaped(relative(page.place, self.place(name)))}">'
                        f"{escaped(posixpath.basename(name))}</a></li>" for name in names)
        return f"<h1>{escaped(path)}/</h1>\n<ul>{lines}</ul>\n"

    @staticmethod
    def source(path: str) -> str:
        text = (ROOT / path).read_text(encoding="utf-8")
        return f'<h1>{escaped(path)}</h1>\n<pre class="source" tabindex="0">' + "\n".join(
            escaped(line) for line in text.split("\n")) + "</pre>\n"

    def unit_files(self, place: str, unit: str) -> str:
        """Below a datasheet: C, RTL, tests, bench and promises of the unit."""
        found = [path for path in (pattern.format(unit) for pattern in FILES_OF) if (ROOT / path).is_file()]
        links = ", ".join(f'<a href="{escaped(relative(place, self.place(path)))}"><code>{escaped(path)}</code></a>'
                          for path in found)
        return f"<p>Files: {links}</p>\n" if found else ""

    def add_markdown(self) -> None:
        for source, place in self.markdown.items():
            text = (ROOT / source).read_text(encoding="utf-8")
            body, found = convert(text, partial(self.link, place, source))
            folder, name = posixpath.split(source)
            if folder == UNITS:
                body += self.unit_files(place, name.removesuffix(".md"))
            title = found.headings[0][2] if found.headings else source
            self.pages[place] = Page(place, title, group_of(source), body, headings=found.headings,
                                     pictures=found.pictures)

    def files(self, drawing: pathlib.Path | None) -> dict[str, files.Content]:
        """All of the site, by its place."""
        shown = list(self.pages.values())
        contents: dict[str, files.Content] = {page.place: whole(page, shown, drawing is not None) for page in shown}
        contents |= self.copies
        if drawing:
            names = [name for kind, names in DRAWN_BY.items() for name in (*names, f"{kind}.LICENSE")]
            contents |= {f"assets/{name}": drawing / name for name in names}
        contents["assets/site.css"] = STYLE + (HERE / "site.css").read_text(encoding="utf-8")
        contents["assets/site.js"] = HERE / "site.js"
        return contents


def main() -> int:
    parser = argparse.ArgumentParser(description="one site of all pages")
    parser.add_argument("--doxygen", type=pathlib.Path, required=True)
    parser.add_argument("--drawing", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    args = parser.parse_args()
    site = Site()
    try:
        site.add_markdown()
        site.pages |= {page.place: page for page in api.pages(args.doxygen, site.place)}
    except (OSError, subprocess.CalledProcessError, api.ApiError) as error:
        print(f"site: {error}", file=sys.stderr)
        return 2
    contents = site.files(args.drawing)
    # The old site stays until the new one is whole.
    fresh = args.out.with_name(args.out.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    for name, content in contents.items():
        (fresh / name).parent.mkdir(parents=True, exist_ok=True)
        (fresh / name).write_bytes(files.bytes_of(content))
    shutil.rmtree(args.out, ignore_errors=True)
    fresh.rename(args.out)
    print(f"docs: {args.out}/index.html, {len(site.pages)} pages")
    return 0


if __name__ == "__main__":
    sys.exit(files.program("site", main))
