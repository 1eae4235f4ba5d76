"""Options that several commands have mean the same in each of them."""

from __future__ import annotations

import click
import pytest

from ars_pandoc.cli.shared.common_options import format_option, locked_option, yes_option


@click.command()
@format_option("How it is shown.")
@yes_option
@locked_option
def command(form: str, yes: bool, locked: bool) -> None:
    click.echo(f"{form} {yes} {locked}")


def run(*arguments: str) -> str:
    from click.testing import CliRunner

    return CliRunner().invoke(command, arguments).output.strip()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "text False False"),
        (("--format", "json"), "json False False"),
        (("--format", "table", "--yes"), "text True False"),
        (("--locked",), "text False True"),
    ],
)
def test_each_arrives_by_its_name(arguments: tuple[str, ...], said: str) -> None:
    assert run(*arguments) == said


def test_another_format_is_refused_with_those_that_are() -> None:
    said = run("--format", "yaml")
    assert "'yaml'" in said
    assert "'text', 'json'" in said


def test_the_help_tells_the_default() -> None:
    said = " ".join(run("--help").split())
    assert "How it is shown. [default: text]" in said
    assert "Do not ask. Needed where there is no terminal." in said
    assert "Ignore the options that documents set themselves." in said
