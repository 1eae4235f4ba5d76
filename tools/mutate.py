"""Change the deciding modules one spot at a time, and see whether a near test notices.

    python -m tools.mutate --number 60 --seed 7
    python -m tools.mutate --kind member ars_pandoc/verdict/matrix.py
    python -m tools.mutate ars_pandoc/citations/cites.py:26

Each mutant is one edit: a comparison, `and` for `or`, a number one off, a condition turned round, a
statement or a return left out, a member of a closed list taken out (of a set, tuple, list, map,
`"…".split()`, an alternation or a class of a pattern). It runs in a process of its own, with the
near tests and the golden replay, within bounds of time; what these let pass, with the near tests
that are slow or start a real Pandoc. A mutant that no test notices survives.

mutmut and cosmic-ray were looked at: neither takes members out of lists and patterns, where nearly
all survivors of this package were, and neither draws a sample by a seed.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
REPLAY = "tests/test_golden_replay.py"
FINDING = (
    *("callout_watch", "cite_elements", "comments", "current_place", "doubled_captions", "drafts"),
    *("earlier_markers", "example_lists", "mdbook_anchors", "nearest", "odd_words", "quote_spans"),
    *("raw_blocks", "raw_citations", "refusals", "walk"),
)
"""The parts of `citations/finding`: each finds one thing."""

NEAR = {
    "ars_pandoc/verdict/matrix.py": ["tests/verdict", "tests/checking/test_funnel.py"],
    "ars_pandoc/gate.py": ["tests/test_gate.py", "tests/verdict"],
    **{f"ars_pandoc/citations/finding/{part}.py": ["tests/citations"] for part in FINDING},
    "ars_pandoc/citations/markers.py": ["tests/citations"],
    "ars_pandoc/citations/cites.py": ["tests/citations"],
    "ars_pandoc/citations/callouts.py": ["tests/citations"],
    "ars_pandoc/citations/locators.py": ["tests/citations"],
    "ars_pandoc/grounding/match_quote.py": ["tests/grounding"],
    "ars_pandoc/texts/normalise.py": ["tests/texts/test_normalise.py", "tests/grounding"],
    "ars_pandoc/corpus/sidecar_entry.py": ["tests/corpus"],
}
"""The modules that decide, each with the tests that stand nearest to it."""

_NONE_CHOSEN = 5
"""What pytest ends with where no test was chosen."""
_STAGES = ("not (slow or pandoc)", "slow or pandoc")
"""The near tests, first those that take little."""
_COMPARED = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_PATTERNS = frozenset(
    ("compile", "lazy_pattern", "match", "search", "fullmatch", "sub", "finditer", "findall")
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One edit of one module.

    Attributes:
        file: The module, from the root of the repository.
        line: Where the edit is.
        kind: `comparison`, `logic`, `number`, `condition`, `dropped`, `return` or `member`.
        what: The edit in words.
        start: Offset of what is replaced, in characters.
        end: Where it ends.
        text: What stands there instead.
    """

    file: str
    line: int
    kind: str
    what: str
    start: int
    end: int
    text: str

    def apply(self, source: str) -> str:
        """Return the module with the edit."""
        return source[: self.start] + self.text + source[self.end :]

    def __str__(self) -> str:
        """Return the edit on one line."""
        return f"{self.file}:{self.line}  {self.kind}: {self.what}"


def mutants_of(file: str, source: str) -> list[Mutant]:
    """Return every mutant of a module."""
    return list(_Mutator(file, source).all())


def _compiles(mutant: Mutant) -> bool:
    """Return whether a mutant is Python: one that is not would be killed by no test."""
    try:
        compile(mutant.apply((ROOT / mutant.file).read_text("utf-8")), mutant.file, "exec")
    except (SyntaxError, ValueError):
        return False
    return True


