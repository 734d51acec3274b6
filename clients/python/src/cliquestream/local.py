"""Computes a job on this machine, without Kafka, through the launcher."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Hashable, Iterable, Mapping
from pathlib import Path
from typing import Any

from .edges import EdgeList, VertexNames, edge_list
from .errors import CliquestreamError, InputError, InternalError, StoppedError, error_of
from .files import Column, FileOptions
from .jobs import Job
from .results import (
    Answer,
    CliqueEstimates,
    CoreNumbers,
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
from .rows import Rows, readable

_FAILURE = re.compile(r"^cliquestream: ([A-Z_]+): (.*)$", re.MULTILINE)
#: Seconds that the launcher gets besides the job's own time, to start and to read.
_MARGIN = 60.0
_PARTIAL = 6


def compute(
    job: Job,
    graph: Any,
    *,
    source: Column | None = None,
    target: Column | None = None,
    ignore: Column | Iterable[Column] = (),
    format: str | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
    quote: str | None = None,
    escape: str | None = None,
    escape_in: str | None = None,
    comment: str | None = None,
    ids: str | None = None,
    name_by: str | None = None,
    name_memory: str | int | None = None,
    allow_url: bool = False,
    output: str | os.PathLike[str] | None = None,
    engine: str = "auto",
    threads: int = 0,
    timeout: float = 300.0,
    launcher: str | os.PathLike[str] | None = None,
) -> Outcome:
    """Computes a job on edges, or on a graph file when ``graph`` is a path (text or Path).

    ``source`` and ``target`` name the columns of a DataFrame's edges or of a table's (there also by their
    position from 1); ``ignore`` names further columns of a table, which would not be dropped unsaid, ``"*"``
    all of them. These and the other options of files (``format``, ``delimiter``, ``header``, ``quote``,
    ``escape``, ``escape_in``, ``comment``, ``ids``, ``name_by``, ``name_memory``, ``allow_url``) are the command line's, which
    docs/graph-files.md tells of.

    With ``output`` the rows of the answer (counts by vertex or edge, cliques, matches) go to a file,
    however many there are, and are read by :attr:`Outcome.rows`; the outcome holds the figures alone. The
    file's name tells its format: ``.jsonl``, ``.arrow`` or ``.parquet``.

    ``launcher`` is the command ``cliquestream``; by default the environment's CLIQUESTREAM_LAUNCHER, or
    the one on the PATH. After ``timeout`` seconds the job is ended, with what it had proven by then
    where there is such a thing.
    """
    options = FileOptions(
        format, source, target, ignore, delimiter, header, quote, comment, ids, name_by, name_memory, allow_url,
        escape, escape_in,
    )
    file = None if output is None else Path(output)
    command = [_launcher(launcher), "compute", *job.arguments, "--json", "--engine", engine]
    command += ["--threads", str(threads), "--timeout", f"{max(1, int(timeout * 1000))}ms"]
    if file is not None:
        readable(file)
        command.append(f"--output={file}")
    if isinstance(graph, (str, os.PathLike)):
        return _outcome(_run([*command, _path(graph), *options.arguments()], timeout), None, file)
    of_files = [f"{name}=" for name in options.given() if name not in ("source", "target")]
    if of_files:
        raise InputError("OPTION_INVALID", f"{', '.join(of_files)} tell how a file is read; these edges are none")
    listed = edge_list(graph, source, target)
    with tempfile.TemporaryDirectory(prefix="cliquestream-") as folder:
        words = _written(listed, Path(folder), with_names=file is not None)
        return _outcome(_run([*command, *words], timeout), listed, file)


def _written(edges: EdgeList, folder: Path, with_names: bool) -> list[str]:
    """Writes edges for the launcher, and tells it how to read them; names only where a file of rows holds them."""
    if edges.names is None or not with_names:
        file = folder / "graph.bin"
        file.write_bytes(edges.buffer)
        return [f"--graph={file}", f"--format=u{8 * edges.width}"]
    texts = edges.names.carried()
    if texts is None:
        raise InputError(
            "OPTION_INVALID", "a file of rows cannot hold these names: one is empty, too long, or alike another as text"
        )
    quoted = [b'"' + text.replace(b'"', b'""') + b'"' for text in texts]
    file = folder / "graph.csv"
    with file.open("wb") as lines:
        lines.writelines(quoted[a] + b"," + quoted[b] + b"\n" for a, b in edges.pairs())
    return [f"--graph={file}", "--format=csv", "--delimiter=comma", "--header=no", "--ids=names"]


def _path(graph: str | os.PathLike[str]) -> str:
    path = os.fspath(graph)
    if not isinstance(path, str) or path == "-":
        raise InputError("OPTION_INVALID", f"{path!r} is no path of a graph file; a path is text")
    return f"--graph={path}"


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
    if "verticesByCore" in said:
        return CoreNumbers(int(said["degeneracy"]), _numbers(said["verticesByCore"]))
    if not isinstance(said.get("cliques"), Mapping):
        return None
    return KCliques(_numbers(said["cliques"]), said.get("exactTo"))


def _own(names: VertexNames | None) -> Mapping[str, Hashable] | None:
    """The publisher's names by the text that a file has of them; None where they are that text."""
    return None if names is None or all(type(name) is str for name in names) else {str(name): name for name in names}


def _outcome(said: Mapping[str, Any], edges: EdgeList | None, file: Path | None) -> Outcome:
    names = None if edges is None else edges.names
    result = said["result"]
    failure = said.get("failure")
    found = result.get("maximumCliques") or result.get("listedMatches")
    if found is None:
        found = result["cliques"] if isinstance(result.get("cliques"), list) else []
    listed = [tuple(vertices) for vertices in found]
    rows = None
    if file is not None:
        own = _own(names)
        if own is not None:
            listed = [tuple(own[text] for text in vertices) for vertices in listed]
        # A job that was stopped leaves no file.
        rows = Rows(file, int(said["output"]["rows"]), own) if "output" in said else None
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
        listed=listed,
        vertices=said["graph"]["vertices"],
        edges=said["graph"]["edges"],
        engine=said["engine"],
        plan=said["plan"],
        timings={name.removesuffix("Millis"): value for name, value in said["timings"].items()},
        # The launcher knew them.
        has_names=file is not None and names is not None,
        rows=rows,
    )
    return outcome.named(names)
