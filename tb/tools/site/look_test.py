# SPDX-License-Identifier: Apache-2.0
"""Chromium looks at each page of the site, wide and narrow, light and dark: nothing reaches beyond the page, what
scrolls is reached by keyboard, each picture is drawn with its text whole and legible, the console stays empty.

usage: look_test.py SITE

Sources are looked at by one page for all. Skipped, and says so, without Chromium or without what draws the pictures.
"""

import http.server
import json
import pathlib
import subprocess
import sys
import tempfile
import threading
from functools import partial
from typing import Any

from tb.tools.plot.browser import PATH

WIDTHS = (420, 1400)
SCHEMES = {"dark": 0, "light": 1}
PLANTED = {  # page: what is found in it
    "wide": ('<p style="width:3000px">x</p>', "wider than the frame"),
    "undrawn": ('<figure class="picture mermaid"><pre>flowchart</pre></figure>', "not drawn: flowchart"),
    "empty": ('<figure class="picture"><svg width="9" height="9"></svg></figure>', "picture without text"),
    "cut": ('<figure class="picture"><svg width="9" height="9"><text y="8">much too long</text></svg></figure>',
            "cut off: much too long"),
    "faint": ('<figure class="picture"><svg width="99" height="20"><text y="9" style="fill:var(--line)!important">gone'
              "</text></svg></figure>", "hardly legible: gone"),
    "unreached": ('<div class="wide"><p style="width:3000px">x</p></div>', "scrolls, but no key reaches it"),
}
WALK = """<!DOCTYPE html><meta charset="utf-8"><iframe id="frame" style="height:900px;border:0"></iframe><script>
const frame = document.getElementById("frame"), found = [];
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
function light(colour) {
  const part = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const [r, g, b] = colour.match(/[0-9.]+/g).map(Number);
  return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
}
function contrast(a, b) {
  const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}
function faults(page) {
  const root = page.documentElement, style = (e) => page.defaultView.getComputedStyle(e), out = [];
  const box = (e) => e.getBoundingClientRect(), scrolls = (e) => ["auto", "scroll"].includes(style(e).overflowX);
  const beyond = root.scrollWidth - root.clientWidth;
  if (beyond) out.push(`${beyond} pixels wider than the frame`);
  for (const e of page.body.querySelectorAll("*")) {
    if (scrolls(e) && e.scrollWidth > e.clientWidth + 1 && e.tabIndex < 0 && e.tagName !== "NAV")
      out.push("scrolls, but no key reaches it: " + e.outerHTML.slice(0, 60));
  }
  for (const figure of page.querySelectorAll("figure.picture")) {
    const svg = figure.querySelector("svg");
    if (!svg) { out.push("not drawn: " + figure.textContent.trim().slice(0, 40)); continue; }
    const texts = [...svg.querySelectorAll("text")].filter((t) => t.textContent.trim());
    if (!texts.length) out.push("picture without text");
    for (const text of texts) {
      const a = box(svg), b = box(text), says = text.textContent.trim().slice(0, 40);
      if (b.left < a.left - 1 || b.right > a.right + 1 || b.top < a.top - 1 || b.bottom > a.bottom + 1)
        out.push("cut off: " + says);
      const ink = style(text.querySelector("tspan") ?? text).fill;
      if (contrast(ink, style(figure).backgroundColor) < 4.5) out.push("hardly legible: " + says);
    }
  }
  if (contrast(style(page.body).color, style(page.body).backgroundColor) < 7) out.push("text hardly legible");
  return out;
}
async function walk(pages, widths, dark) {
  if (matchMedia("(prefers-color-scheme: dark)").matches !== dark) found.push(["all pages", 0, "the other colours"]);
  for (const name of pages) {
    frame.style.width = widths[0] + "px";
    await new Promise((resolve) => { frame.onload = resolve; frame.src = name; });
    const page = frame.contentDocument;
    if (page.querySelector("script[src$='site.js']"))
      for (let i = 0; i < 500 && !("drawn" in page.documentElement.dataset); i++) await later(20);
    for (const width of widths) {
      frame.style.width = width + "px";
      for (const fault of faults(page)) found.push([name, width, fault]);
    }
  }
  await fetch("/_found", { method: "POST", body: JSON.stringify(found) });
}
walk(PAGES, WIDTHS, DARK);
</script>"""
Found = list[tuple[str, int, str]]


class Server(http.server.ThreadingHTTPServer):
    """The site, the page that walks through it, and pages with planted faults."""

    def __init__(self, site: pathlib.Path) -> None:
        super().__init__(("127.0.0.1", 0), partial(Handler, directory=str(site)))
        self.walk = ""
        self.done = threading.Event()
        self.found: Found = []


class Handler(http.server.SimpleHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        name = self.path.removeprefix("/_planted/")
        if self.path == "/_walk":
            self._answer(self.server.walk)
        elif name in PLANTED:
            self._answer('<!DOCTYPE html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,">'
                         f'<link rel="stylesheet" href="/assets/site.css"><main>{PLANTED[name][0]}</main>')
        else:
            super().do_GET()

    def do_POST(self) -> None:
        self.server.found = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self._answer("")
        self.server.done.set()

    def _answer(self, text: str) -> None:
        data = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def look(server: Server, pages: list[str], scheme: str, scratch: pathlib.Path) -> list[str]:
    """What is wrong with these pages in these colours."""
    server.walk = WALK.replace("PAGES", json.dumps([f"/{page}" for page in pages])).replace(
        "WIDTHS", json.dumps(WIDTHS)).replace("DARK", json.dumps(scheme == "dark"))
    server.done.clear()
    log = scratch / f"{scheme}.log"
    with log.open("w", encoding="utf-8") as errors:
        browser = subprocess.Popen(
            [PATH, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
             f"--user-data-dir={scratch}/profile", "--window-size=1500,1000",
             f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}",
             f"http://127.0.0.1:{server.server_address[1]}/_walk"], stdout=subprocess.DEVNULL, stderr=errors)
        finished = server.done.wait(timeout=900)
        browser.terminate()
        browser.wait(timeout=60)
    said = [line for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if "CONSOLE" in line]
    return [f"{scheme}: {name}, {width} wide: {fault}" for name, width, fault in server.found] + said + (
        [] if finished else [f"{scheme}: the browser did not come through"])


def main() -> int:
    site = pathlib.Path(sys.argv[1])
    for needed, missing in ((PATH, "no chromium"), ((site / "assets/site.js").exists(), "no site: make docs")):
        if not needed:
            print(f"SKIPPED site-look: {missing}: the pages are not looked at")
            return 0
    names = sorted(str(path.relative_to(site)) for path in site.rglob("*.html"))
    sources = [name for name in names if name.startswith("source/")]
    pages = [name for name in names if name not in sources] + sources[:1]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(site.resolve())
        threading.Thread(target=server.serve_forever, daemon=True).start()
        planted = look(server, [f"_planted/{name}" for name in PLANTED], "light", pathlib.Path(folder))
        faults = [f"planted: not found: {says} in {name}" for name, (_, says) in PLANTED.items()
                  if not any(f"/_planted/{name}," in line and says in line for line in planted)]
        for scheme in SCHEMES:
            faults += look(server, pages, scheme, pathlib.Path(folder))
        server.shutdown()
    print("\n".join([*faults, f"{'FAIL' if faults else 'PASS'} site-look: {len(pages)} pages, "
                              f"{' and '.join(map(str, WIDTHS))} wide, {' and '.join(SCHEMES)}"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