class _Mutator:
    """Walks a module and writes its mutants down."""

    def __init__(self, file: str, source: str) -> None:
        self.file, self.source = file, source
        self.tree = ast.parse(source)
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.lines = source.splitlines()
        self.parents = {
            child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)
        }
        self.texts: set[ast.AST] = set()
        """Docstrings, annotations and the like: what decides nothing."""
        for node in ast.walk(self.tree):
            self._set_aside(node)

    def _set_aside(self, node: ast.AST) -> None:
        aside: list[ast.AST | None] = []
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            aside.append(node)
        elif isinstance(node, ast.AnnAssign | ast.arg):
            aside.append(node.annotation)
        elif isinstance(node, ast.FunctionDef):
            aside += [node.returns, *node.decorator_list]
        elif isinstance(node, ast.ClassDef):
            aside += node.decorator_list
        elif (
            (isinstance(node, ast.Subscript) and ast.unparse(node.value) in ("Literal", "Callable"))
            or (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
            or isinstance(node, ast.Import | ast.ImportFrom)
            or (
                isinstance(node, ast.Assign)
                and ast.unparse(node.targets[0]) in ("__slots__", "__all__")
            )
        ):
            aside.append(node)
        for part in aside:
            if part is not None:
                self.texts.update(ast.walk(part))

    def all(self) -> Iterator[Mutant]:
        for node in ast.walk(self.tree):
            if node not in self.texts:
                yield from self._of(node)

    def _of(self, node: ast.AST) -> Iterator[Mutant]:
        if isinstance(node, ast.Compare):
            for n, operator in enumerate(node.ops):
                changed = ast.Compare(node.left, list(node.ops), node.comparators)
                changed.ops[n] = _COMPARED[type(operator)]()
                yield self._replace(node, "comparison", changed)
        elif isinstance(node, ast.BoolOp):
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield self._replace(node, "logic", ast.BoolOp(other, node.values))
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield self._replace(node, "condition", node.operand)
        elif isinstance(node, ast.If | ast.While | ast.IfExp):
            yield self._replace(node.test, "condition", ast.UnaryOp(ast.Not(), node.test))
        elif isinstance(node, ast.Constant):
            yield from self._constant(node)
        elif isinstance(node, ast.Set | ast.Tuple | ast.List | ast.Dict):
            yield from self._members(node)
        elif isinstance(node, ast.Return):
            if node.value is not None and ast.unparse(node.value) != "None":
                yield self._replace(node, "return", ast.Return(ast.Constant(None)))
        elif isinstance(node, ast.AugAssign | ast.Raise | ast.Continue) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Yield)
        ):
            yield self._replace(node, "dropped", ast.Pass())

    def _constant(self, node: ast.Constant) -> Iterator[Mutant]:
        value = node.value
        if isinstance(value, bool):
            yield self._replace(node, "condition", ast.Constant(not value))
        elif isinstance(value, int):
            for other in (value + 1, value - 1):
                yield self._replace(node, "number", ast.Constant(other))
        elif isinstance(value, str) and isinstance(owner := self.parents[node], ast.Attribute):
            if owner.attr == "split" and len(words := value.split()) > 1:
                for n, word in enumerate(words):
                    rest = " ".join(words[:n] + words[n + 1 :])
                    yield self._replace(node, "member", ast.Constant(rest), f"without {word!r}")
        elif isinstance(value, str) and self._is_pattern(node):
            for rest, gone in without_one(value):
                yield self._replace(node, "member", ast.Constant(rest), f"without {gone!r}")

    def _is_pattern(self, node: ast.AST) -> bool:
        call = self.parents[node]
        if isinstance(call, ast.BinOp):
            call = self.parents[call]
        if not isinstance(call, ast.Call):
            return False
        function = call.func
        name = function.attr if isinstance(function, ast.Attribute) else ast.unparse(function)
        return name in _PATTERNS

    def _members(self, node: ast.Set | ast.Tuple | ast.List | ast.Dict) -> Iterator[Mutant]:
        if isinstance(node, ast.Dict):
            keys, values = node.keys, node.values
            for n, key in enumerate(keys if len(keys) > 1 else ()):
                if not isinstance(key, ast.Constant):
                    return
                fewer = ast.Dict(keys[:n] + keys[n + 1 :], values[:n] + values[n + 1 :])
                yield self._replace(node, "member", fewer, f"without {key.value!r}")
            return
        members = node.elts
        parent = self.parents[node]
        # A tuple that is taken apart, or a pair in a table, is no list.
        is_list = len(members) > 2 or isinstance(node, ast.Set) or isinstance(parent, ast.Compare)
        if not is_list or not all(isinstance(one, ast.Constant) for one in members):
            return
        for n, member in enumerate(members):
            rest = type(node)(members[:n] + members[n + 1 :])
            if not isinstance(node, ast.Set):
                rest.ctx = ast.Load()  # type: ignore[union-attr]
            yield self._replace(node, "member", rest, f"without {ast.unparse(member)}")

    def _replace(
        self, node: ast.expr | ast.stmt, kind: str, new: ast.AST, what: str = ""
    ) -> Mutant:
        start = self._offset(node.lineno, node.col_offset)
        end = self._offset(node.end_lineno or 0, node.end_col_offset or 0)
        text = ast.unparse(ast.fix_missing_locations(new))
        old = " ".join(self.source[start:end].split())
        what = what or f"{old[:60]} → {' '.join(text.split())[:60]}"
        if isinstance(new, ast.expr):
            text = f"({text})"
        return Mutant(self.file, node.lineno, kind, what, start, end, text)

    def _offset(self, line: int, column: int) -> int:
        # Columns count bytes.
        encoded = self.lines[line - 1].encode()[:column]
        return self.starts[line - 1] + len(encoded.decode())


