"""`ars judgements`: exchange judgements with whoever judges, and say how far they agree (contract §12)."""

from __future__ import annotations

import getpass
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.wording import plural, shown
from ars_pandoc.cli.shared.common_options import format_option
from ars_pandoc.cli.shared.document_options import input_options, judge_documents
from ars_pandoc.cli.shared.sidecars import load_files, sidecar_options
from ars_pandoc.corpus.load_sidecar import Corpus, unite

_Command = TypeVar("_Command", bound=Callable[..., Any])


def _by_option(words: str) -> Callable[[_Command], _Command]:
    return click.option("--by", metavar="person:NAME", help=words)


@click.group("judgements")
def command() -> None:
    r"""Exchange judgements with a second reader or a program, and say how far they agree.

    A judgement says whether a passage supports the sentence that cites it. Judgements stand beside
    the sidecar, in FILE_judgements.jsonl; ars desk writes them. What is exported holds nobody's
    verdict, so that the other one judges blind.

    \b
    Examples:
      ars judgements export paper.md -o packets.jsonl
      ars judgements import judged.jsonl --by person:Ada --for paper.md
      ars judgements accept Ada --for paper.md
      ars judgements agreement --for paper.md
    """


@command.command("export")
@input_options
@click.option("-o", "--output", metavar="FILE", help="Where to. Default: standard output.")
def export(output: str | None, **given: Any) -> None:
    r"""Write a packet for each citation: sentence, passage, place; nobody's verdict.

    Each line is an object in JSON. Whoever judges adds `verdict` (supports, partly,
    does-not-support, cannot-tell), and perhaps `by` and `note`.

    \b
    Examples:
      ars judgements export paper.md -o packets.jsonl
      ars judgements export chapters/ > packets.jsonl
    """
    from ars_pandoc.checking.packets import packets_of

    packets = [packet for _, judged in judge_documents(**given) for packet in packets_of(judged)]
    text = "".join(json.dumps(packet, ensure_ascii=False) + "\n" for packet in packets)
    if output is None or output == "-":
        click.echo(text, nl=False)
        return
    from ars_pandoc.base.whole_file import write_whole

    try:
        write_whole(Path(output), text.encode("utf-8", "replace"))
    except OSError as error:
        raise ArsError(f"{shown(output, 200)} cannot be written", why=error.strerror) from None
    without = sum(not packet["passage"] for packet in packets)
    rest = (
        f", {without} without a passage: nothing is pinned, or no place is named" if without else ""
    )
    click.echo(f"{shown(output, 200)}: {plural(len(packets), 'packet')}{rest}", err=True)


@command.command("import")
@click.argument("file", metavar="FILE", type=click.Path())
@_by_option("Who judged, where the packets do not say so: person:NAME or program:NAME.")
@sidecar_options
def import_(file: str, by: str | None, corpus: str | None, paper: str | None) -> None:
    r"""Take in packets that somebody judged; a person's count as notes until you accept them.

    Nothing is written if a line is damaged, or its words are not those that were exported. Twice
    the same file is once.

    \b
    Examples:
      ars judgements import judged.jsonl --for paper.md
      ars judgements import judged.jsonl --by program:claim-audit
    """
    from ars_pandoc.checking.packets import judged_line
    from ars_pandoc.corpus.edit_judgements import import_lines

    corpora = load_files(corpus, paper)
    known = frozenset(unite(corpora).entries)
    lines: list[dict[str, Any]] = []
    blank = 0
    for number, packet in _packets(file):
        try:
            line = judged_line(packet, by=by, known=known)
        except ArsError as error:
            where = f"line {number} of {shown(file, 200)}"
            why = f"{error.why or error.what}; nothing was written"
            raise ArsError(error.what, where=where, why=why, steps=error.steps) from None
        if line is None:
            blank += 1
        else:
            lines.append(line)
    fresh = 0
    for one in corpora:
        own = [line for line in lines if line["key"] in one.entries]
        lines = [line for line in lines if line["key"] not in one.entries]
        fresh += import_lines(one.paths[0], own)
    rest = f"; {plural(blank, 'packet')} without a verdict left out" if blank else ""
    click.echo(f"{plural(fresh, 'judgement')} imported{rest}")


