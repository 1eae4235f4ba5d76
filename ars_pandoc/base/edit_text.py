"""A YAML or JSON text changed so that it says something else, every other byte as it was.

The places come from the very parser that the strict reader uses, so that what can be read can be
changed: keys that look like numbers, aliases, merge keys, flow and block style, comments anywhere.
A change is told as the data before and after it, and is checked by reading the new text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ars_pandoc.base.errors import ArsError
from ars_pandoc.base.flow_yaml import block_lines, flow_value, key_text, pair_lines
from ars_pandoc.base.strict_json import parse_json
from ars_pandoc.base.strict_yaml import parse_yaml
from ars_pandoc.base.text_parts import (
    Part,
    json_parts,
    line_end,
    line_start,
    next_line,
    skip_properties,
    skip_space,
    yaml_parts,
)

_Edit = tuple[int, int, str]
"""From where to where, and what stands there then."""

_SURROGATE = re.compile("[\ud800-\udfff]")


def edited_yaml(text: str, old: Any, new: Any, label: str, *, block: bool = False) -> str:
    """Return a YAML text changed so that it reads as other data.

    Args:
        text: The text, without a byte order mark; its line ends are kept.
        old: What the strict reader makes of it.
        new: What it is to say. Parts that do not change may be the very objects of `old`: they
            are passed over at once. Nothing may be changed in place, since aliased parts are one.
        label: The file's name for messages.
        block: Write what is added in lines of its own, not in brackets.

    Raises:
        ArsError: The text cannot be changed so; this should not be.
    """
    if old is None and not text.strip():
        return "\n".join(block_lines(new)) + "\n"
    for _ in range(_MOST_ROUNDS):
        editor = _YamlEditor(text, block)
        root = yaml_parts(text)
        if root is None:
            return _checked(text + _line_break(text) + flow_value(new), new, label)
        editor.change(root, old, new, None)
        if not (aliases := _outdated(root, editor)):
            return _checked(_applied(text, editor.edits), new, label)
        # Who else uses a part that changes keeps what it said: the alias is written out.
        text = _applied(text, [(a.start, a.end, flow_value(a.data())) for a in aliases])
    raise _not_changed(label)


def edited_json(text: str, old: Any, new: Any, label: str) -> str:
    """Return a JSON text changed so that it reads as other data, in the form that it has.

    Args:
        text: The text, without a byte order mark.
        old: What the strict reader makes of it.
        new: What it is to say.
        label: The file's name for messages.

    Raises:
        ArsError: The text cannot be changed so; this should not be.
    """
    root = json_parts(text)
    if root is None:
        raise _not_changed(label)
    editor = _JsonEditor(text)
    editor.change(root, old, new, None)
    changed = _applied(text, editor.edits)
    if not same(parse_json(changed, label), new):
        raise _not_changed(label)
    return changed


def with_items(text: str, old: Any, new: Any, label: str, *, name: str, lines: str) -> str:
    """Return a YAML text whose top-level list got more items, in the caller's own lines.

    Args:
        text: The text, without a byte order mark.
        old: What the strict reader makes of it.
        new: The same with the items at the end of the list.
        label: The file's name for messages.
        name: The list's key.
        lines: The items as a block whose dashes stand in the first column; it may hold comments,
            which are kept where the list stands in brackets too.

    Raises:
        ArsError: As `edited_yaml`.
    """
    editor = _YamlEditor(text, block=True)
    root, part = _top_level(text, name)
    if part.kind == "list" and not part.flow and part.items:
        dash = editor.item_sides(part)[0][0]
        editor.insert_block(part.items[-1], dash - line_start(text, dash), lines.splitlines())
    elif part.kind == "list" and not part.items and not root.flow:
        key = next(key for key, value in root.pairs if value is part)
        colon = skip_space(text, key.end)
        place = next_line(text, part.end)
        lead = "" if place > line_end(text, part.end) else editor.line_break
        indent = " " * (key.start - line_start(text, key.start))
        block = "".join(f"{indent}{line}{editor.line_break}" for line in lines.splitlines())
        editor.edits.append((colon + 1, part.end, ""))
        editor.edits.append((place, place, lead + block))
    else:
        changed = edited_yaml(text, old, new, label)
        comments = [line for line in lines.splitlines() if line.startswith("#")]
        if not comments:
            return changed
        root, part = _top_level(changed, name)
        place = next_line(changed, root.end if root.flow else part.end)
        text_break = _line_break(text)
        lead = "" if place > line_end(changed, part.end) else text_break
        block = lead + "".join(line + text_break for line in comments)
        return _checked(changed[:place] + block + changed[place:], new, label)
    changed = _applied(text, editor.edits)
    # A list that others stand for (*name) is not to grow for them too.
    return changed if same(parse_yaml(changed, label), new) else edited_yaml(text, old, new, label)


def _top_level(text: str, name: str) -> tuple[Part, Part]:
    root = yaml_parts(text)
    if root is None or root.kind != "map":
        raise LookupError(name)
    return root, next(value for key, value in root.pairs if key.name == name)


def same(one: Any, other: Any) -> bool:
    """Return whether two values are equal in kind too: `1` is not `true`."""
    if one is other:
        return True
    if isinstance(one, dict) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)


_MOST_ROUNDS = 100


def _checked(text: str, new: Any, label: str) -> str:
    if not same(parse_yaml(text, label), new):
        raise _not_changed(label)
    return text


def _not_changed(label: str) -> ArsError:
    return ArsError(
        f"{label} cannot be changed",
        why="its text is in a form that is not edited safely; nothing was written",
        steps=["write out its aliases (*name) and merge keys (<<), and try again"],
    )


def _outdated(root: Part, editor: _Editor) -> list[Part]:
    """Return the aliases of parts that are to change, those apart that are replaced themselves."""
    named = [part for part in root.walk() if part.target is not None]
    if not named:
        return []
    replaced = [(start, end) for start, end, _ in editor.edits if start < end]

    def is_replaced(part: Part) -> bool:
        return any(start <= part.start and part.end <= end for start, end in replaced)

    return [
        part
        for part in named
        if part.target is not None
        and (id(part.target) in editor.touched or is_replaced(part.target))
        and not is_replaced(part)
    ]


def _applied(text: str, edits: Iterable[_Edit]) -> str:
    pieces: list[str] = []
    place = 0
    # Stable: what is inserted at one place keeps its order, before what is deleted behind it.
    for start, end, new in sorted(edits, key=lambda edit: (edit[0], edit[1] > edit[0])):
        pieces += (text[place : max(start, place)], new)
        place = max(end, place)
    return "".join([*pieces, text[place:]])


def _line_break(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


@dataclass(frozen=True, slots=True)
class _Slot:
    """Where a value stands: behind a key's colon or an item's dash, in lines or in brackets."""

    behind: int
    indent: int
    flow: bool
    in_map: bool
    has_sign: bool = True


class _Editor:
    """The edits that turn one text into another; what is common to YAML and JSON."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.edits: list[_Edit] = []
        self.touched: set[int] = set()

    def change(self, part: Part, old: Any, new: Any, slot: _Slot | None) -> None:
        """Collect the edits by which a part that says `old` says `new`."""
        if same(old, new):
            return
        self.touched.add(id(part))
        if part.kind == "map" and isinstance(new, Mapping) and new and part.pairs:
            self.change_map(part, old, new, slot)
        elif part.kind == "list" and isinstance(new, list) and new and part.items:
            self.change_list(part, old, new, slot)
        else:
            self.replace(part, new, slot)

    def change_map(
        self, part: Part, old: Mapping[str, Any], new: Mapping[str, Any], slot: _Slot | None
    ) -> None:
        """Change, remove and add pairs."""
        raise NotImplementedError

    def replace(self, part: Part, new: Any, slot: _Slot | None) -> None:
        """Write another value in the place of a part."""
        raise NotImplementedError

    def slot_of_item(self, part: Part, index: int) -> _Slot:
        """Return where an item of a list stands."""
        raise NotImplementedError

    def remove(self, part: Part, sides: Sequence[tuple[int, int]], gone: Sequence[int]) -> None:
        """Take items or pairs out, not all; `sides` says from where to where each stands."""
        raise NotImplementedError

    def insert_items(self, part: Part, index: int, items: Sequence[Any]) -> None:
        """Add items behind one of a list."""
        raise NotImplementedError

    def item_sides(self, part: Part) -> list[tuple[int, int]]:
        """Return from where to where each item stands, dashes included."""
        raise NotImplementedError

    def change_list(
        self, part: Part, old: Sequence[Any], new: Sequence[Any], slot: _Slot | None
    ) -> None:
        """Change, remove and add items; those that are the same at both ends stay."""
        first = 0
        while first < min(len(old), len(new)) and same(old[first], new[first]):
            first += 1
        last_old, last_new = len(old), len(new)
        while last_old > first and last_new > first and same(old[last_old - 1], new[last_new - 1]):
            last_old, last_new = last_old - 1, last_new - 1
        gone = _left_out(old[first:last_old], new[first:last_new])
        if gone is None:
            shared = min(last_old, last_new) - first
            for index in range(first, first + shared):
                self.change(
                    part.items[index], old[index], new[index], self.slot_of_item(part, index)
                )
            gone = range(shared, last_old - first)
        else:
            shared = last_new - first
        if len(gone) == len(part.items) or (last_new - first > shared and first + shared == 0):
            self.replace(part, new, slot)
            return
        if gone:
            self.remove(part, self.item_sides(part), [first + index for index in gone])
        if last_new - first > shared:
            self.insert_items(part, first + shared - 1, new[first + shared : last_new])

    def flow_remove(self, sides: Sequence[tuple[int, int]], gone: Sequence[int]) -> None:
        """Take parts out of brackets, with a comma each."""
        runs: list[list[int]] = []
        for index in gone:
            if runs and runs[-1][1] == index - 1:
                runs[-1][1] = index
            else:
                runs.append([index, index])
        for first, last in runs:
            start, end = sides[first][0], sides[last][1]
            if last + 1 < len(sides):
                behind = skip_space(self.text, end) + 1  # the comma
                while self.text[behind] in " \t\r\n" and behind < sides[last + 1][0]:
                    behind += 1
                self.edits.append((start, behind, ""))
                continue
            before = sides[first - 1][1]
            comma = skip_space(self.text, before)
            if not self.text[comma + 1 : start].strip():
                self.edits.append((before, end, ""))
            else:
                self.edits += [(comma, comma + 1, ""), (start, end, "")]

    def flow_separator(self, part: Part, sides: Sequence[tuple[int, int]]) -> str:
        """Return the comma and white space between the parts of brackets, as they are used there."""
        start = sides[-1][0]
        begin = line_start(self.text, start)
        if begin > part.start and not self.text[begin:start].strip():
            return "," + self._break_before(begin) + self.text[begin:start]
        if len(sides) > 1:
            between = self.text[sides[-2][1] : start]
            if re.fullmatch(r"[ \t]*,[ \t]*", between):
                return between
        return ", "

    def _break_before(self, begin: int) -> str:
        return "\r\n" if self.text[max(begin - 2, 0) : begin] == "\r\n" else "\n"


