"""Which modules have no tests of their own: printed by `make house`.

`ars_pandoc/citations/cites.py` is tested in `tests/citations/test_cites.py`. A module whose tests
stand elsewhere is named here with the place, one that decides nothing with the reason.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

ELSEWHERE = {
    "base/data_file.py": "tests/base/test_strict_yaml.py",
    "base/strict_json.py": "tests/base/test_strict_yaml.py",
    "base/text_parts.py": "tests/base/test_edit_text.py",
    "base/text_file.py": "tests/base/test_strict_yaml.py",
    "base/yaml_errors.py": "tests/base/test_strict_yaml.py",
    "cli/shared/acknowledging.py": "tests/cli/commands/test_acknowledge.py",
    "cli/shared/check_jobs.py": "tests/cli/commands/test_check.py",
    "cli/shared/document_options.py": "tests/cli/commands/test_status.py",
    "cli/shared/place_walk.py": "tests/rewriting/test_fix_places.py",
    "cli/shared/pin_many.py": "tests/cli/commands/test_pin.py",
    "cli/shared/sidecars.py": "tests/cli/commands/test_mark_read.py",
    "texts/pdf/unlocking.py": "tests/texts/pdf/test_passwords.py",
    "cli/commands/desk.py": "tests/desk/test_record.py",
    "desk/on_desk.py": "tests/desk/test_acts.py",
    "desk/held.py": "tests/desk/test_pages.py",
    "desk/page_child.py": "tests/desk/test_pages.py",
    "desk/web_app.py": "tests/desk/test_access.py",
    "desk/view.py": "tests/desk/test_browser.py",
    "documents/formats.py": "tests/test_readers.py",
    "documents/read_source.py": "tests/positions/test_locate.py",
    "ingest/better_bibtex.py": "tests/cli/commands/test_init.py",
    "ingest/record_entry.py": "tests/cli/commands/test_init.py",
    "ingest/sidecar_yaml.py": "tests/cli/commands/test_init.py",
    "lsp/cited_in.py": "tests/lsp/test_keys_in_files.py",
    "lsp/key_features.py": "tests/lsp/test_keys_in_files.py",
    "lsp/navigation.py": "tests/lsp/test_keys_in_files.py",
    "lsp/rename.py": "tests/lsp/test_keys_in_files.py",
    "lsp/outline.py": "tests/lsp/test_keys_in_files.py",
    "lsp/server.py": "tests/lsp/test_protocol.py",
    "lsp/gate_server.py": "tests/lsp/test_protocol.py",
    "report/forms.py": "tests/test_recipes.py",
    "rewriting/attempts.py": "tests/cli/commands/test_finalize.py",
    "rewriting/insert_anchor.py": "tests/cli/commands/test_anchor.py",
    "rewriting/manuscript_texts.py": "tests/cli/commands/test_finalize.py",
    **{
        f"signals/open_texts/{name}.py": "tests/cli/commands/test_fetch.py"
        for name in (
            *("arxiv_pdf", "biorxiv", "download", "europe_pmc", "finder", "finders", "location"),
            *("obtain", "openalex_locations", "pubmed_central", "semantic_scholar_pdf"),
            "unpaywall",
        )
    },
    "cli/shared/cited_sources.py": "tests/cli/shared/test_verify_walk.py",
    "cli/shared/fetch_texts.py": "tests/cli/commands/test_fetch.py",
    "works/library_link.py": "tests/cli/commands/test_fetch.py",
    "signals/index.py": "tests/signals/test_openalex.py",
    "signals/indexes.py": "tests/cli/commands/test_signals.py",
    "signals/record_match.py": "tests/signals/test_ask_indexes.py",
    "signals/session.py": "tests/signals/test_transport.py",
    "texts/pdf/accents.py": "tests/texts/pdf/test_extract_pdf.py",
    "texts/pdf/chars.py": "tests/texts/pdf/test_extract_pdf.py",
    "suggesting/function_words.py": "tests/suggesting/test_terms.py",
    "grounding/plain_text.py": "tests/grounding/test_written_otherwise.py",
    "texts/pdf/child.py": "tests/texts/test_extract.py",
    "texts/pdf/pictures.py": "tests/texts/pdf/test_symbols.py",
    "texts/pdf/scans.py": "tests/texts/pdf/test_folios.py",
    "texts/pdf/shapes.py": "tests/texts/pdf/test_symbols.py",
    "texts/pdf/codes.py": "tests/texts/pdf/test_extract_pdf.py",
    "verdict/advisories.py": "tests/report/test_advisories.py",
    "verdict/recorded.py": "tests/signals/test_recorded_facts.py",
}
"""Modules that are tested through the one thing they serve, and where."""

NOTHING_TO_DECIDE = {
    "base/version.py": "one constant",
    "census/model.py": "dataclasses",
    "checking/checked.py": "dataclasses",
    "citations/citation.py": "dataclasses",
    "citations/raw_cite.py": "dataclasses",
    "citations/found.py": "dataclasses",
    "cli/shared/asking.py": "one question on a terminal",
    "signals/outcome.py": "dataclasses",
    "texts/marks.py": "constants",
    "texts/unreadable.py": "one exception",
    "verdict/limits.py": "constants",
}


def without_tests() -> list[str]:
    """Return the modules that have no test file and are named nowhere above."""
    return [
        module
        for module in _modules()
        if not own_tests(module).exists()
        and module not in ELSEWHERE
        and module not in NOTHING_TO_DECIDE
    ]


def stale() -> list[str]:
    """Return what is named above without need: the module is gone, or has tests of its own."""
    there = set(_modules())
    return [
        *(
            f"{module}: {'has tests of its own' if module in there else 'is not there'}"
            for module in (*ELSEWHERE, *NOTHING_TO_DECIDE)
            if module not in there or own_tests(module).exists()
        ),
        *(
            f"{module}: {tests} is not there"
            for module, tests in ELSEWHERE.items()
            if not (ROOT / tests).exists()
        ),
    ]


def own_tests(module: str) -> Path:
    """Return the file in which a module's tests stand, there or not."""
    path = Path(module)
    return ROOT / "tests" / path.parent / f"test_{path.name}"


def _modules() -> list[str]:
    package = ROOT / "ars_pandoc"
    return sorted(
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if path.name != "__init__.py"
    )


def main() -> int:
    """Print how many modules have tests of their own, and which have none; 1 if one is missing."""
    modules, missing, old = _modules(), without_tests(), stale()
    own = len(modules) - len(missing) - len(ELSEWHERE) - len(NOTHING_TO_DECIDE)
    print(
        f"tests: {own} of {len(modules)} modules have a file of their own, {len(ELSEWHERE)} are "
        f"tested elsewhere, {len(NOTHING_TO_DECIDE)} decide nothing, {len(missing)} have none"
    )
    for module in missing:
        print(f"no tests: ars_pandoc/{module}; write {own_tests(module).relative_to(ROOT)}")
    for line in old:
        print(f"tools/mirror.py names without need: {line}")
    return 1 if missing or old else 0


if __name__ == "__main__":
    sys.exit(main())
