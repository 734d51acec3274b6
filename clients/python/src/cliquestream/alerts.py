"""What standing jobs tell of matches that appear and vanish."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .contract import PatternLabel, count, enum_name


@dataclass(frozen=True)
class AlertOptions:
    """Which matches a standing job tells of; vertices are original ids."""

    #: Only matches that contain all of these.
    contains: tuple[int, ...] = ()
    #: Only matches that contain one of these.
    touches: tuple[int, ...] = ()
    #: So many of one version one by one; None for 1,000.
    limit: int | None = None
    #: Whether the first run tells of the matches that are there already.
    from_the_start: bool = False
    #: Tell of no single match, but when their number comes to this, and when it falls below.
    threshold: int | None = None

    #: Labels of vertices, 0 to 2^31 - 1, for this job; a vertex that is not named has none.
    labels: Mapping[int, int] = field(default_factory=dict)
    #: Only matches of which one vertex has this label.
    label: int | None = None
    #: The labels that vertices 0, 1, … of the pattern must match; None matches any.
    pattern_labels: tuple[int | None, ...] = ()

    def fields(self) -> dict[str, Any]:
        """As the contract has them."""
        return {
            "contains": list(self.contains),
            "touches": list(self.touches),
            "limit": self.limit or 0,
            "start": "ALERT_START_ALL" if self.from_the_start else "ALERT_START_NONE",
            "threshold": self.threshold or 0,
            "labelled": list(self.labels),
            "labels": list(self.labels.values()),
            "pattern_labels": [
                PatternLabel(vertex=vertex, label=label)
                for vertex, label in enumerate(self.pattern_labels)
                if label is not None
            ],
            **({} if self.label is None else {"label": self.label}),
        }


@dataclass(frozen=True)
class Cause:
    """An edge whose change made a match appear or vanish."""

    source: int | str
    target: int | str
    inserted: bool


@dataclass(frozen=True)
class MatchAlert:
    """A match that appeared or vanished, or what is said instead of single matches."""

    job_id: str
    graph_id: str
    #: 1, 2, 3, … over all runs of the job.
    sequence: int
    run: int
    graph_version: int
    #: The version that it was compared with; 0 for the first run.
    base_version: int
    #: APPEARED, VANISHED, SUMMARY, THRESHOLD_REACHED, THRESHOLD_LEFT or RESTARTED.
    kind: str
    #: The same in every version and for every job that looks for the same; empty for no match.
    match_id: str
    #: Names where the graph has names, otherwise ids; the first 10,000.
    vertices: tuple[int | str, ...]
    vertex_count: int
    cause: Cause | None
    #: Of other alerts, how many matches appeared, vanished and are there now, as far as it is known.
    appeared: int | None
    vanished: int | None
    matches: int | None

    @staticmethod
    def of(alert: Any) -> MatchAlert:
        """From a record of the contract."""
        cause = None
        if alert.HasField("cause"):
            edge = alert.cause
            ends = (edge.from_name, edge.to_name) if edge.from_name else (getattr(edge, "from"), edge.to)
            cause = Cause(ends[0], ends[1], edge.inserted)
        summary = alert.summary if alert.HasField("summary") else None
        return MatchAlert(
            job_id=alert.job_id,
            graph_id=alert.graph_id,
            sequence=alert.sequence,
            run=alert.run,
            graph_version=alert.graph_version,
            base_version=alert.base_version,
            kind=enum_name("AlertKind", alert.kind, "ALERT_KIND_"),
            match_id=alert.match_id,
            vertices=tuple(alert.names) or tuple(alert.vertices),
            vertex_count=alert.vertex_count,
            cause=cause,
            appeared=None if summary is None else count(summary.appeared),
            vanished=None if summary is None else count(summary.vanished),
            matches=count(summary.matches) if summary is not None and summary.HasField("matches") else None,
        )
