"""Computes a job on this machine, without Kafka, through the launcher."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .edges import EdgeList, edge_list
from .errors import CliquestreamError, InputError, InternalError, StoppedError, error_of
from .jobs import Job
from .results import (
    Answer,
    CliqueEstimates,
    KCliques,
    Listing,
    Matches,
    MaximalCliques,
    MaximumClique,
    Motifs,
    Outcome,
    SizeEstimate,
    Triangles,
)

_FAILURE = re.compile(r"^cliquestream: ([A-Z_]+): (.*)$", re.MULTILINE)
#: Seconds that the launcher gets besides the job's own time, to start and to read.
_MARGIN = 60.0
_PARTIAL = 6


def compute(
    job: Job,
    graph: Any,
    *,
    source: Any = None,
    target: Any = None,
    engine: str = "auto",
    threads: int = 0,
    timeout: float = 300.0,
    launcher: str | os.PathLike[str] | None = None,
) -> Outcome:
    """Computes a job on edges, or on a graph file when ``graph`` is a path (text or Path).

    ``launcher`` is the command ``cliquestream``; by default the environment's CLIQUESTREAM_LAUNCHER, or
    the one on the PATH. After ``timeout`` seconds the job is ended, with what it had proven by then
    where there is such a thing.
    """
    command = [_launcher(launcher), *job.arguments, "--json", "--engine", engine, "--threads", str(threads)]
    command[1:1] = ["compute"]
    command += ["--timeout", f"{max(1, int(timeout * 1000))}ms"]
    if isinstance(graph, (str, Path)):
        return _outcome(_run([*command, "--graph", str(graph)], timeout), None)
    listed = edge_list(graph, source, target)
    with tempfile.TemporaryDirectory(prefix="cliquestream-") as folder:
        file = Path(folder, "graph.bin")
        file.write_bytes(listed.buffer)
        options = ["--graph", str(file), "--format", f"u{8 * listed.width}"]
        return _outcome(_run(command + options, timeout), listed)


def _launcher(given: str | os.PathLike[str] | None) -> str:
    command = given or os.environ.get("CLIQUESTREAM_LAUNCHER") or shutil.which("cliquestream")
    if not command:
        raise InputError(
            "OPTION_INVALID", "no launcher: put the command cliquestream on the PATH or name it by launcher="
        )
    return os.fspath(command)


def _run(command: list[str], timeout: float) -> Mapping[str, Any]:
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout + _MARGIN
        )
    except subprocess.TimeoutExpired:
        raise StoppedError("DEADLINE_EXCEEDED", f"the launcher did not end within {timeout + _MARGIN} s") from None
    except OSError as cause:
        raise InputError("OPTION_INVALID", f"the launcher cannot be started: {cause}") from cause
    if done.returncode == 0 or (done.returncode == _PARTIAL and done.stdout.startswith("{")):
        said: Mapping[str, Any] = json.loads(done.stdout)
        return said
    raise _failure(done)


def _failure(done: subprocess.CompletedProcess[str]) -> CliquestreamError:
    named = _FAILURE.search(done.stderr)
    if named:
        return error_of(named[1], named[2])
    lines = done.stderr.strip().splitlines() or ["it said nothing"]
    if done.returncode == 2:
        return InputError("OPTION_INVALID", lines[0])
    return InternalError("INTERNAL", f"the launcher ended with {done.returncode}: {lines[-1]}")


def _numbers(counts: Mapping[str, str]) -> dict[int, int]:
    return {int(size): int(count) for size, count in counts.items()}


def _numbered(found: Mapping[str, Any]) -> dict[str, Any]:
    return {**found, "samples": int(found["samples"]), "hits": int(found["hits"])}


def _answer(said: Mapping[str, Any]) -> Answer | None:
    if "triangles" in said:
        wedges = int(said["wedges"]) if "wedges" in said else None
        return Triangles(int(said["triangles"]), wedges, said.get("transitivity"), said.get("averageClustering"))
    if "cliqueNumber" in said:
        size = int(said["cliqueNumber"])
        total = int(said["maximumCliqueCount"]) if "maximumCliqueCount" in said else None
        return MaximumClique(size, int(said.get("upperBound", size)), total)
    if "maximalCliques" in said:
        return MaximalCliques(int(said["maximalCliques"]), _numbers(said["bySize"]))
    if "motifs" in said:
        return Motifs({name: int(count) for name, count in said["motifs"].items()})
    if "matches" in said:
        listed = int(said["listed"]) if "listed" in said else None
        return Matches(int(said["matches"]), listed, said.get("complete"))
    if "listed" in said:
        return Listing(int(said["listed"]), bool(said["complete"]))
    if "estimates" in said:
        sizes = {int(size): SizeEstimate(**_numbered(found)) for size, found in said["estimates"].items()}
        return CliqueEstimates(said["confidence"], sizes)
    if not isinstance(said.get("cliques"), Mapping):
        return None
    return KCliques(_numbers(said["cliques"]), said.get("exactTo"))


def _outcome(said: Mapping[str, Any], edges: EdgeList | None) -> Outcome:
    result = said["result"]
    failure = said.get("failure")
    listed = result.get("maximumCliques") or result.get("listedMatches")
    if listed is None:
        listed = result["cliques"] if isinstance(result.get("cliques"), list) else []
    outcome = Outcome(
        job_id="",
        run=0,
        graph_id="",
        graph_version=0,
        status="SUCCEEDED" if failure is None else failure["code"],
        failure=None if failure is None else error_of(failure["code"], failure["message"], failure["category"]),
        partial=bool(said.get("partial", False)),
        answer=_answer(result),
        per_vertex={entry["vertex"]: int(entry["count"]) for entry in result.get("perVertex", ())},
        per_edge={(entry["from"], entry["to"]): int(entry["count"]) for entry in result.get("perEdge", ())},
        local_clustering={entry["vertex"]: entry["coefficient"] for entry in result.get("localClustering", ())},
        listed=[tuple(vertices) for vertices in listed],
        vertices=said["graph"]["vertices"],
        edges=said["graph"]["edges"],
        engine=said["engine"],
        plan=said["plan"],
        timings={name.removesuffix("Millis"): value for name, value in said["timings"].items()},
    )
    return outcome.named(None if edges is None else edges.names)
