"""What Pandoc writes is never a fault; what it would not write is named with its place."""

from __future__ import annotations

from typing import Any

import pytest

from ars_pandoc.pandoc.ast_shape import find_fault, find_unjudged
from ars_pandoc.pandoc.executable import Pandoc
from tests.pandoc_documents import read_document

EVERYTHING = r"""---
title: A *title*
author: [{name: Smith}, Lee]
draft: true
abstract: |
  Two

  paragraphs
---

# Head {#h .c k=v}

Words *e* **s** ~~o~~ ^u^ ~d~ [Small]{.smallcaps} [u]{.underline} "d" 'o' `c` $x$ $$y$$ [l](u "t")
![i](u) ^[A note [@a, p. 3].] [@a; see @b, pp. 3-4] @c [p. 3] <b>raw</b>\
break

| line
| block

(3) one
(4) two

- b

Term
: definition

> quote

```c
code
```

```{=html}
<!-- raw -->
```

* * *

::: {#d}
div
:::

: Caption

| a | b |
|---|--:|
| 1 | 2 |

![Figure](u.png)
"""


def document(*blocks: Any, **meta: Any) -> dict[str, Any]:
    return {"pandoc-api-version": [1, 23], "meta": meta, "blocks": list(blocks)}


def test_what_pandoc_writes_has_no_fault(pandoc: Pandoc) -> None:
    whole = read_document(EVERYTHING, "markdown", pandoc)
    assert find_fault(whole) is None
    assert find_unjudged(whole) is None


PARA = {"t": "Para", "c": []}


@pytest.mark.parametrize(
    ("broken", "where", "what"),
    [
        (document(None), "blocks[0]", "nothing stands where an element belongs"),
        (document(PARA, {"c": []}), "blocks[1]", "an element has no type (t)"),
        (document({"t": 3}), "blocks[0]", "an element has no type (t)"),
        (document({"t": "Para"}), "blocks[0]", "the element Para has no content (c)"),
        (document({"t": "Para", "c": "x"}), "blocks[0].c", "text stands where a list belongs"),
        (document({"t": "Str", "c": "x"}), "blocks[0]", "Str"),
        (
            document({"t": "Para", "c": [{"t": "Str", "c": 5}]}),
            "blocks[0].c[0].c",
            "a number stands where text belongs",
        ),
        (
            document({"t": "Div", "c": [["", [], []]]}),
            "blocks[0].c",
            "a list of 1 parts has to have 2",
        ),
        (
            document({"t": "Para", "c": [{"t": "Quoted", "c": [{"t": {}}, []]}]}),
            "blocks[0].c[0].c[0].t",
            "it is none of DoubleQuote, SingleQuote",
        ),
        (
            document({"t": "Para", "c": [{"t": "Cite", "c": [[], []]}]}),
            "blocks[0].c[0].c[0]",
            "a Cite holds no citation",
        ),
        (document(title="x"), "meta.title", "text stands where an element belongs"),
        (
            document(a={"t": "MetaMap", "c": {"b": {"t": "MetaBool", "c": 1}}}),
            "meta.a.c.b.c",
            "a number stands where true or false belongs",
        ),
    ],
)
def test_a_fault_is_named_with_its_place(broken: dict[str, Any], where: str, what: str) -> None:
    odd = find_fault(broken)
    assert odd is not None
    assert (odd.where, odd.what) == (where, what)


def test_the_first_of_several_faults_is_named() -> None:
    odd = find_fault(document(PARA, {"t": "Para", "c": [1, 2]}, 3))
    assert odd is not None
    assert odd.where == "blocks[1].c[0]"


@pytest.mark.parametrize(
    ("content", "unjudged"),
    [
        ([], False),
        ([["", [], []], [{"t": "Para", "c": [{"t": "Str", "c": "Cite"}]}]], False),
        ({"deep": [{"t": "Cite", "c": [[], []]}]}, True),
        ([[{"t": "RawInline", "c": ["html", "<!--ref:a-->"]}]], True),
        ([{"t": "RawBlock", "c": ["html", "<!--ref:a-->"]}], True),
    ],
)
def test_an_unknown_element_is_no_fault_but_may_hold_citations(
    content: Any, unjudged: bool
) -> None:
    strange = document(PARA, {"t": "BlockQuote", "c": [{"t": "Callout", "c": content}]})
    assert find_fault(strange) is None
    odd = find_unjudged(strange)
    assert (odd is not None) is unjudged
    if odd is not None:
        assert (odd.where, odd.what) == ("blocks[1].c[0]", "Callout")
