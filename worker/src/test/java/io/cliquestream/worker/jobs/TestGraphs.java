package io.cliquestream.worker.jobs;

import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.DeltaPlan;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.NameSource;
import io.cliquestream.contract.NamedEdgeSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.v1.EdgeEncoding;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Publishes the graphs of an installation, as any client does, each version once. */
final class TestGraphs implements AutoCloseable {
  /** Of this process, so that every worker of a test may name the graphs it needs. */
  private static final Set<String> PUBLISHED = ConcurrentHashMap.newKeySet();

  private final String installation;
  private final ClientSettings settings;
  private CliquestreamClient client;

  TestGraphs(JobServiceSettings settings) {
    this.settings =
        ClientSettings.of(settings.kafka().bootstrap()).withTopics(settings.kafka().topics());
    this.installation = settings.kafka().bootstrap() + "/" + settings.kafka().topicPrefix() + "/";
  }

  /** Makes a version usable; ids are taken two at a time as edges. */
  synchronized void put(String graphId, long version, long... ids) {
    if (PUBLISHED.add(installation + graphId + "/" + version)) {
      client()
          .publishSnapshot(
              new SnapshotPlan(
                  graphId,
                  version,
                  4,
                  0,
                  EdgeEncoding.EDGE_ENCODING_PAIRS,
                  Bounds.DEFAULT_CHUNK_BYTES),
              PayloadCompressor.NONE,
              EdgeSource.of(ids));
    }
  }

  /** Makes a version whose vertices have names: those of their numbers. */
  synchronized void putNamed(String graphId, long version, List<String> names, long... numbers) {
    if (PUBLISHED.add(installation + graphId + "/" + version)) {
      client()
          .publishSnapshot(
              SnapshotPlan.pairs(graphId, version, names.size()),
              PayloadCompressor.NONE,
              EdgeSource.of(numbers),
              NameSource.of(names));
    }
  }

  /** Makes a version out of the one before it by one more edge, between names. */
  synchronized void addNamedEdge(String graphId, long version, String from, String to) {
    client()
        .publishNamedDelta(
            new DeltaPlan(graphId, version - 1, version, 4, 1_000),
            NamedEdgeSource.of(from, to),
            NamedEdgeSource.of());
  }

  /** Makes a version out of the one before it by one more edge. */
  synchronized void addEdge(String graphId, long version, long from, long to) {
    client()
        .publishDelta(
            new DeltaPlan(graphId, version - 1, version, 4, 1_000),
            EdgeSource.of(from, to),
            EdgeSource.of());
  }

  private CliquestreamClient client() {
    if (client == null) {
      client = CliquestreamClient.open(settings);
    }
    return client;
  }

  @Override
  public synchronized void close() {
    if (client != null) {
      client.close();
    }
  }
}
