"""What can be asked of a graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .contract import enum_number
from .errors import InputError
from .patterns import edges_of


@dataclass(frozen=True)
class Job:
    """A question; made by the functions of this module.

    ``field`` and ``options`` are the contract's, ``arguments`` the command line's.
    """

    field: str
    options: Mapping[str, Any]
    arguments: tuple[str, ...]


def triangles(
    *,
    per_vertex: bool = False,
    per_edge: bool = False,
    clustering: bool = False,
    method: str = "auto",
    ordering: str = "auto",
    tuning: Mapping[str, int] | None = None,
) -> Job:
    """Counts triangles; on request through each vertex and edge, and clustering coefficients."""
    options = {"per_vertex": per_vertex, "per_edge": per_edge, "clustering": clustering, "tuning": dict(tuning or {})}
    options["method"] = _choice("TriangleMethod", "TRIANGLE_METHOD_", method)
    options["ordering"] = _choice("Ordering", "ORDERING_", ordering)
    flags = _flags(per_vertex=per_vertex, per_edge=per_edge, clustering=clustering)
    named = _named(method=method, ordering=ordering)
    return Job("triangle_count", options, ("triangles", *flags, *named, *_tuned(tuning)))


def k_cliques(
    k: int | tuple[int, int] | None = None,
    *,
    per_vertex: bool = False,
    per_edge: bool = False,
    method: str = "auto",
    ordering: str = "auto",
    tuning: Mapping[str, int] | None = None,
) -> Job:
    """Counts k-cliques for one k, for a range ``(smallest, largest)``, or without k for every size."""
    smallest, largest = (0, 0) if k is None else (k, k) if isinstance(k, int) else k
    if k is not None and not 1 <= smallest <= largest:
        raise InputError("OPTION_INVALID", f"k is a size from 1 or a range (smallest, largest), not {k!r}")
    options = {"per_vertex": per_vertex, "per_edge": per_edge, "tuning": dict(tuning or {})}
    options |= {"smallest_k": smallest, "largest_k": largest, "all_k": k is None}
    options["method"] = _choice("KCliqueMethod", "K_CLIQUE_METHOD_", method)
    options["ordering"] = _choice("Ordering", "ORDERING_", ordering)
    sizes = "all" if k is None else f"{smallest}..{largest}"
    flags = _flags(per_vertex=per_vertex, per_edge=per_edge)
    named = _named(method=method, ordering=ordering)
    return Job("k_clique_count", options, ("k-cliques", "--k", sizes, *flags, *named, *_tuned(tuning)))


def maximum_clique(
    *, all: bool = False, limit: int = 1000, search: str = "auto", heuristic: str = "auto"
) -> Job:
    """Finds a maximum clique, or all of them, of which at most ``limit`` are listed."""
    names = {"single-degree": "single-run-degree", "single-core": "single-run-core"}
    names |= {"multi-degree": "multi-run-degree", "multi-core": "multi-run-core"}
    options = {"all": all, "limit": _limit(limit)}
    options["search"] = _choice("CliqueSearch", "CLIQUE_SEARCH_", search)
    options["heuristic"] = _choice("GreedyHeuristic", "GREEDY_HEURISTIC_", names.get(heuristic, heuristic))
    arguments = ("max-clique", *_flags(all=all), "--limit", str(limit), *_named(search=search, heuristic=heuristic))
    return Job("maximum_clique", options, arguments)


def maximal_cliques(*, minimum_size: int = 1, limit: int | None = None) -> Job:
    """Counts maximal cliques by size; with ``limit`` lists at most so many."""
    options = {"minimum_size": minimum_size, "list": limit is not None, "limit": limit and _limit(limit)}
    listed = () if limit is None else ("--limit", str(limit))
    return Job("maximal_cliques", options, ("maximal-cliques", "--minimum-size", str(minimum_size), *listed))


def motifs(size: int = 3, *, method: str = "auto", tuning: Mapping[str, int] | None = None) -> Job:
    """Counts the connected vertex-induced subgraphs of 3 to 7 vertices by shape."""
    options = {"size": size, "method": _choice("MotifMethod", "MOTIF_METHOD_", method), "tuning": dict(tuning or {})}
    return Job("motif_census", options, ("motifs", "--size", str(size), *_named(method=method), *_tuned(tuning)))


def match(
    pattern: str | Iterable[tuple[int, int]],
    *,
    induced: bool = False,
    limit: int | None = None,
    tuning: Mapping[str, int] | None = None,
) -> Job:
    """Counts the subgraphs that match a connected pattern of 2 to 8 vertices; with ``limit`` lists some.

    The pattern is a name, such as ``"house"`` (``cliquestream patterns`` draws them), text such as
    ``"0-1,1-2,2-0"``, or pairs. ``induced`` allows no further edges among the matched vertices.
    """
    pairs = edges_of(pattern)
    edges = [{"from": a, "to": b} for a, b in pairs]
    options = {"edges": edges, "induced": int(induced), "list": limit is not None, "limit": limit and _limit(limit)}
    options["tuning"] = dict(tuning or {})
    listed = () if limit is None else ("--limit", str(limit))
    drawn = ",".join(f"{a}-{b}" for a, b in pairs)
    by = "vertex" if induced else "edge"
    return Job("pattern_match", options, ("match", "--pattern", drawn, "--induced", by, *listed, *_tuned(tuning)))


def cliques(k: int, *, limit: int = 1000) -> Job:
    """Lists k-cliques, at most ``limit``."""
    return Job(
        "clique_listing", {"k": k, "limit": _limit(limit)}, ("list-cliques", "--k", str(k), "--limit", str(limit))
    )


def clique_estimate(
    k: int | tuple[int, int], *, samples: int = 1_000_000, confidence: float = 0.95, seed: int = 0
) -> Job:
    """Estimates the numbers of k-cliques for one k or an inclusive range, with confidence intervals.

    For sizes whose exact count nobody can wait for. A range spans at most 64 sizes.
    """
    smallest, largest = (k, k) if isinstance(k, int) else k
    options = {
        "smallest_k": smallest, "largest_k": largest, "samples": samples, "confidence": confidence, "seed": seed
    }
    words = ("--k", f"{smallest}..{largest}", "--samples", str(samples), "--confidence", str(confidence))
    return Job("clique_estimate", options, ("clique-estimate", *words, "--seed", str(seed)))


def core_numbers(*, per_vertex: bool = False) -> Job:
    """Tells the degeneracy and how many vertices have each core number; on request that of each vertex."""
    return Job("core_decomposition", {"per_vertex": per_vertex}, ("core-numbers", *_flags(per_vertex=per_vertex)))


def _limit(limit: int) -> int:
    if limit < 1:
        raise InputError("OPTION_INVALID", f"a limit is 1 or more, not {limit}")
    return limit


def _choice(enum: str, prefix: str, name: str) -> int:
    if name == "auto":
        return 0
    try:
        return enum_number(enum, prefix + name.upper().replace("-", "_"))
    except KeyError:
        raise InputError("OPTION_INVALID", f"{name!r} is no {enum}") from None


def _flags(**given: bool) -> tuple[str, ...]:
    return tuple("--" + name.replace("_", "-") for name, wanted in given.items() if wanted)


def _named(**given: str) -> tuple[str, ...]:
    return tuple(word for name, value in given.items() for word in ("--" + name, value) if value != "auto")


def _tuned(tuning: Mapping[str, int] | None) -> tuple[str, ...]:
    return tuple(word for name, value in (tuning or {}).items() for word in ("--tune", f"{name}={value}"))
