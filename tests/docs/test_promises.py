"""What help and README promise is shown by a test: the sentence stands there, and so does the test."""

from __future__ import annotations

import ast

import click
import pytest

from ars_pandoc.cli import group
from tests.conftest import ROOT

PROMISES = {
    ("signals", "an answer that may tell of one is taken from the cache for a day"):
        "tests/signals/test_fresh_retractions.py::test_a_paper_retracted_since_the_last_look_up",
    ("signals", "Take no older answer from the cache"):
        "tests/signals/test_fresh_retractions.py::test_max_age_asks_anew_what_is_older",
    ("signals", "each entry is asked about at Semantic Scholar and where its identifiers can be proved"):
        "tests/cli/commands/test_signals.py::"
        "test_each_identifier_is_asked_about_where_its_owner_proves_it",
    ("signals", "what was not answered is left out, and the omission is recorded"):
        "tests/cli/commands/test_signals.py::"
        "test_with_the_network_down_the_preprint_rule_is_written_with_the_omission",
    ("signals", "Send nothing"):
        "tests/cli/commands/test_signals.py::test_offline_takes_what_the_cache_has",
    ("signals", "A signal that an entry has changes only with --update"):
        "tests/cli/commands/test_signals.py::"
        "test_a_retraction_since_is_found_without_update_and_the_signal_stays",
    ("signals", "refuses for them by a policy of the corpus alone"):
        "tests/cli/commands/test_acknowledge.py::"
        "test_signals_refuse_by_a_policy_of_the_corpus_alone",
    ("acknowledge", "none of an identifier"):
        "tests/cli/commands/test_acknowledge.py::"
        "test_under_a_strict_policy_no_acknowledgement_counts",
    ("pin", "where anyone can have typed the file"):
        "tests/cli/commands/test_pin.py::test_what_anyone_can_type_is_never_a_content_match",
    ("pin", "own DOI is another work's is refused at the gate"):
        "tests/cli/commands/test_pin.py::"
        "test_the_file_of_another_work_is_refused_at_the_gate_until_that_is_known",
    ("strip", "in a part that a document reads in too"):
        "tests/cli/commands/test_strip.py::test_check_sees_a_part_that_is_read_in",
    ("acknowledge", "passes the source again and counts it on its line"):
        "tests/report/test_advisories.py::test_status_says_it",
    ("validate", "prints something else, it is said"):
        "tests/verdict/test_printed.py::test_validate_and_update_name_what_is_printed",
    ("anchor", "you are asked, and the true place is written"):
        "tests/rewriting/test_fix_places.py::test_the_author_is_asked_and_u_undoes_it",
    ("anchor", "Every step can be undone"):
        "tests/rewriting/test_fix_places.py::test_the_author_is_asked_and_u_undoes_it",
    ("anchor", "a number takes one"):
        "tests/cli/shared/test_anchor_walk.py::test_a_number_takes_a_suggestion",
    ("anchor", "The source that is cited most often comes first"):
        "tests/cli/shared/test_anchor_walk.py::"
        "test_the_most_cited_source_of_all_chapters_comes_first",
    ("suggest", "nothing is written"):
        "tests/cli/commands/test_suggest.py::test_what_people_see",
    ("suggest", "quote that the gate finds"):
        "tests/suggesting/test_quoting.py::test_every_quote_is_found_on_its_printed_page",
    ("docs/suggest.md", "The reference list is never suggested"):
        "tests/suggesting/test_suggest.py::test_the_reference_list_is_never_suggested",
    ("README.md", "named on the line of each pass"):
        "tests/report/test_advisories.py::test_each_format_says_it_of_a_document_that_passes",
    ("README.md", "those that may tell of a retraction one day"):
        "tests/signals/test_fresh_retractions.py::test_a_paper_retracted_since_the_last_look_up",
    ("README.md", "none of them is called matched"):
        "tests/signals/test_other_work.py::"
        "test_a_surname_shared_by_chance_is_a_note_and_never_a_match",
    ("docs/sources.md", "a catalog that was deleted or cut is named"):
        "tests/corpus/test_catalog_log.py::test_a_retraction_that_is_taken_away_is_said",
    ("docs/signals.md", "nothing else of that record is recorded"):
        "tests/signals/test_other_work.py::test_nothing_else_of_that_record_is_recorded",
    ("docs/signals.md", "a later reinstatement lifts one"):
        "tests/signals/test_fresh_retractions.py::test_a_later_reinstatement_lifts_a_retraction",
}  # fmt: skip


def said_in(place: str) -> str:
    """Return the text of a page, or of a command's help with its options, on one line."""
    if "." in place:
        return " ".join((ROOT / place).read_text(encoding="utf-8").split())
    command = group.get_command(click.Context(group), place)
    assert command is not None
    options = [getattr(option, "help", None) or "" for option in command.params]
    return " ".join(" ".join([command.help or "", *options]).split())


@pytest.mark.parametrize(("promise", "shown_by"), PROMISES.items(), ids=[p[1] for p in PROMISES])
def test_a_promise_is_shown_by_a_test(promise: tuple[str, str], shown_by: str) -> None:
    place, sentence = promise
    assert sentence in said_in(place)
    file, _, name = shown_by.partition("::")
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
