# SPDX-License-Identifier: Apache-2.0
"""Holds the imports between the folders of scripts/ to one direction.

usage: imports.py ROOT

No circle of folders: what a folder imports, directly or through others, does not import it. The libraries import
nothing but themselves, and nothing in scripts/ imports from the tests in tb/. A folder in a folder stands for itself.
Each breach is one line, `file:line: what is wrong`; the exit code is 1 then.
"""

import ast
import collections
import collections.abc
import pathlib
import sys

# The lowest floor: what the flows stand on.
LIBRARIES = ("circuit", "output")


def imported(path: pathlib.Path, module: str) -> collections.abc.Iterator[tuple[int, str]]:
    """Line and full name of all that the file of this module imports from the tree; a name may be in a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[:-node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{base}.{name.name}") for name in node.names)


class Checker:
    def __init__(self, root: pathlib.Path) -> None:
        self.root = root
        self.files = sorted(path.relative_to(root) for path in (root / "scripts").rglob("*.py"))
        if not self.files:
            raise SystemExit(f"imports: {root}/scripts: no source found")
        self.breaches: list[str] = []
        # folder -> folders it imports from, with the place of one such import
        self.uses: dict[str, dict[str, str]] = collections.defaultdict(dict)

    def folder_of(self, name: str) -> str | None:
        """The folder below scripts/ that a full name means; none for a name of another tree."""
        parts = name.split(".")
        if parts[0] != "scripts":
            return None
        folder = pathlib.PurePath("scripts")
        for part in parts[1:]:
            if not (self.root / folder / part).is_dir():
                break
            folder /= part
        return str(folder)

    def run(self) -> list[str]:
        for path in self.files:
            folder = str(path.parent)
            for line, name in imported(self.root / path, ".".join(path.with_suffix("").parts)):
                if name.split(".")[0] == "tb":
                    self.breaches.append(f"{path}:{line}: scripts/ imports {name} from the tests")
                other = self.folder_of(name)
                if other is None or other == folder:
                    continue
                if path.parts[1] in LIBRARIES and pathlib.PurePath(other).parts[1:2] != path.parts[1:2]:
                    self.breaches.append(f"{path}:{line}: {folder} is a library and imports from {other}")
                self.uses[folder].setdefault(other, f"{path}:{line}")
        done: set[str] = set()
        for folder in sorted(self.uses):
            self.walk(folder, [], done)
        return self.breaches

    def walk(self, folder: str, way: list[str], done: set[str]) -> None:
        """One finding for each import that closes a circle."""
        if folder in way:
            circle = [*way[way.index(folder):], folder]
            self.breaches.append(f"{self.uses[way[-1]][folder]}: a circle of imports: {' -> '.join(circle)}")
            return
        if folder in done:
            return
        for other in sorted(self.uses.get(folder, {})):
            self.walk(other, [*way, folder], done)
        done.add(folder)


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit("usage: imports.py ROOT")
    breaches = Checker(pathlib.Path(sys.argv[1])).run()
    for breach in breaches:
        print(breach)
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