@command.command("accept")
@click.argument("judges", metavar="[NAME | ID…]", nargs=-1)
@_by_option("Who accepts. Default: you, by the name of your account.")
@sidecar_options
def accept(judges: Sequence[str], by: str | None, corpus: str | None, paper: str | None) -> None:
    r"""Let imported judgements of persons count as if they were made here.

    What a person judged `does-not-support` refuses the citation from then on.

    \b
    Examples:
      ars judgements accept Ada --for paper.md
      ars judgements accept
    """
    from ars_pandoc.corpus import edit_judgements

    judge = by or f"person:{getpass.getuser()}"
    edit_judgements.check_judge(judge)
    taken = [
        one
        for part in load_files(corpus, paper)
        for one in edit_judgements.accept(part.paths[0], judges, judge)
    ]
    if judges and not taken:
        names = ", ".join(shown(name) for name in judges)
        raise ArsError(
            f"no imported judgement is of {names}",
            why="only what was imported from persons waits to be accepted; nothing was written",
            steps=["see who judged: ars judgements agreement"],
        )
    for one in taken:
        click.echo(f"{shown(one.judge)}: {shown(one.key)}: {one.verdict}")
    click.echo(f"{plural(len(taken), 'judgement')} accepted")


@command.command("agreement")
@format_option("A table for people, or JSON for programs.")
@sidecar_options
def agreement(form: str, corpus: str | None, paper: str | None) -> None:
    r"""Say how far each two judges agree on what both have judged.

    Counts, the share judged alike, and Cohen's kappa with its 95% interval (Fleiss, Cohen and
    Everitt 1969). Kappa takes out what chance alone would agree on; on few cases it says little.

    \b
    Examples:
      ars judgements agreement --for paper.md
      ars judgements agreement --format json
    """
    from ars_pandoc.corpus.agreement import agreements
    from ars_pandoc.corpus.judgements import VERDICTS, load_judgements

    whole: Corpus = unite(load_files(corpus, paper))
    found = agreements(load_judgements(whole.paths))
    if form == "json":
        from ars_pandoc.base.json_text import to_text

        pairs = [
            {
                "judges": list(one.judges),
                "both": one.both,
                "alike": one.alike,
                "raw": one.raw,
                "kappa": one.kappa,
                "interval": None if one.interval is None else list(one.interval),
                "counts": [list(row) for row in one.counts],
            }
            for one in found
        ]
        click.echo(to_text({"schema": 1, "verdicts": list(VERDICTS), "pairs": pairs}))
        return
    if not found:
        click.echo("no two judges have judged the same citation")
    for one in found:
        click.echo("")
        click.echo(f"{shown(one.judges[0])} and {shown(one.judges[1])}")
        for line in _table(one.counts, VERDICTS):
            click.echo(f"  {line}")
        click.echo(f"  judged alike: {one.alike} of {one.both} ({one.raw:.0%})")
        click.echo(f"  Cohen's kappa: {_kappa(one.kappa, one.interval)}")


def _table(counts: Sequence[Sequence[int]], verdicts: Sequence[str]) -> list[str]:
    widest = max(map(len, verdicts))
    head = " " * widest + "".join(f"  {name}" for name in verdicts)
    rows = [
        f"{name:<{widest}}"
        + "".join(f"  {count:>{len(other)}}" for count, other in zip(row, verdicts, strict=True))
        for name, row in zip(verdicts, counts, strict=True)
    ]
    return [head, *rows]


def _kappa(kappa: float | None, interval: tuple[float, float] | None) -> str:
    if kappa is None:
        return "none: both gave one and the same verdict throughout, which chance would do too"
    if interval is None:
        return f"{kappa:.2f}, with no interval: too few cases for one"
    return f"{kappa:.2f} (95% interval {interval[0]:.2f} to {interval[1]:.2f})"


def _packets(file: str) -> list[tuple[int, Any]]:
    """Read the lines of a file of packets, each with its number.

    Raises:
        ArsError: It cannot be read, or a line is no JSON.
    """
    from ars_pandoc.base.text_file import read_text

    text = sys.stdin.read() if file == "-" else read_text(Path(file))
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            found.append((number, json.loads(line)))
        except (ValueError, RecursionError):
            raise ArsError(
                "a line is no JSON",
                where=f"line {number} of {shown(file, 200)}",
                why="each line is one packet; nothing was written",
            ) from None
    return found
