# SPDX-License-Identifier: Apache-2.0
"""Looks at a page in headless Chromium: does anything reach beyond it, is anything cut off, does it complain?

Debian's chromium is not installed by bootstrap (400 MB); tests skip, loudly, without it.
"""

import html
import pathlib
import re
import shutil
import subprocess

PATH = shutil.which("chromium") or ""
MISSING = "no chromium: the page is not looked at"
WIDTHS = (360, 1280)
# Measures the page in a frame of the given width: does anything reach beyond it?
PROBE = """<!DOCTYPE html><body><iframe id='f' style='width:{width}px;height:900px;border:0' srcdoc="{page}"></iframe>
<script>
const TEXTS = "text, g[id^='text_']";  // matplotlib draws letters as paths
document.getElementById('f').onload = () => {{
  const inside = document.getElementById('f').contentDocument, root = inside.documentElement;
  const scrolls = element => {{
    for (let e = element.parentElement; e; e = e.parentElement)
      if (e.className === 'wide') return true;
    return false;
  }};
  const beyond = [...inside.body.querySelectorAll('*')].filter(e => !scrolls(e) &&
      e.getBoundingClientRect().right > root.clientWidth + 1);
  const cut = [...inside.querySelectorAll('svg')].filter(svg => [...svg.querySelectorAll(TEXTS)].some(t => {{
    const a = svg.getBoundingClientRect(), b = t.getBoundingClientRect();
    return b.left < a.left - 1 || b.right > a.right + 1 || b.top < a.top - 1 || b.bottom > a.bottom + 1;
  }}));
  const of = list => list.length + ': ' + list.slice(0, 3).map(e => e.outerHTML.slice(0, 80)).join(' ');
  document.title = 'MEASURED ' + (root.scrollWidth - root.clientWidth) + ' | ' + of(beyond) + ' | ' + of(cut) + ' END';
}};
</script></body>"""


def dump(page: pathlib.Path, scratch: pathlib.Path, *more: str) -> subprocess.CompletedProcess[str]:
    """What the page is once its scripts have run; complaints on stderr."""
    return subprocess.run(
        [PATH, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
         f"--user-data-dir={scratch}/profile", "--window-size=1400,1000", "--virtual-time-budget=3000", *more,
         "--dump-dom", page.as_uri()],
        capture_output=True, text=True, timeout=300, check=False)


def after(page: str, script: str, scratch: pathlib.Path) -> str:
    """The page after a script that somebody's hands stand for."""
    used = scratch / "used.html"
    used.write_text(page.replace("</body>", f"<script>{script}</script></body>"), encoding="utf-8")
    done = dump(used, scratch)
    assert "CONSOLE" not in done.stderr, done.stderr
    return done.stdout


def faults_of(page: str, width: int, scratch: pathlib.Path) -> list[str]:
    """What is wrong with this page at this width; its screenshot goes to scratch/shot.png."""
    probe, shot = scratch / "probe.html", scratch / "shot.png"
    probe.write_text(PROBE.format(width=width, page=html.escape(page)), encoding="utf-8")
    shot.unlink(missing_ok=True)
    done = dump(probe, scratch, f"--screenshot={shot}")
    measured = re.search(r"<title>MEASURED (\d+) \| (\d+): (.*?) \| (\d+): (.*?) END</title>", done.stdout, re.S)
    if measured is None:
        return [f"the browser did not measure: {done.stderr[-2000:]}"]
    wider, beyond, which, cut, cuts = measured.groups()
    faults = [f"{wider} pixels wider than the frame"] if wider != "0" else []
    faults += [f"{beyond} elements reach beyond the page: {which}"] if beyond != "0" else []
    faults += [f"{cut} pictures cut their text off: {cuts}"] if cut != "0" else []
    faults += [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return faults + ([] if shot.exists() and shot.stat().st_size > 1000 else ["no screenshot"])