def without_one(pattern: str) -> Iterator[tuple[str, str]]:
    """Return a pattern without each of its alternatives and each character of its classes."""
    seams: list[list[int]] = [[0]]  # of each open group, where its alternatives begin
    for hit in re.finditer(
        r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\((?:\?(?:P<\w+>|[:=!]|<[=!]))?|\)|\|", pattern
    ):
        what = hit[0]
        if what[0] == "[":
            yield from _class_without(pattern, hit.start(), what)
        elif what[0] == "(":
            seams.append([hit.end()])
        elif what == "|":
            seams[-1].append(hit.end())
        elif what == ")" and len(seams) > 1:
            yield from _alternatives(pattern, seams.pop(), hit.start())
    yield from _alternatives(pattern, seams[0], len(pattern))


def _alternatives(pattern: str, starts: Sequence[int], end: int) -> Iterator[tuple[str, str]]:
    if len(starts) < 2:
        return
    parts = [
        pattern[start : (starts[n + 1] - 1 if n + 1 < len(starts) else end)]
        for n, start in enumerate(starts)
    ]
    for n, gone in enumerate(parts):
        yield pattern[: starts[0]] + "|".join(parts[:n] + parts[n + 1 :]) + pattern[end:], gone


_ONE = r"(?:\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\.|.)"


def _class_without(pattern: str, at: int, text: str) -> Iterator[tuple[str, str]]:
    inner = text[2:-1] if text.startswith("[^") else text[1:-1]
    first = at + len(text) - 1 - len(inner)
    members = list(re.finditer(rf"{_ONE}-{_ONE}|{_ONE}", inner, re.DOTALL))
    for member in members if len(members) > 1 else ():
        start, end = first + member.start(), first + member.end()
        yield pattern[:start] + pattern[end:], f"{member[0]} in {text[:20]}"


# Running them -----------------------------------------------------------------------------------