def _left_out(old: Sequence[Any], new: Sequence[Any]) -> Sequence[int] | None:
    """Return which of the old ones are gone where nothing else changed, else None."""
    if len(new) >= len(old):
        return None
    gone = []
    place = 0
    for index, item in enumerate(old):
        if place < len(new) and same(item, new[place]):
            place += 1
        else:
            gone.append(index)
    return gone if place == len(new) else None


class _YamlEditor(_Editor):
    def __init__(self, text: str, block: bool) -> None:
        super().__init__(text)
        self.block = block
        self.line_break = _line_break(text)

    def change_map(
        self, part: Part, old: Mapping[str, Any], new: Mapping[str, Any], slot: _Slot | None
    ) -> None:
        own = {key.name: index for index, (key, _) in enumerate(part.pairs) if not key.is_merge}
        merge = next((index for index, (key, _) in enumerate(part.pairs) if key.is_merge), None)
        brought = {} if merge is None else _brought(part.pairs[merge][1])
        gone = [index for name, index in own.items() if name not in new]
        added = {
            name: value
            for name, value in new.items()
            if name not in own and not (name in brought and same(brought[name], value))
        }
        if len(gone) == len(part.pairs) or (part.flow and self.text[self._inner(part)] != "{"):
            self.replace(part, new, slot)
            return
        sides = self._pair_sides(part)
        for name, index in own.items():
            if name in new:
                value = part.pairs[index][1]
                self.change(value, old[name], new[name], self._slot_of_pair(part, index, sides))
        if merge is not None and any(name not in new for name in brought):
            kept = {name: value for name, value in brought.items() if name in new}
            self.replace(part.pairs[merge][1], kept, self._slot_of_pair(part, merge, sides))
        if gone:
            self.remove(part, sides, gone)
        if added:
            self._add_pairs(part, sides, gone, added)

    def replace(self, part: Part, new: Any, slot: _Slot | None) -> None:
        text = self.text
        flow = flow_value(new)
        if slot is None:
            start = self._inner(part) if part.kind in ("list", "map") else part.start
            if part.kind in ("list", "map") and not part.flow:
                self.edits.append((start, part.end, self._block(new, 0) or flow))
            else:
                self.edits.append((part.start, part.end, flow))
            return
        is_empty = part.kind in ("list", "map") and part.flow and not (part.items or part.pairs)
        is_null = part.kind == "scalar" and part.start == part.end
        if (
            self.block
            and not slot.flow
            and slot.in_map
            and slot.has_sign
            and (is_empty or is_null)
            and (lines := self._block(new, slot.indent + (2 if isinstance(new, Mapping) else 0)))
        ):
            place = next_line(text, part.end)
            lead = "" if place > line_end(text, part.end) else self.line_break
            if part.end > part.start:
                space = text[slot.behind : part.start].strip()
                self.edits.append((part.start if space else slot.behind, part.end, ""))
            self.edits.append((place, place, lead + lines + (self.line_break if not lead else "")))
            return
        if not slot.has_sign:  # a key that stands without its colon
            if slot.flow:
                self.edits.append((part.start, part.end, f": {flow}"))
            else:
                end = line_end(text, part.end)
                line = f"{self.line_break}{' ' * slot.indent}: {flow}"
                self.edits.append((end, end, line))
            return
        if part.kind == "scalar" and part.style in ("|", ">"):
            sign = skip_properties(text, part.start)
            head = sign + len(re.match("[|>][-+0-9]*", text[sign : sign + 4])[0])  # type: ignore[index]
            end = line_end(text, head)
            self.edits.append((part.start, head, flow))
            if part.end > next_line(text, end):
                self.edits.append((next_line(text, end), part.end, ""))
            return
        if part.kind in ("list", "map") and not part.flow:
            begin = line_start(text, part.start)
            if begin > slot.behind:
                self.edits.append((slot.behind, slot.behind, f" {flow}"))
                self.edits.append((begin, self._after(part), ""))
                return
            if self._last_leaf(part).style in ("|", ">") and text[part.end - 1] in "\r\n":
                flow += self.line_break
        lead = "" if text[part.start - 1] in " \t\r\n\x85\u2028\u2029[{" else " "
        self.edits.append((part.start, part.end, lead + flow))

    def remove(self, part: Part, sides: Sequence[tuple[int, int]], gone: Sequence[int]) -> None:
        if part.flow:
            self.flow_remove(sides, gone)
            return
        text = self.text
        leaves = part.items or [value for _, value in part.pairs]
        for index in gone:
            start = sides[index][0]
            begin = line_start(text, start)
            after = self._after(leaves[index])
            if not text[begin:start].strip():
                self.edits.append((begin, after, ""))
            else:  # it shares its line with a dash: the next takes its place
                column = start - begin
                while after < len(text) and text[after] == " " and column:
                    after, column = after + 1, column - 1
                self.edits.append((start, after, ""))

    def insert_items(self, part: Part, index: int, items: Sequence[Any]) -> None:
        sides = self.item_sides(part)
        if part.flow:
            separator = self.flow_separator(part, sides)
            place = part.items[index].end
            new = "".join(separator + flow_value(item) for item in items)
            self.edits.append((place, place, new))
            return
        indent = sides[0][0] - line_start(self.text, sides[0][0])
        if self.block:
            lines = list(block_lines(list(items)))
        else:
            lines = [f"- {flow_value(item)}" for item in items]
        self.insert_block(part.items[index], indent, lines)

    def item_sides(self, part: Part) -> list[tuple[int, int]]:
        sides = []
        place = self._inner(part) + (1 if part.flow else 0)
        for item in part.items:
            place = skip_space(self.text, place)
            if part.flow and self.text[place : place + 1] == ",":
                place = skip_space(self.text, place + 1)
            sides.append((place, item.end))
            place = item.end
        return sides

    def slot_of_item(self, part: Part, index: int) -> _Slot:
        item = part.items[index]
        if part.flow:
            return _Slot(item.start, 0, flow=True, in_map=False)
        dash = self.item_sides(part)[index][0]
        indent = dash - line_start(self.text, dash)
        return _Slot(dash + 1, indent, flow=False, in_map=False)

    def _pair_sides(self, part: Part) -> list[tuple[int, int]]:
        sides = []
        place = self._inner(part) + (1 if part.flow else 0)
        for key, value in part.pairs:
            place = skip_space(self.text, place)
            if part.flow and self.text[place : place + 1] == ",":
                place = skip_space(self.text, place + 1)
            sides.append((min(place, key.start), max(value.end, key.end)))
            place = sides[-1][1]
        return sides

    def _slot_of_pair(self, part: Part, index: int, sides: Sequence[tuple[int, int]]) -> _Slot:
        key, value = part.pairs[index]
        colon = skip_space(self.text, key.end)
        has_sign = self.text[colon : colon + 1] == ":" and colon < max(value.start, key.end + 1)
        indent = 0 if part.flow else sides[0][0] - line_start(self.text, sides[0][0])
        behind = colon + 1 if has_sign else key.end
        return _Slot(behind, indent, part.flow, in_map=True, has_sign=has_sign)

    def _add_pairs(
        self,
        part: Part,
        sides: Sequence[tuple[int, int]],
        gone: Sequence[int],
        added: Mapping[str, Any],
    ) -> None:
        if part.flow:
            kept = max(index for index in range(len(sides)) if index not in gone)
            place = sides[kept][1]
            separator = self.flow_separator(part, sides)
            value = part.pairs[kept][1]
            if value.start == value.end and self.text[place - 1] == ":":
                separator = " " + separator
            pairs = (f"{key_text(name)}: {flow_value(value)}" for name, value in added.items())
            self.edits.append((place, place, "".join(separator + pair for pair in pairs)))
            return
        indent = sides[0][0] - line_start(self.text, sides[0][0])
        lines: list[str] = []
        for name, value in added.items():
            if self.block:
                lines += pair_lines(name, value)
            else:
                key = key_text(name)
                if key[0] == "?":
                    lines += [key.rstrip(), f": {flow_value(value)}"]
                else:
                    lines.append(f"{key}: {flow_value(value)}")
        self.insert_block(part.pairs[-1][1], indent, lines)

    def insert_block(self, behind: Part, indent: int, lines: Iterable[str]) -> None:
        """Add lines below a part of a block."""
        place = self._after(behind)
        block = "".join((" " * indent + line if line else "") + self.line_break for line in lines)
        if place == len(self.text) and not self.text.endswith(
            ("\n", "\r", "\x85", "\u2028", "\u2029")
        ):
            leaf = self._last_leaf(behind)
            if leaf.style in ("|", ">") and not self._is_replaced(leaf):
                # A line end behind its last line would become part of a block's text.
                self.replace(leaf, leaf.value, _Slot(leaf.start - 1, 0, flow=False, in_map=False))
            block = block.removesuffix(self.line_break)
            if leaf.style not in ("|", ">") or line_end(self.text, leaf.start) == len(self.text):
                block = self.line_break + block
        self.edits.append((place, place, block))

    def _is_replaced(self, part: Part) -> bool:
        return any(start <= part.start < end for start, end, _ in self.edits)

    def _block(self, new: Any, indent: int) -> str:
        """Return a list of maps or a map in lines, without the last line end; "" if it is neither."""
        if not self.block or not isinstance(new, Mapping | list) or not new:
            return ""
        return self.line_break.join(f"{' ' * indent}{line}" for line in block_lines(new))

    def _inner(self, part: Part) -> int:
        return skip_properties(self.text, part.start)

    def _last_leaf(self, part: Part) -> Part:
        while not part.flow and (part.items or part.pairs):
            part = part.items[-1] if part.items else part.pairs[-1][1]
        return part

    def _after(self, part: Part) -> int:
        """Return where the line behind a part of a block begins."""
        leaf = self._last_leaf(part)
        if leaf.style in ("|", ">") and self.text[leaf.end - 1] in "\n\r\x85\u2028\u2029":
            return leaf.end
        return next_line(self.text, leaf.end)


