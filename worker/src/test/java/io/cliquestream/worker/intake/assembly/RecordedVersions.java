package io.cliquestream.worker.intake.assembly;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.SnapshotReference;
import io.cliquestream.worker.graphs.Refusal;
import io.cliquestream.worker.graphs.catalog.VersionStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Keeps what an assembler reports, with plain edge sets instead of built graphs. */
final class RecordedVersions implements Versions {
  final Map<String, VersionStatus> statuses = new HashMap<>();
  final Map<String, FailureCode> reasons = new HashMap<>();
  final Map<String, Set<String>> edges = new HashMap<>();
  final List<FailureCode> discarded = new ArrayList<>();

  /** What is done before a version is usable. */
  Runnable building = () -> {};

  private final Map<String, Long> newest = new HashMap<>();

  @Override
  public VersionStatus status(String graphId, long version) {
    return statuses.getOrDefault(graphId + '/' + version, VersionStatus.UNKNOWN);
  }

  @Override
  public long newest(String graphId) {
    return newest.getOrDefault(graphId, 0L);
  }

  @Override
  public void opened(String graphId, long version, String tenant) {
    statuses.put(graphId + '/' + version, VersionStatus.OPEN);
  }

  @Override
  public void rejected(
      String graphId, long version, Refusal refusal, ConsumerRecord<byte[], byte[]> cause) {
    statuses.put(graphId + '/' + version, VersionStatus.REJECTED);
    reasons.put(graphId + '/' + version, refusal.code());
  }

  @Override
  public void retired(String graphId, long version) {
    statuses.put(graphId + '/' + version, VersionStatus.RETIRED);
    newest.computeIfPresent(graphId, (id, at) -> at == version ? null : at);
  }

  @Override
  public void discarded(ConsumerRecord<byte[], byte[]> record, Refusal refusal) {
    discarded.add(refusal.code());
  }

  @Override
  public void snapshot(
      String graphId, long version, AssembledSnapshot assembled, RecordRange records) {
    try (assembled) {
      building.run();
      newest.merge(graphId, version, Math::max);
      ready(graphId + '/' + version, simple(assembled.edges().edges()));
    }
  }

  @Override
  public void reference(SnapshotReference reference, ConsumerRecord<byte[], byte[]> record) {
    throw new AssertionError("no reference was sent");
  }

  @Override
  public void delta(
      String graphId, long baseVersion, long version, AssembledDelta delta, RecordRange records) {
    try (delta) {
      newest.merge(graphId, version, Math::max);
      var result = new TreeSet<>(edges.get(graphId + '/' + baseVersion));
      result.removeAll(simple(delta.deleted().edges()));
      result.addAll(simple(delta.inserted().edges()));
      ready(graphId + '/' + version, result);
    }
  }

  private void ready(String key, Set<String> simple) {
    statuses.put(key, VersionStatus.READY);
    edges.put(key, simple);
  }

  static Set<String> simple(EdgeArray array) {
    var set = new TreeSet<String>();
    for (long i = 0; i < array.size(); i++) {
      add(set, array.from(i), array.to(i));
    }
    return set;
  }

  static Set<String> simple(long... ends) {
    var set = new TreeSet<String>();
    for (int i = 0; i < ends.length; i += 2) {
      add(set, ends[i], ends[i + 1]);
    }
    return set;
  }

  private static void add(Set<String> set, long a, long b) {
    if (a != b) {
      set.add(Math.min(a, b) + "-" + Math.max(a, b));
    }
  }
}
