"""The Python client against a real broker and worker; counts are NetworkX's."""

import struct
import threading
import time
import uuid
from datetime import datetime, timezone
from itertools import combinations

import pytest
from cliquestream import (
    AlertOptions,
    Client,
    EdgeStream,
    InputError,
    InternalError,
    KCliques,
    Listing,
    NotFoundError,
    ResourceError,
    StoppedError,
    cliques,
    k_cliques,
    match,
    maximal_cliques,
    maximum_clique,
    motifs,
    triangles,
)

networkx = pytest.importorskip("networkx")


def graph_id():
    return "python-" + uuid.uuid4().hex


@pytest.fixture(scope="module")
def random_graph():
    return networkx.gnp_random_graph(60, 0.3, seed=7)


@pytest.fixture(scope="module")
def published(client, random_graph):
    return client.publish(graph_id(), random_graph)


def sizes(graph):
    counted = {}
    for clique in networkx.enumerate_all_cliques(graph):
        counted[len(clique)] = counted.get(len(clique), 0) + 1
    return counted


def test_triangles_in_all_through_vertices_and_edges(client, published, random_graph):
    outcome = client.run(triangles(per_vertex=True, per_edge=True, clustering=True), published)
    through = networkx.triangles(random_graph)
    assert outcome.answer.triangles == sum(through.values()) // 3
    assert outcome.per_vertex == {vertex: through[vertex] for vertex in random_graph if random_graph.degree(vertex)}
    assert outcome.per_edge == {
        (min(a, b), max(a, b)): len(set(random_graph[a]) & set(random_graph[b])) for a, b in random_graph.edges()
    }
    assert outcome.answer.transitivity == pytest.approx(networkx.transitivity(random_graph))
    local = networkx.clustering(random_graph)
    assert outcome.local_clustering == pytest.approx({vertex: local[vertex] for vertex in outcome.local_clustering})
    assert (outcome.graph_version, outcome.edges) == (published.version, random_graph.number_of_edges())
    assert outcome.engine == "cpu" and outcome.succeeded and outcome.timings["compute"] >= 0


def test_cliques_of_every_size(client, published, random_graph):
    wanted = sizes(random_graph)
    assert client.run(k_cliques(), published).answer == KCliques(wanted)
    assert client.run(k_cliques((3, 5)), published).answer.cliques == {k: wanted[k] for k in (3, 4, 5)}
    assert client.run(k_cliques(4, method="pivoting"), published).answer.cliques == {4: wanted[4]}
    listed = client.run(cliques(4, limit=100_000), published)
    assert listed.answer == Listing(wanted[4], True)
    assert len({frozenset(clique) for clique in listed.listed}) == wanted[4]
    assert all(random_graph.has_edge(a, b) for clique in listed.listed for a, b in combinations(clique, 2))


def test_maximum_and_maximal_cliques(client, published, random_graph):
    wanted = {frozenset(clique) for clique in networkx.find_cliques(random_graph)}
    largest = max(map(len, wanted))
    outcome = client.run(maximum_clique(all=True), published)
    assert outcome.answer.clique_number == outcome.answer.upper_bound == largest
    assert {frozenset(clique) for clique in outcome.listed} == {c for c in wanted if len(c) == largest}
    assert outcome.answer.maximum_cliques == len(outcome.listed)
    outcome = client.run(maximal_cliques(limit=100_000), published)
    assert outcome.answer.maximal_cliques == len(wanted) == sum(outcome.answer.by_size.values())
    assert {frozenset(clique) for clique in outcome.listed} == wanted


