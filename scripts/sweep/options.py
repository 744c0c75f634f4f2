# SPDX-License-Identifier: Apache-2.0
"""The options that all programs have whose runs go through the engine."""

import argparse
import pathlib


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", type=int, default=2, help="points at a time")
    parser.add_argument("--profile", type=pathlib.Path, help="folder of a Snakemake profile: a cluster")


def add_values(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set", action="append", default=[], metavar="PATH=VALUE",
                        help="of the chip, in all runs; instead of the value that a run has")


def of_values(values: list[str]) -> tuple[str, ...]:
    """Arguments of the simulator."""
    return tuple(word for value in values for word in ("--set", value))


def check(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Ends the program with one line when a value cannot be meant."""
    if arguments.jobs < 1:
        parser.error(f"--jobs {arguments.jobs}: expected at least 1")
    if arguments.profile and not (arguments.profile / "config.yaml").is_file():
        parser.error(f"--profile {arguments.profile}: expected a folder with config.yaml")