class _Finder(MetaPathFinder):
    """Gives one module with its edit to whoever imports it."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.name = mutant.file.removesuffix(".py").replace("/", ".")

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        file = str(ROOT / self.mutant.file)
        mutant = self.mutant

        class Loader(SourceFileLoader):
            def get_code(self, fullname: str) -> object:  # type: ignore[override]
                source = mutant.apply(Path(file).read_text("utf-8"))
                return compile(source, file, "exec", dont_inherit=True)

        return spec_from_file_location(fullname, file, loader=Loader(fullname, file))


def install(told: str) -> None:
    """Give a process the module with its edit; `told` is what `_run_in_child` puts into its site."""
    sys.meta_path.insert(0, _Finder(Mutant(**json.loads(told))))


def run_tests(
    mutant: Mutant | None, files: Sequence[str], seconds: int, chosen: str = _STAGES[0]
) -> Callable[[], int]:
    """Start the tests in a process of its own; what is returned waits for it and gives its code."""
    child = os.fork()
    if child == 0:
        _run_in_child(mutant, files, seconds, chosen)
    started = time.monotonic()

    def poll() -> int:
        """Give -1 while it runs; 0 if all tests passed, else what stopped it."""
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) & 0xFF
        if time.monotonic() - started > 20 * seconds:  # the machine may be busy
            os.kill(child, 9)
        return -1

    return poll


def _run_in_child(mutant: Mutant | None, files: Sequence[str], seconds: int, chosen: str) -> None:
    code = 3
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        with Path(os.devnull).open("w") as nowhere:
            for stream in (1, 2):
                if not os.environ.get("MUTATE_LOUD"):
                    os.dup2(nowhere.fileno(), stream)
        site = tempfile.mkdtemp()
        if mutant is not None:
            # For this process, and for each Python that a test starts.
            told = json.dumps(asdict(mutant))
            install(told)
            Path(site, "sitecustomize.py").write_text(
                f"import sys\nsys.path.append({str(ROOT)!r})\n"
                f"from tools.mutate import install\ninstall({told!r})\n"
            )
            os.environ["PYTHONPATH"] = site
        import pytest
        from hypothesis import settings

        settings.register_profile(
            "mutants", max_examples=40, derandomize=True, deadline=None, database=None
        )
        settings.load_profile("mutants")
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", chosen]
        options += ["-o", "addopts=--import-mode=importlib", f"--basetemp={site}/t"]
        code = int(pytest.main([*options, *files]))
        shutil.rmtree(site, ignore_errors=True)
    finally:
        os._exit(code)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a sample of mutants and print those that survive; return 1 if one does."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=__doc__)
    parser.add_argument("files", nargs="*", metavar="MODULE", help=f"default: {', '.join(NEAR)}")
    parser.add_argument("--number", type=int, default=200, help="how many; 0: all")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10_000))
    parser.add_argument("--kind", action="append", help="mutants of this kind alone")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="print the mutants, run none")
    given = parser.parse_args(arguments)
    mutants = [
        mutant
        for file, _, line in (name.partition(":") for name in given.files or NEAR)
        for mutant in mutants_of(file, (ROOT / file).read_text("utf-8"))
        if (not given.kind or mutant.kind in given.kind) and line in ("", str(mutant.line))
    ]
    total = len(mutants)
    if given.number and given.number < total:
        mutants = random.Random(given.seed).sample(mutants, given.number)
    mutants = list(filter(_compiles, mutants))
    print(f"{len(mutants)} of {total} mutants, seed {given.seed}", flush=True)
    if given.list:
        print(*mutants, sep="\n")
        return 0
    survivors = _run(mutants, given.jobs)
    share = 100 * len(survivors) / max(1, len(mutants))
    kinds = Counter(mutant.kind for mutant in survivors)
    told = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    print(f"{len(survivors)} of {len(mutants)} survive ({share:.1f}%){': ' if told else ''}{told}")
    return 1 if survivors else 0


def _files(tests: Sequence[str], chosen: str) -> list[str]:
    """Return the tests of a stage: what Pandoc read before is replayed in the first alone."""
    return [*tests, REPLAY] if chosen == _STAGES[0] else [*tests]


def _run(mutants: Sequence[Mutant], jobs: int) -> list[Mutant]:
    import hypothesis  # noqa: F401 - loaded once, for all children
    import pytest  # noqa: F401

    sys.path.insert(0, str(ROOT))
    os.chdir(ROOT)
    limits = {}
    for tests in dict.fromkeys(tuple(NEAR[mutant.file]) for mutant in mutants):
        for chosen in _STAGES:
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            before = used.ru_utime + used.ru_stime
            poll = run_tests(None, _files(tests, chosen), 600, chosen)
            while (code := poll()) < 0:
                time.sleep(0.05)
            if code not in (0, _NONE_CHOSEN):
                raise SystemExit(f"{', '.join(tests)} fail without any mutant (code {code})")
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds = 10 + 3 * int(used.ru_utime + used.ru_stime - before)
            limits[tests, chosen] = 0 if code else seconds
    waiting, survivors = [(mutant, 0) for mutant in reversed(mutants)], []
    running: list[tuple[Mutant, int, Callable[[], int]]] = []
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant, stage = waiting.pop()
            tests, chosen = tuple(NEAR[mutant.file]), _STAGES[stage]
            started = run_tests(mutant, _files(tests, chosen), limits[tests, chosen], chosen)
            running.append((mutant, stage, started))
        time.sleep(0.05)
        for one in list(running):
            mutant, stage, poll = one
            code = poll()
            if code < 0:
                continue
            running.remove(one)
            if code:
                continue
            if stage + 1 < len(_STAGES) and limits[tuple(NEAR[mutant.file]), _STAGES[stage + 1]]:
                waiting.append((mutant, stage + 1))
            else:
                survivors.append(mutant)
                print(f"survives: {mutant}", flush=True)
    return survivors


if __name__ == "__main__":
    sys.exit(main())