def _brought(merged: Part) -> dict[str, Any]:
    data = merged.data()
    result: dict[str, Any] = {}
    for source in data if isinstance(data, list) else [data]:
        for name, value in source.items():
            result.setdefault(name, value)
    return result


class _JsonEditor(_Editor):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        found = re.search(r"\n([ \t]+)\S", text)
        self.unit = found[1] if found else None
        self.line_break = _line_break(text)

    def change_map(
        self, part: Part, old: Mapping[str, Any], new: Mapping[str, Any], slot: _Slot | None
    ) -> None:
        names = {key.name: index for index, (key, _) in enumerate(part.pairs)}
        gone = [index for name, index in names.items() if name not in new]
        if len(gone) == len(part.pairs):
            self.replace(part, new, slot)
            return
        for name, index in names.items():
            if name in new:
                self.change(part.pairs[index][1], old[name], new[name], None)
        sides = [(key.start, value.end) for key, value in part.pairs]
        if gone:
            self.flow_remove(sides, gone)
        if added := [name for name in new if name not in names]:
            kept = max(index for index in range(len(sides)) if index not in gone)
            key, value = part.pairs[-1]
            colon = self.text[key.end : value.start]
            separator = self.flow_separator(part, sides)
            pairs = (f"{_json(name)}{colon}{self._value(part, new[name])}" for name in added)
            place = sides[kept][1]
            self.edits.append((place, place, "".join(separator + pair for pair in pairs)))

    def replace(self, part: Part, new: Any, slot: _Slot | None) -> None:
        self.edits.append((part.start, part.end, self._value(part, new, outer=True)))

    def remove(self, part: Part, sides: Sequence[tuple[int, int]], gone: Sequence[int]) -> None:
        self.flow_remove(sides, gone)

    def insert_items(self, part: Part, index: int, items: Sequence[Any]) -> None:
        separator = self.flow_separator(part, self.item_sides(part))
        place = part.items[index].end
        new = "".join(separator + self._value(part, item) for item in items)
        self.edits.append((place, place, new))

    def item_sides(self, part: Part) -> list[tuple[int, int]]:
        return [(item.start, item.end) for item in part.items]

    def slot_of_item(self, part: Part, index: int) -> _Slot:
        return _Slot(part.items[index].start, 0, flow=True, in_map=False)

    def _value(self, part: Part, value: Any, *, outer: bool = False) -> str:
        """Return a value as it stands in a map or list, or in the place of a part."""
        if self.unit is None:
            return _json(value)
        last = part.start if outer else (part.items[-1] if part.items else part.pairs[-1][0]).start
        begin = line_start(self.text, last)
        indent = re.match(r"[ \t]*", self.text[begin:])[0]  # type: ignore[index]
        text = _json(value, self.unit)
        return text.replace("\n", self.line_break + indent)


def _json(value: Any, unit: str | None = None) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=unit)
    return _SURROGATE.sub(lambda c: f"\\u{ord(c[0]):04x}", text)
