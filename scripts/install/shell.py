# SPDX-License-Identifier: Apache-2.0
"""What a shell wants of gmmu: its manual page, and the completion of words in bash and zsh.

All of it is made from what the program says: `gmmu help`, `gmmu list` and `gmmu list --options`.
"""

from __future__ import annotations

import json
import pathlib
import re
import subprocess
from dataclasses import dataclass, field
from typing import Any

# In `gmmu help`: a command; in `gmmu list`: a head that names an option, and a name below a head.
COMMAND = re.compile(r"^  gmmu ([\w-]+)", re.M)
SYNOPSIS = re.compile(r"^  gmmu ([\w-]+)((?:.*\n)(?: {10,}.*\n)*)", re.M)
FLAG = re.compile(r"--([a-z][a-z-]*)")
HEAD = re.compile(r"^\S.*\((?:--|gmmu )([a-z-]+).*\)?.*:$")
NAME = re.compile(r"^  (\S+)")
# Whose arguments are names that `gmmu list` has under another head.
SAME = {"scheduler": "block-scheduler", "then": "app", "process": "share"}
FILES = ("FILE", "CHIP", "APP")
EXITS = (("0", "Everything ran; where C and RTL were compared, they were identical."),
         ("1", "A run left other values than a run in program order, or a repeated run has another result, or an "
               "experiment has found nothing."),
         ("2", "Anything else, after one line on standard error."))


@dataclass
class Words:
    """All that can be written behind `gmmu`."""

    version: str
    help: str
    options: list[dict[str, Any]]
    paths: list[str]
    names: dict[str, list[str]] = field(default_factory=dict)  # of an option or a command
    commands: list[str] = field(default_factory=list)
    flags: dict[str, list[str]] = field(default_factory=dict)  # of a command: its options
    takes: dict[str, str] = field(default_factory=dict)  # of an option: its argument


def said(gmmu: pathlib.Path, *words: str) -> str:
    return subprocess.run([str(gmmu), *words], capture_output=True, text=True, check=True).stdout


