"""Makes a graph of the JSON events of a topic that others write.

Two fields of every event are the ends of an edge, whole numbers or text. Edges are published as deltas,
after ``--events`` of them or ``--seconds``. Offsets are committed behind the delta that holds the events,
so that none is lost; one that is read again after a crash changes nothing, because a graph is a set.

Text is numbered by the first 63 bits of its SHA-256, so that a restart needs no dictionary; that two of
ten million names fall together has a probability of one in 180,000. Numbers keep their value; events
should have the one or the other.

Every delta stays on the topic as long as versions build on it. Publish a snapshot under a new graph id,
and feed that, before so many deltas lie there that a restart of a worker takes too long.
"""

import argparse
import hashlib
import json
import sys
import time

from cliquestream import Client
from confluent_kafka import Consumer, KafkaError

HOPELESS = (KafkaError.UNKNOWN_TOPIC_OR_PART, KafkaError.TOPIC_AUTHORIZATION_FAILED, KafkaError.GROUP_AUTHORIZATION_FAILED)


def vertex(value):
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**63:
        return value
    if isinstance(value, str):
        return int.from_bytes(hashlib.sha256(value.encode()).digest()[:8], "big") >> 1
    raise ValueError(f"{value!r} is no vertex")


def field(event, path):
    for name in path.split("."):
        event = event[name]
    return event


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--bootstrap", default=None, help="the broker of both topics")
    options.add_argument("--topic", required=True)
    options.add_argument("--source", required=True, help="field of the event, such as payer or payload.from.id")
    options.add_argument("--target", required=True)
    options.add_argument("--graph-id", required=True)
    options.add_argument("--events", type=int, default=10_000)
    options.add_argument("--seconds", type=float, default=5.0)
    options.add_argument("--deltas", type=int, default=0, help="end after so many; 0 to go on")
    said = options.parse_args()

    with Client(said.bootstrap) as client:
        consumer = Consumer(
            {
                "bootstrap.servers": client.bootstrap,
                "group.id": "cliquestream-feed-" + said.graph_id,
                "enable.auto.commit": False,
                "auto.offset.reset": "earliest",
            }
        )
        consumer.subscribe([said.topic])
        # A restart goes on where the one before stopped.
        known = client.versions(said.graph_id)
        base = (said.graph_id, known[-1]) if known else client.publish(said.graph_id, [])
        edges, began, published = [], time.monotonic(), 0
        try:
            while not said.deltas or published < said.deltas:
                message = consumer.poll(0.2)
                error = message.error() if message is not None else None
                if error is not None and (error.fatal() or error.code() in HOPELESS):
                    sys.exit(f"{said.topic} cannot be read: {error.str()}")
                if message is not None and message.error() is None:
                    try:
                        event = json.loads(message.value())
                        edges.append((vertex(field(event, said.source)), vertex(field(event, said.target))))
                    except (ValueError, KeyError, TypeError) as cause:
                        where = f"{said.topic}-{message.partition()} {message.offset()}"
                        print(f"{where} is left out: {cause}", file=sys.stderr)
                late = time.monotonic() - began >= said.seconds
                if edges and (late or len(edges) >= said.events):
                    base = client.delta(base, insert=edges)
                    consumer.commit(asynchronous=False)
                    print(f"version {base.version}: {len(edges)} edges", flush=True)
                    edges, began, published = [], time.monotonic(), published + 1
                elif late:
                    began = time.monotonic()
        finally:
            consumer.close()


if __name__ == "__main__":
    main()