def test_motifs_and_patterns(client, published, random_graph):
    three = client.run(motifs(3), published).answer.motifs
    closed = sum(networkx.triangles(random_graph).values()) // 3
    assert closed in three.values() and len(three) == 2
    square = client.run(match("0-1,1-2,2-3,3-0"), published).answer.matches
    adjacent = {vertex: set(random_graph[vertex]) for vertex in random_graph}
    paths = (len(adjacent[a] & adjacent[b]) for a, b in combinations(random_graph, 2))
    assert square == sum(p * (p - 1) // 2 for p in paths) // 2
    listed = client.run(match([(0, 1), (1, 2)], induced=True, limit=3), published)
    assert len(listed.listed) == 3 and all(not random_graph.has_edge(a, c) for a, _, c in listed.listed)


def test_answers_on_named_vertices_carry_the_names(client):
    people = networkx.les_miserables_graph()
    graph = client.publish(graph_id(), people)
    outcome = client.run(triangles(per_vertex=True), graph)
    wanted = {name: count for name, count in networkx.triangles(people).items()}
    assert outcome.per_vertex == wanted
    best = client.run(maximum_clique(), graph).listed[0]
    assert all(people.has_edge(a, b) for a, b in combinations(best, 2))
    changed = client.delta(graph, insert=[("Valjean", "Cliquestream"), ("Javert", "Cliquestream")])
    assert client.run(triangles(per_vertex=True), changed).per_vertex["Cliquestream"] == 1
    # Whoever knows the graph's id alone has the names, too.
    stranger = client.run(triangles(per_vertex=True), changed.graph_id)
    assert stranger.per_vertex == {**wanted, "Cliquestream": 1} | {
        name: stranger.per_vertex[name] for name in ("Valjean", "Javert")
    }
    with pytest.raises(InputError, match="no vertex is named 'Nobody'"):
        client.delta(graph, delete=[("Nobody", "Valjean")])


def test_a_snapshot_of_many_chunks_and_one_that_is_compressed(client):
    numpy = pytest.importorskip("numpy")
    pairs = numpy.random.default_rng(3).integers(0, 100_000, (300_000, 2))
    plain = client.publish(graph_id(), pairs)
    wanted = client.run(triangles(), plain)
    simple = {tuple(sorted(pair)) for pair in pairs.tolist() if pair[0] != pair[1]}
    assert wanted.edges == len(simple)
    pytest.importorskip("zstandard")
    assert client.run(triangles(), client.publish(graph_id(), pairs, zstd=True)).answer == wanted.answer


def test_a_delta_and_the_version_that_it_builds_on(client):
    first = client.publish(graph_id(), [(0, 1), (1, 2), (2, 0)])
    second = client.delta(first, insert=[(0, 3), (1, 3)], delete=[(1, 2)])
    assert client.run(triangles(), second).answer.triangles == 1
    assert client.run(triangles(), first).answer.triangles == 1
    assert client.run(triangles(per_vertex=True), second).per_vertex[3] == 1
    assert client.versions(first.graph_id) == [first.version, second.version]
    with pytest.raises(InputError, match="a delta builds version") as refused:
        client.retire(first.graph_id, first.version)
    assert refused.value.code == "OPTION_INVALID"
    assert client.retire(second.graph_id, second.version) == 1
    assert client.retire(first.graph_id, first.version) == 3
    assert client.versions(first.graph_id) == []
    with pytest.raises(NotFoundError) as gone:
        client.retire(first.graph_id, first.version)
    assert gone.value.code == "VERSION_UNKNOWN"


def test_a_failure_has_the_services_code_and_category(client, published):
    with pytest.raises(NotFoundError) as unknown:
        client.run(triangles(), graph_id())
    assert unknown.value.code == "GRAPH_UNKNOWN"
    with pytest.raises(InputError) as invalid:
        client.run(motifs(99), published)
    assert invalid.value.code == "OPTION_INVALID"
    with pytest.raises(InputError) as pattern:
        client.run(match("0-1,2-3"), published)
    assert pattern.value.code == "PATTERN_INVALID"
    with pytest.raises(NotFoundError) as engine:
        client.run(triangles(), published, engine="cuda")
    assert engine.value.code == "ENGINE_UNAVAILABLE"


def test_a_job_id_that_was_answered_before_gives_that_answer(client, published):
    name = "once-" + uuid.uuid4().hex
    first = client.run(triangles(), published, job_id=name)
    again = client.run(triangles(), published, job_id=name, timeout=60)
    assert again == first
    with Client(client_bootstrap()) as another:
        assert next(another.runs(name, timeout=60)).answer == first.answer


def client_bootstrap():
    import os

    return os.environ["CLIQUESTREAM_KAFKA_BOOTSTRAP"]


def test_a_stream_of_names_becomes_versions_and_alerts_by_name(client):
    name = graph_id()
    before = client.run(triangles(), client.publish(name, [("ann", "bob"), ("bob", "cy")]))
    assert before.answer.triangles == 0
    job = client.submit(triangles(), name, job_id=name + "-rings", alert=AlertOptions(from_the_start=True))
    assert job.wait(60).answer.triangles == 0
    with client.stream(name, version_events=2) as stream:
        stream.insert("cy", "ann", time=1.5)
        stream.insert("Zoë M.", "ann", time=datetime(2020, 1, 1, tzinfo=timezone.utc))
        stream.delete("ann", "bob")
        stream.delete("nobody", "ann")
    assert stream.sent == 4
    alerts = client.alerts(job.job_id, start="beginning", timeout=120)
    came, went = next(alerts), next(alerts)
    assert (came.kind, came.sequence, sorted(came.vertices)) == ("APPEARED", 1, ["ann", "bob", "cy"])
    assert (sorted([came.cause.source, came.cause.target]), came.cause.inserted) == (["ann", "cy"], True)
    assert (went.kind, went.sequence, went.match_id) == ("VANISHED", 2, came.match_id)
    assert (sorted([went.cause.source, went.cause.target]), went.cause.inserted) == (["ann", "bob"], False)
    answer = client.run(triangles(per_vertex=True), name)
    assert answer.per_vertex == dict.fromkeys(["ann", "bob", "cy", "Zoë M."], 0)
    job.cancel("seen")
    stream.end()


def test_a_stream_of_numbers_says_what_does_not_fit(client):
    with client.stream(graph_id(), create=True, window_events=100) as stream:
        stream.insert(0, 2**64 - 1)
        for wrong in [("a", 1), (-1, 2), (True, 2), (1.5, 2), ("", "b"), ("a" * 1025, "b"), (2**64, 1), ("\ud800", "b")]:
            with pytest.raises(InputError) as failure:
                stream.insert(*wrong)
            assert failure.value.code == "CHANGE_INVALID"
        for wrong in [datetime(2020, 1, 1), float("nan"), float("inf")]:
            with pytest.raises(InputError):
                stream.insert(1, 2, time=wrong)
    for wrong in [{"window": 0}, {"version_wait": -1}]:
        with pytest.raises(InputError):
            client.stream(graph_id(), **wrong)
    with pytest.raises(InputError):
        client.stream("no graph")
    with pytest.raises(StoppedError):
        next(client.alerts("no-such-job", timeout=1))


def test_a_stream_takes_numpys_whole_numbers_and_no_others():
    numpy = pytest.importorskip("numpy")
    records = []
    with EdgeStream("pairs", records.append) as stream:
        for source, target in numpy.array([[0, 7], [7, 2**63]], "u8"):
            stream.insert(source, target)
        stream.delete(numpy.int32(7), 0)
        for wrong in [numpy.bool_(True), numpy.float64(1), numpy.int64(-1), None]:
            with pytest.raises(InputError) as failure:
                stream.insert(wrong, 2)
            assert failure.value.code == "CHANGE_INVALID"
    (record,) = records
    assert struct.unpack("<6Q", record.batch.pairs) == (0, 7, 7, 2**63, 7, 0)
    assert record.batch.deletions == b"\x04"


def test_a_standing_job_runs_on_every_version_and_raises_alerts(client):
    graph = client.publish(graph_id(), [(0, 1), (1, 2)])
    name = "standing-" + uuid.uuid4().hex
    job = client.submit(triangles(), graph, job_id=name, every_version=True)
    alerts = client.alerts(name, lambda run, before: run.answer.triangles > 0, start="beginning", timeout=120)
    # Answered behind it on the same partition: now the job stands.
    client.run(triangles(), graph)
    quiet = client.delta(graph, insert=[(7, 8)])
    closed = client.delta(quiet, insert=[(2, 0)])
    alert = next(alerts)
    assert (alert.run.graph_version, alert.run.answer.triangles) == (closed.version, 1)
    ran = [(run.run, run.graph_version) for _, run in zip(range(alert.run.run), client.runs(name, timeout=60))]
    assert alert.before is not None, f"runs {ran} of versions {graph.version}, {quiet.version}, {closed.version}"
    assert alert.before.graph_version == quiet.version and alert.before.answer.triangles == 0
    job.cancel("seen enough")
    assert next(alerts).run.status == "CANCELLED"


def test_progress_is_followed_to_the_end_and_a_running_job_is_cancelled(client):
    dense = client.publish(graph_id(), networkx.gnp_random_graph(2000, 0.25, seed=1))
    job = client.submit(motifs(5), dense)
    seen = []
    for progress in job.progress(timeout=120):
        seen.append(progress.phase)
        if progress.phase == "COMPUTING":
            job.cancel("the test is done")
    assert "COMPUTING" in seen and seen[-1] == "ENDED"
    with pytest.raises(StoppedError) as stopped:
        job.wait(60)
    assert (stopped.value.code, stopped.value.message.count("the test is done")) == ("CANCELLED", 1)


def test_a_job_by_the_clock_counts_its_runs(client, published):
    job = client.submit(triangles(), published, every=0.1)
    runs = job.runs(timeout=60)
    numbers = [next(runs).run for _ in range(3)]
    assert numbers == list(range(numbers[0], numbers[0] + 3))
    job.cancel()


def test_a_job_with_a_secret_is_cancelled_by_who_knows_it(client, published):
    job = client.submit(triangles(), published, every=0.1, secret=uuid.uuid4().hex)
    runs = job.runs(timeout=60)
    next(runs)
    client.cancel(job.job_id, "a stranger's")
    client.cancel(job.job_id, "a guess", secret="guessed")
    assert all(next(runs).succeeded for _ in range(5))
    job.cancel("its owner's")
    last = next(run for run in runs if not run.succeeded)
    assert last.status == "CANCELLED" and "its owner's" in last.failure.message


def test_results_of_all_jobs_are_read_with_their_pages(client, published, random_graph):
    name = "all-" + uuid.uuid4().hex
    client.run(triangles(per_vertex=True), published, job_id=name)
    everything = client.results(start="beginning", timeout=60)
    found = next(outcome for outcome in everything if outcome.job_id == name)
    assert found.per_vertex == {vertex: n for vertex, n in networkx.triangles(random_graph).items()}


def test_a_reader_holds_no_more_pages_than_it_may(service, published):
    with Client(service.bootstrap, page_bytes=10) as small, pytest.raises(ResourceError) as refused:
        small.run(triangles(per_vertex=True), published)
    assert refused.value.code == "RESULT_TOO_LARGE"


def test_a_wait_ends_in_time(client, published):
    job = client.submit(triangles(), published.graph_id, at_least=published.version + 1)
    with pytest.raises(StoppedError) as late:
        job.wait(0.5)
    assert late.value.code == "DEADLINE_EXCEEDED"
    job.cancel()


def test_threads_share_a_client(client, published, random_graph):
    wanted = sum(networkx.triangles(random_graph).values()) // 3
    answers = []

    def ask():
        for _ in range(5):
            answers.append(client.run(triangles(), published).answer.triangles)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [wanted] * 20


def test_versions_that_threads_publish_of_one_graph_all_count(client):
    name, published = graph_id(), []

    def publish():
        for _ in range(3):
            published.append(client.publish(name, [(0, 1), (1, 2), (2, 0)]))

    threads = [threading.Thread(target=publish) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(version.version for version in published) == client.versions(name)
    newest = max(published, key=lambda version: version.version)
    assert client.run(triangles(), newest).answer.triangles == 1


def test_versions_of_one_moment_still_differ(client):
    name = graph_id()
    first, second = client.publish(name, [(0, 1)]), client.publish(name, [(0, 1)])
    assert second.version > first.version


def test_a_version_that_is_not_newer_is_rejected_by_the_worker(client):
    name = graph_id()
    client.publish(name, [(0, 1)], version=2**62)
    client.run(triangles(), name, at_least=1)
    client.publish(name, [(0, 1), (1, 2), (2, 0)], version=5)
    with pytest.raises(NotFoundError) as refused:
        client.run(triangles(), name, version=5)
    assert refused.value.code in ("VERSION_UNKNOWN", "VERSION_REJECTED")


def test_missing_brokers_topics_and_wrong_settings_are_said(service):
    began = time.monotonic()
    with pytest.raises(InternalError) as away:
        Client("localhost:1", request_timeout=1)
    assert away.value.code == "BROKER_UNAVAILABLE" and time.monotonic() >= began
    with pytest.raises(InternalError, match=r"other\.graphs\.v1"):
        Client(service.bootstrap, topic_prefix="other.")
    for wrong in ({"acks": "0"}, {"enable.idempotence": "false"}, {"security.protocol": "NONSENSE"}):
        with pytest.raises(InputError) as refused:
            Client(service.bootstrap, connection=wrong)
        assert refused.value.code == "OPTION_INVALID"


@pytest.mark.parametrize(
    "options",
    [
        {"priority": -1},
        {"every_version": True, "every": 1},
        {"difference": True},
        {"difference_by_vertex": True},
        {"version": 1, "at_least": 1},
        {"version": -1},
        {"engine": "abacus"},
        {"job_id": "a b"},
    ],
)
def test_options_that_do_not_fit_are_refused_before_anything_is_sent(client, published, options):
    with pytest.raises(InputError):
        client.submit(triangles(), published.graph_id, **options)