def listed_names(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    names: list[str] = []
    for line in text.splitlines():
        head = HEAD.match(line)
        if not line.startswith(" "):
            names = found.setdefault(head[1], []) if head else []
        elif match := NAME.match(line):
            names.append(match[1])
    return found


def words_of(gmmu: pathlib.Path) -> Words:
    listed = json.loads(said(gmmu, "list", "--options"))
    words = Words(said(gmmu, "--version").split()[1], said(gmmu, "help"), listed["options"], sorted(listed["paths"]))
    words.names = listed_names(said(gmmu, "list"))
    words.names["app"] = [f"kernel:{name.rstrip(':')}" for name in words.names.pop("app")] + ["trace:"]
    words.names["set"] = [f"{path}=" for path in words.paths]
    words.commands = list(dict.fromkeys(COMMAND.findall(words.help)))
    words.names["help"] = words.commands
    for option in words.options:
        for command in option["commands"].split():
            words.flags.setdefault(command, []).append(f"--{option['name']}")
        if "argument" in option and not option["argument"].startswith("["):
            words.takes[option["name"]] = option["argument"]
    words.takes["html"] = "FILE"
    words.names |= {name: words.names[other] for name, other in SAME.items()}
    del words.names["share"]
    for command, text in SYNOPSIS.findall(words.help):
        known, arguments = words.flags.setdefault(command, []), re.split(" {2,}", text.strip())[0]
        known += [f"--{flag}" for flag in FLAG.findall(arguments) if f"--{flag}" not in known]
        if command == "probe":
            words.names[command] = re.findall(r"[a-z]+(?:-[a-z]+)*", text.partition(":")[2])
    return words


# ---- manual page ----

def roff(text: str) -> str:
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", escaped, flags=re.M)


def option_entry(option: dict[str, Any]) -> str:
    argument = option.get("argument", "")
    name = f"\\fB\\-\\-{roff(option['name'])}\\fR"
    if argument:
        name += f"{'' if argument.startswith('[') else ' '}\\fI{roff(argument)}\\fR"
    limits = " ".join(filter(None, (option.get("range"), option.get("unit"))))
    notes = [f"default: {option['default']}" if option.get("default") else "", limits, option.get("suffix", ""),
             option["commands"].replace(" ", ", ")]
    meaning = option["meaning"]
    return f".TP\n{name}\n{roff(meaning[:1].upper() + meaning[1:])}.\n({roff('; '.join(filter(None, notes)))})\n"


def man_page(words: Words) -> str:
    title, commands = words.help.split("\n\n")[:2]
    about = title.removeprefix("gmmu: ")
    own = [option for option in words.options if "share" not in option["commands"].split()]
    shared = [option for option in words.options if "share" in option["commands"].split()]
    parts = [
        ".\\\" Made from what gmmu says of itself by scripts/install/shell.py; do not edit.\n"
        f".TH GMMU 1 \"\" \"gmmu {roff(words.version)}\" \"OpenGMMU\"\n",
        f".SH NAME\ngmmu \\- {roff(about)}\n",
        ".SH SYNOPSIS\n.B gmmu\n.I command\n[\\fIarguments\\fR]\n",
        f".SH COMMANDS\n.nf\n{roff(commands)}\n.fi\n",
        ".SH OPTIONS\nBehind each option stand the commands that have it.\n" + "".join(map(option_entry, own)),
        ".SH OPTIONS OF SHARE\n" + "".join(map(option_entry, shared)),
        ".SH EXIT STATUS\n" + "".join(f".TP\n{code}\n{roff(text)}\n" for code, text in EXITS),
        ".SH ENVIRONMENT\n.TP\n.B TMPDIR\nWhere instructions are kept that do not fit into \\fB\\-\\-window\\fR.\n",
    ]
    return "".join(parts)


# ---- completion ----

NOTE = "# Made from what gmmu says of itself by scripts/install/shell.py; do not edit.\n"
# Both shells read the same functions: the words for a command and an option, and what takes an argument or a file.
TABLES = """_gmmu_options() {{ # COMMAND
    case $1 in
{options}
    esac
}}
_gmmu_names() {{ # OPTION or COMMAND
    case $1 in
{names}
    esac
}}
_gmmu_takes() {{ # OPTION: does it take an argument?
    case $1 in
        {takes}) return 0 ;;
    esac
    return 1
}}
_gmmu_files() {{ # OPTION or COMMAND: may it be a file?
    case $1 in
        {files}) return 0 ;;
    esac
    return 1
}}
"""
BASH = """# bash completion for gmmu
{note}{tables}_gmmu() {{
    local line=${{COMP_LINE:0:COMP_POINT}} words cur prev option value head= kept=() reply
    read -ra words <<<"$line"
    [[ $line != *[[:space:]] ]] || words+=("")
    cur=${{words[-1]}}
    COMPREPLY=()
    if ((${{#words[@]}} == 2)); then
        COMPREPLY=($(compgen -W "{commands}" -- "$cur"))
        return
    fi
    prev=${{words[-2]}}
    if [[ $cur == --*=* ]]; then
        option=${{cur%%=*}} value=${{cur#*=}} head=${{cur%%=*}}=
    elif _gmmu_takes "${{prev#--}}" && [[ $prev == --* ]]; then
        option=$prev value=$cur
    elif [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$(_gmmu_options "${{words[1]}}")" -- "$cur"))
        return
    else
        option=${{words[1]}} value=$cur
    fi
    option=${{option#--}}
    mapfile -t kept < <(compgen -W "$(_gmmu_names "$option")" -- "$value")
    if _gmmu_files "$option"; then
        compopt -o filenames 2>/dev/null
        local before= path=$value
        [[ $value != trace:* ]] || before=trace: path=${{value#trace:}}
        while IFS= read -r reply; do
            kept+=("$before$reply")
        done < <(compgen -f -- "$path")
    fi
    [[ ${{kept[0]-}} != *[=:] ]] || compopt -o nospace 2>/dev/null
    # The shell has split the word at = and :, and wants what follows the last of them.
    local split=${{cur%"${{cur##*[=:]}}"}}
    for reply in "${{kept[@]}}"; do
        reply=$head$reply
        COMPREPLY+=("${{reply#"$split"}}")
    done
}}
complete -F _gmmu gmmu
"""
ZSH = """#compdef gmmu
{note}{tables}_gmmu() {{
    local cur=${{words[CURRENT]}} prev=${{words[CURRENT-1]}} option value
    if ((CURRENT == 2)); then
        compadd -- {commands}
        return
    fi
    if [[ $cur == --*=* ]]; then
        option=${{cur%%=*}}
        compset -P 1 '*='
    elif [[ $prev == --* ]] && _gmmu_takes ${{prev#--}}; then
        option=$prev
    elif [[ $cur == -* ]]; then
        compadd -- ${{=$(_gmmu_options ${{words[2]}})}}
        return
    else
        option=${{words[2]}}
    fi
    option=${{option#--}}
    compadd -S '' -- ${{(M)${{=$(_gmmu_names $option)}}:#*[=:]}}
    compadd -- ${{${{=$(_gmmu_names $option)}}:#*[=:]}}
    if _gmmu_files $option; then
        compset -P 1 'trace:'
        _files
    fi
}}
if [[ ${{zsh_eval_context[-1]}} == loadautofunc ]]; then
    _gmmu "$@"
else
    compdef _gmmu gmmu
fi
"""


def tables(words: Words) -> str:
    def cases(rows: dict[str, list[str]]) -> str:
        return "\n".join(f"        {name}) echo '{' '.join(row)}' ;;" for name, row in rows.items() if row)

    files = [name for name, argument in words.takes.items() if argument in FILES]
    return TABLES.format(options=cases(words.flags), names=cases(words.names), takes="|".join(words.takes),
                         files="|".join([*files, "design", "pack", "rerun", "report", "classify", "ptx-info"]))


def bash(words: Words) -> str:
    return BASH.format(note=NOTE, tables=tables(words), commands=" ".join(words.commands))


def zsh(words: Words) -> str:
    return ZSH.format(note=NOTE, tables=tables(words), commands=" ".join(words.commands))


def shell_files(gmmu: pathlib.Path) -> dict[str, str]:
    """By their places below the prefix."""
    words = words_of(gmmu)
    return {"share/man/man1/gmmu.1": man_page(words), "share/bash-completion/completions/gmmu": bash(words),
            "share/zsh/site-functions/_gmmu": zsh(words)}
