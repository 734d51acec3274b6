package io.cliquestream.worker.intake;

import io.cliquestream.contract.Failures;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.SnapshotReference;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.Refusal;
import io.cliquestream.worker.graphs.cache.PinnedGraph;
import io.cliquestream.worker.graphs.catalog.Resolution;
import io.cliquestream.worker.graphs.catalog.VersionStatus;
import io.cliquestream.worker.intake.assembly.AssembledEdges;
import io.cliquestream.worker.intake.assembly.Versions;
import io.cliquestream.worker.metrics.Metric;
import java.util.ArrayDeque;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Builds what a partition's assembler puts together and enters it into the catalogue. */
final class PartitionVersions implements Versions {
  private final int partition;
  private final long deadLettered;
  private final IntakeParts parts;
  private final ArrayDeque<Letter> letters = new ArrayDeque<>();

  private record Letter(ConsumerRecord<byte[], byte[]> record, Refusal refusal) {}

  /**
   * @param deadLettered offset below which dead letters were written already
   */
  PartitionVersions(int partition, long deadLettered, IntakeParts parts) {
    this.partition = partition;
    this.deadLettered = deadLettered;
    this.parts = parts;
  }

  /**
   * Writes the dead letters of the records taken in since the last call. When the broker does not
   * take one, it and those after it stay for the next call, so none is lost or changes its cause.
   *
   * @return whether there were any
   */
  boolean writeDeadLetters() {
    boolean any = !letters.isEmpty();
    while (!letters.isEmpty()) {
      Letter letter = letters.peek();
      parts
          .deadLetters()
          .publish(letter.record(), letter.refusal().code(), letter.refusal().message());
      parts.metrics().counter(Metric.DEAD_LETTERS).increment();
      letters.remove();
    }
    return any;
  }

  @Override
  public VersionStatus status(String graphId, long version) {
    return parts.catalog().status(graphId, version);
  }

  @Override
  public long highest(String graphId) {
    return parts.catalog().highest(graphId);
  }

  @Override
  public void opened(String graphId, long version) {
    parts.catalog().opened(partition, graphId, version);
  }

  @Override
  public void rejected(
      String graphId, long version, Refusal refusal, ConsumerRecord<byte[], byte[]> cause) {
    parts.catalog().rejected(partition, graphId, version, refusal);
    parts.changed().accept(graphId);
    // What was there before the last start was counted and reported before the last start.
    if (cause == null || cause.offset() >= deadLettered) {
      parts
          .metrics()
          .counter(Metric.REJECTIONS, "code", Failures.nameOf(refusal.code()))
          .increment();
    }
    if (cause != null) {
      discarded(cause, refusal);
    }
  }

  @Override
  public void retired(String graphId, long version) {
    parts.catalog().retired(partition, graphId, version);
    parts.changed().accept(graphId);
  }

  @Override
  public void discarded(ConsumerRecord<byte[], byte[]> record, Refusal refusal) {
    if (record.offset() >= deadLettered) {
      letters.add(new Letter(record, refusal));
    }
  }

  @Override
  public void snapshot(String graphId, long version, AssembledEdges edges) {
    try (edges) {
      long listed = edges.edges().size();
      add(graphId, version, listed, () -> build(edges.edges()));
    }
  }

  @Override
  public void reference(SnapshotReference reference) {
    try (EdgeArray edges = parts.references().fetch(reference)) {
      long listed = edges.size();
      add(reference.getGraphId(), reference.getVersion(), listed, () -> build(edges));
    }
  }

  @Override
  public void delta(
      String graphId,
      long baseVersion,
      long version,
      AssembledEdges inserted,
      AssembledEdges deleted) {
    try (inserted;
        deleted;
        PinnedGraph base = base(graphId, baseVersion)) {
      long listed = inserted.edges().size() + deleted.edges().size();
      add(
          graphId,
          version,
          listed,
          () ->
              GraphBuilder.applySimpleDelta(
                  base.simple(), inserted.edges(), deleted.edges(), Parallelism.available()));
    }
  }

  private static SimpleGraph build(EdgeArray edges) {
    return GraphBuilder.buildSimple(edges, Parallelism.available());
  }

  private PinnedGraph base(String graphId, long version) {
    var exact = VersionSelector.newBuilder().setExact(version).build();
    if (parts.catalog().resolve(graphId, exact) instanceof Resolution.Usable usable) {
      return usable.graph().pin();
    }
    throw new WorkerException(
        FailureCode.FAILURE_CODE_DELTA_BASE_MISSING,
        "base version " + Long.toUnsignedString(version) + " is not there");
  }

  private void add(String graphId, long version, long listed, Supplier<SimpleGraph> build) {
    try {
      SimpleGraph graph = parts.metrics().timer(Metric.PREPARE).record(build);
      parts.catalog().ready(partition, graphId, version, parts.cache().add(graph));
    } catch (ComputeException e) {
      throw new WorkerException(FailureCode.forNumber(e.code().number()), e.getMessage(), e);
    }
    parts.metrics().counter(Metric.INGEST_EDGES).increment((double) listed);
    parts.changed().accept(graphId);
    parts.usable().accept(graphId, version);
  }
}
