"""What the documents and examples show runs as it stands."""

import json
import os
import re
import subprocess
import sys
import time

import pytest
from conftest import HOME

DOCUMENTS = ("docs/clients.md", "clients/python/README.md")
EXAMPLES = [
    (f"{document}:{number}", code)
    for document in DOCUMENTS
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", (HOME / document).read_text(), re.S))
]


def run(*command, **environment):
    return subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, timeout=120, cwd=HOME
    )


def test_there_are_examples():
    assert len(EXAMPLES) >= 6


@pytest.mark.parametrize(("place", "code"), EXAMPLES, ids=[place for place, _ in EXAMPLES])
def test_the_example_runs_as_it_stands(service, place, code):
    for word, package in {"networkx": "networkx", "pandas": "pandas", ".frame()": "pandas"}.items():
        if word in code:
            pytest.importorskip(package)
    # The one word that a reader replaces, too.
    done = run(sys.executable, "-c", code.replace('Client("localhost:9092")', "Client()"))
    assert done.returncode == 0, f"{place}\n{done.stderr}"


def test_the_notebook_runs_from_the_first_cell_to_the_last(service):
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    pytest.importorskip("networkx")
    import nbclient
    import nbformat

    notebook = nbformat.read(HOME / "clients/python/examples/social-network.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "committed without outputs"
    # The kernel of this Python, whatever kernels are installed.
    manager = nbclient.client.KernelManager(kernel_name="python3")
    manager.kernel_spec.argv[0] = sys.executable
    try:
        nbclient.NotebookClient(notebook, km=manager, timeout=120).execute()
    finally:
        manager.shutdown_kernel(now=True)
    printed = "".join(output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", ()))
    assert "467 triangles" in printed and "alert: version" in printed
    assert "appeared Javert, Reader, Valjean" in printed and "59 maximal cliques, 59 of them" in printed


def test_events_of_a_topic_of_others_become_a_graph(client):
    from cliquestream import NotFoundError, triangles
    from confluent_kafka import Producer
    from confluent_kafka.admin import AdminClient, NewTopic

    command = re.search(r"^\./cliquestream (bridge .*)$", (HOME / "docs/clients.md").read_text(), re.M)[1].split()
    # Kept until it has answered: what is asked of one that is gone is broken off.
    admin = AdminClient({"bootstrap.servers": client.bootstrap})
    admin.create_topics([NewTopic("payments", 1, 1)])["payments"].result(30)
    producer = Producer({"bootstrap.servers": client.bootstrap})
    people = [("ann", "bob"), ("bob", "cy"), ("cy", "ann"), ("cy", "dan")]
    events = [json.dumps({"payer": {"id": a}, "payee": b, "amount": 5}) for a, b in people]
    for event in [*events[:3], "no JSON", json.dumps({"payer": {"id": None}, "payee": "x"}), events[3], events[0]]:
        producer.produce("payments", event)
    assert producer.flush(30) == 0
    command = [os.environ["CLIQUESTREAM_LAUNCHER"], *command, "--bootstrap", client.bootstrap, "--until-end"]
    done = run(*command)
    assert done.returncode == 0, done.stderr
    assert "5 inserted, 0 deleted, 2 dead letters (RECORD_INCOMPLETE 1, RECORD_UNDECODABLE 1)" in done.stderr
    again = run(*command)
    assert "0 inserted, 0 deleted, 0 dead letters" in again.stderr
    deadline = time.monotonic() + 60
    outcome = None
    while outcome is None or (outcome.edges != 4 and time.monotonic() < deadline):
        try:
            outcome = client.run(triangles(per_vertex=True), "payments")
        except NotFoundError:
            assert time.monotonic() < deadline
    assert (outcome.answer.triangles, outcome.edges) == (1, 4)
    assert outcome.per_vertex == {"ann": 1, "bob": 1, "cy": 1, "dan": 0}
