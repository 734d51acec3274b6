"""Patterns by the names that the field uses, as the command line knows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches

from .errors import InputError

Edges = list[tuple[int, int]]

#: The connected graphs on 3, 4 and 5 vertices.
MOTIFS = {
    "wedge": "0-1,0-2",
    "triangle": "0-1,1-2,2-0",
    "3-star": "0-1,0-2,0-3",
    "4-path": "0-1,1-2,2-3",
    "4-cycle": "0-1,1-2,2-3,3-0",
    "tailed-triangle": "0-1,1-2,2-0,0-3",
    "diamond": "0-1,0-2,1-2,0-3,1-3",
    "4-clique": "0-1,0-2,0-3,1-2,1-3,2-3",
    "4-star": "0-1,0-2,0-3,0-4",
    "fork": "0-1,0-2,0-3,3-4",
    "5-path": "0-1,1-2,2-3,3-4",
    "5-cycle": "0-1,1-2,2-3,3-4,4-0",
    "banner": "0-1,1-2,2-3,3-0,0-4",
    "bull": "0-1,1-2,2-0,0-3,1-4",
    "cricket": "0-1,1-2,2-0,0-3,0-4",
    "long-tailed-triangle": "0-1,1-2,2-0,0-3,3-4",
    "house": "0-1,1-2,2-3,3-4,4-0,0-2",
    "butterfly": "0-1,1-2,2-0,0-3,3-4,4-0",
    "dart": "0-1,0-2,1-2,0-3,1-3,0-4",
    "kite": "0-1,0-2,1-2,0-3,1-3,2-4",
    "2-3-biclique": "0-2,0-3,0-4,1-2,1-3,1-4",
    "gem": "0-1,0-2,0-3,0-4,1-2,2-3,3-4",
    "3-book": "0-1,0-2,0-3,0-4,1-2,1-3,1-4",
    "tailed-4-clique": "0-1,0-2,0-3,1-2,1-3,2-3,0-4",
    "4-wheel-minus-spoke": "0-2,0-3,0-4,1-2,1-3,1-4,2-3",
    "4-wheel": "0-1,1-2,2-3,3-0,4-0,4-1,4-2,4-3",
    "5-clique-minus-wedge": "0-1,0-2,0-3,1-2,1-3,2-3,0-4,1-4",
    "5-clique-minus-edge": "0-1,0-2,0-3,1-2,1-3,2-3,0-4,1-4,2-4",
    "5-clique": "0-1,0-2,0-3,0-4,1-2,1-3,1-4,2-3,2-4,3-4",
}

#: Other names.
OTHER_NAMES = {
    "claw": "3-star",
    "paw": "tailed-triangle",
    "chair": "fork",
    "bowtie": "butterfly",
    "square": "4-cycle",
    "pentagon": "5-cycle",
    "3-path": "wedge",
    "2-star": "wedge",
    "3-cycle": "triangle",
    "3-clique": "triangle",
}

#: Families by a number from 3: of vertices, or of those around the middle.
FAMILIES: dict[str, Callable[[int], Edges]] = {
    "clique": lambda size: [(a, b) for b in range(size) for a in range(b)],
    "cycle": lambda size: [(a, (a + 1) % size) for a in range(size)],
    "path": lambda size: [(a, a + 1) for a in range(size - 1)],
    "star": lambda size: [(0, a + 1) for a in range(size)],
    "wheel": lambda size: [(a, (a + 1) % size) for a in range(size)] + [(a, size) for a in range(size)],
}


def edges_of(pattern: str | Iterable[tuple[int, int]]) -> Edges:
    """The edges of a pattern: by its name, as text such as ``"0-1,1-2,2-0"``, or as pairs."""
    if isinstance(pattern, str) and any(map(str.isalpha, pattern)):
        return _of_name(pattern)
    try:
        text = pattern.split(",") if isinstance(pattern, str) else [f"{a}-{b}" for a, b in pattern]
        return [(int(a), int(b)) for a, b in (edge.split("-") for edge in text)]
    except (ValueError, TypeError):
        raise InputError(
            "PATTERN_INVALID", f"a pattern is edges such as 0-1,1-2,2-0 or a name such as house, not {pattern!r}"
        ) from None


def _of_name(text: str) -> Edges:
    name = text.strip().lower()
    if name == "edge":
        return [(0, 1)]
    name = OTHER_NAMES.get(name, name)
    if name in MOTIFS:
        return edges_of(MOTIFS[name])
    number, _, family = name.partition("-")
    if family in FAMILIES and number in ("3", "4", "5", "6", "7", "8", "9"):
        return FAMILIES[family](int(number))
    near = get_close_matches(name, [*MOTIFS, *OTHER_NAMES, "edge"], 1)
    hint = f"; did you mean {near[0]}?" if near else "."
    raise InputError(
        "PATTERN_INVALID",
        f"{text!r} names no pattern{hint} Give edges such as 0-1,1-2,2-0 or a name that 'cliquestream patterns' lists",
    )
