"""Exact clique analytics as a stream: publish graphs, submit jobs and read results over Kafka.

    from cliquestream import Client, triangles

    with Client("localhost:9092") as client:
        graph = client.publish("social", [(0, 1), (1, 2), (2, 0)])
        print(client.run(triangles(), graph).answer.triangles)
"""

from .alerts import AlertOptions, Cause, MatchAlert
from .client import Alert, Client, Published, Submitted
from .differences import Difference, VertexArrays
from .edges import EdgeList, VertexNames
from .errors import (
    BaseVersionError,
    CliquestreamError,
    InputError,
    InternalError,
    NotFoundError,
    ResourceError,
    StoppedError,
)
from .jobs import (
    Job,
    clique_estimate,
    cliques,
    core_numbers,
    k_cliques,
    match,
    maximal_cliques,
    maximum_clique,
    motifs,
    triangles,
)
from .local import compute
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
    Progress,
    SizeEstimate,
    Triangles,
)
from .rows import Rows
from .stream import EdgeStream

__all__ = [
    "Alert",
    "AlertOptions",
    "Answer",
    "BaseVersionError",
    "Client",
    "Cause",
    "CliqueEstimates",
    "CliquestreamError",
    "CoreNumbers",
    "Difference",
    "EdgeList",
    "EdgeStream",
    "InputError",
    "InternalError",
    "Job",
    "KCliques",
    "Listing",
    "Matches",
    "MatchAlert",
    "MaximalCliques",
    "MaximumClique",
    "Motifs",
    "NotFoundError",
    "Outcome",
    "Progress",
    "Published",
    "ResourceError",
    "Rows",
    "SizeEstimate",
    "StoppedError",
    "Submitted",
    "Triangles",
    "VertexArrays",
    "VertexNames",
    "clique_estimate",
    "cliques",
    "compute",
    "core_numbers",
    "k_cliques",
    "match",
    "maximal_cliques",
    "maximum_clique",
    "motifs",
    "triangles",
]
