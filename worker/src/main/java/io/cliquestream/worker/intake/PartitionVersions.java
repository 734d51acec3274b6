package io.cliquestream.worker.intake;

import io.cliquestream.contract.Failures;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.SnapshotHeader;
import io.cliquestream.v1.SnapshotReference;
import io.cliquestream.v1.StreamPosition;
import io.cliquestream.v1.VersionSelector;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.Refusal;
import io.cliquestream.worker.graphs.cache.CachedGraph;
import io.cliquestream.worker.graphs.cache.GraphSource;
import io.cliquestream.worker.graphs.cache.PinnedGraph;
import io.cliquestream.worker.graphs.cache.VersionOrigin;
import io.cliquestream.worker.graphs.catalog.Resolution;
import io.cliquestream.worker.graphs.catalog.VersionStatus;
import io.cliquestream.worker.graphs.names.GraphNames;
import io.cliquestream.worker.graphs.rows.VersionRows;
import io.cliquestream.worker.intake.assembly.AssembledDelta;
import io.cliquestream.worker.intake.assembly.AssembledNames;
import io.cliquestream.worker.intake.assembly.AssembledSnapshot;
import io.cliquestream.worker.intake.assembly.DeltaNames;
import io.cliquestream.worker.intake.assembly.RecordRange;
import io.cliquestream.worker.intake.assembly.Versions;
import io.cliquestream.worker.intake.reread.VersionSource;
import io.cliquestream.worker.log.WorkerLog;
import io.cliquestream.worker.metrics.Metric;
import io.cliquestream.worker.quota.QuotaSettings;
import io.cliquestream.worker.quota.Quotas;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Builds what a partition's assembler puts together and enters it into the catalogue. */
final class PartitionVersions implements Versions {
  private final int partition;
  private final int partitionCount;
  private final BooleanSupplier restored;
  private final IntakeParts parts;
  private final Fetcher fetcher;
  private final SharedRows shared;
  private final StreamCheckpoints checkpoints;
  private final PartitionLetters letters;
  private ConsumerRecord<byte[], byte[]> tombstone;

  /** Begins to fetch a referenced snapshot. */
  interface Fetcher {
    void fetch(SnapshotReference reference, ConsumerRecord<byte[], byte[]> record);
  }

  /**
   * @param letters takes the records that are of no use
   * @param restored whether what lay in the partition at first was taken in
   */
  PartitionVersions(
      int partition,
      int partitionCount,
      PartitionLetters letters,
      BooleanSupplier restored,
      IntakeParts parts,
      Fetcher fetcher) {
    this.partition = partition;
    this.partitionCount = partitionCount;
    this.letters = letters;
    this.restored = restored;
    this.parts = parts;
    this.fetcher = fetcher;
    this.shared = new SharedRows(partition, parts);
    this.checkpoints = new StreamCheckpoints(partition, parts.catalog());
  }

  @Override
  public VersionStatus status(String graphId, long version) {
    return checkpoints.isHeld(graphId, version)
        ? VersionStatus.READY
        : parts.catalog().status(graphId, version);
  }

  @Override
  public long newest(String graphId) {
    return parts.catalog().newest(graphId);
  }

  @Override
  public void opened(String graphId, long version, String tenant) {
    // What was taken in once, perhaps by several workers, is never refused to their successor.
    if (restored.getAsBoolean()) {
      requireQuota(graphId, tenant);
    }
    parts.catalog().opened(partition, graphId, version, tenant);
  }

  @Override
  public void streamed(String graphId, long version, StreamPosition position) {
    parts.catalog().streamed(partition, graphId, version, position);
  }

  @Override
  public boolean hasStream(String graphId) {
    return checkpoints.holds(graphId) || parts.catalog().streamedGraph(graphId).hasStream();
  }

  private void requireQuota(String graphId, String tenant) {
    long limit = parts.quotas().limit(Quotas.Resource.VERSIONS);
    long after = limit < QuotaSettings.MOST ? parts.catalog().withOneMore(tenant, graphId) : 0;
    if (after > limit) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_QUOTA_EXCEEDED,
          "it would be version %d of tenant '%s' on this worker; quotas.versions grants one tenant %d"
              .formatted(after, tenant, limit));
    }
  }

  @Override
  public void rejected(
      String graphId, long version, Refusal refusal, ConsumerRecord<byte[], byte[]> cause) {
    parts.catalog().rejected(partition, graphId, version, refusal);
    parts.events().changed(graphId);
    // What was there before the last start was counted and reported before the last start.
    if (cause == null || letters.isNews(cause)) {
      parts
          .metrics()
          .counter(Metric.REJECTIONS, "code", Failures.nameOf(refusal.code()))
          .increment();
      WorkerLog.rejected(
          partition, graphId, version, Failures.nameOf(refusal.code()), refusal.message());
    }
    if (cause != null) {
      boolean _ = letters.add(cause, refusal);
    }
  }

  @Override
  public void retired(String graphId, long version) {
    letters.retired(tombstone, graphId, version);
    if (checkpoints.isHeld(graphId, version)) {
      checkpoints.letGo(graphId);
    }
    parts.catalog().retired(partition, graphId, version);
    parts.deltas().drop(graphId, version);
    parts.events().changed(graphId);
  }

  @Override
  public void discarded(ConsumerRecord<byte[], byte[]> record, Refusal refusal) {
    // Writing the dead letter is what says so in the log.
    boolean _ = letters.add(record, refusal);
  }

  /** Says which tombstone comes next. */
  void retiring(ConsumerRecord<byte[], byte[]> next) {
    tombstone = next;
  }

  @Override
  public boolean isOwn(SnapshotHeader checkpoint) {
    return restored.getAsBoolean() && parts.catalog().hasOwn(checkpoint);
  }

  @Override
  public void passed(String graphId, long version, RecordRange records) {
    checkpoints.hold(graphId, new StreamCheckpoints.Checkpoint(version, records, Optional.empty()));
  }

  @Override
  public void checkpoint(
      String graphId, long version, AssembledSnapshot snapshot, RecordRange records) {
    if (snapshot.names().isPresent()) {
      // Streams make none of those; who writes one has a version.
      snapshot(graphId, version, snapshot, records);
      return;
    }
    try (snapshot) {
      SimpleGraph graph = built(Optional.empty(), () -> build(snapshot.edges().edges()));
      CachedGraph base =
          parts
              .cache()
              .add(
                  name(graphId, version),
                  graph,
                  source(graphId, version, records, null, 0),
                  origin(0, records),
                  Optional.empty());
      checkpoints.hold(
          graphId, new StreamCheckpoints.Checkpoint(version, records, Optional.of(base)));
    } catch (ComputeException e) {
      throw new WorkerException(FailureCode.forNumber(e.code().number()), e.getMessage(), e);
    }
  }

  /** Frees what no delta came for. */
  void end() {
    checkpoints.close();
  }

  @Override
  public void snapshot(
      String graphId, long version, AssembledSnapshot snapshot, RecordRange records) {
    checkpoints.letGo(graphId);
    try (snapshot) {
      EdgeArray edges = snapshot.edges().edges();
      var source = source(graphId, version, records, null, 0);
      Optional<VersionRows> same = shared.unchanged(graphId, version, snapshot);
      if (same.isPresent()) {
        ready(
            graphId,
            version,
            edges.size(),
            name ->
                parts.cache().add(name, same.get(), source, origin(0, records), Optional.empty()));
        return;
      }
      Optional<GraphNames> names =
          snapshot
              .names()
              .map(AssembledNames::take)
              .map(taken -> GraphNames.of(taken, parts.names()));
      add(graphId, version, edges.size(), source, origin(0, records), names, () -> build(edges));
    }
  }

  @Override
  public void reference(SnapshotReference reference, ConsumerRecord<byte[], byte[]> record) {
    fetcher.fetch(reference, record);
  }

  @Override
  public void delta(
      String graphId, long baseVersion, long version, AssembledDelta delta, RecordRange records) {
    try (delta) {
      Optional<StreamCheckpoints.Checkpoint> checkpoint = checkpoints.find(graphId, baseVersion);
      if (checkpoint.isPresent() && checkpoint.get().graph().isEmpty()) {
        unchanged(graphId, version, delta.listed(), records, checkpoint.get());
        return;
      }
      CachedGraph base =
          checkpoint
              .flatMap(StreamCheckpoints.Checkpoint::graph)
              .orElseGet(() -> base(graphId, baseVersion));
      var change = new Change(graphId, baseVersion, base, version, records, checkpoint);
      Optional<GraphNames> known = change.base().pinNames();
      try {
        if (delta.names().isPresent()) {
          named(change, delta, delta.names().get(), known);
        } else {
          known.ifPresent(names -> requireNamed(delta, names));
          // One use for the version, beside the one for the time of this call.
          apply(
              change,
              delta.listed(),
              change.base().pinNames(),
              delta.inserted().edges(),
              delta.deleted().edges());
        }
      } finally {
        known.ifPresent(GraphNames::unpin);
      }
    } finally {
      checkpoints.letGo(graphId);
    }
  }

  /**
   * The first version upon a checkpoint that this worker wrote is the one before it once more: what
   * the delta lists are the changes from the checkpoint to that one.
   */
  private void unchanged(
      String graphId,
      long version,
      long listed,
      RecordRange records,
      StreamCheckpoints.Checkpoint checkpoint) {
    OptionalLong same = parts.catalog().sameInStream(graphId, version);
    if (same.isEmpty()) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_DELTA_BASE_MISSING,
          "the version before checkpoint "
              + Long.toUnsignedString(checkpoint.version())
              + " is not there");
    }
    long before = same.getAsLong();
    CachedGraph base = base(graphId, before);
    try (EdgeArray none = EdgeArray.narrow()) {
      apply(
          new Change(graphId, before, base, version, records, Optional.of(checkpoint)),
          listed,
          base.pinNames(),
          none,
          none);
    }
  }

  /**
   * @param checkpoint whose records belong to those of the version, if it is the first one upon it
   */
  private record Change(
      String graphId,
      long baseVersion,
      CachedGraph base,
      long version,
      RecordRange records,
      Optional<StreamCheckpoints.Checkpoint> checkpoint) {
    VersionOrigin origin() {
      return checkpoint
          .map(held -> new VersionOrigin(held.version(), held.records().first(), records.last()))
          .orElseGet(() -> PartitionVersions.origin(baseVersion, records));
    }
  }

  /** Ids beyond the names would be vertices that are called by nothing. */
  private static void requireNamed(AssembledDelta delta, GraphNames names) {
    try {
      delta.inserted().edges().requireIdsBelow(names.size(), Parallelism.available());
    } catch (ComputeException e) {
      throw new WorkerException(FailureCode.forNumber(e.code().number()), e.getMessage(), e);
    }
  }

  private void named(
      Change change, AssembledDelta delta, AssembledNames own, Optional<GraphNames> base) {
    if (base.isEmpty() && change.base().vertices() > 0) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_SNAPSHOT_ENCODING_INVALID,
          "the delta has names, and the vertices of its base have none");
    }
    GraphNames known = base.orElseGet(() -> GraphNames.none(parts.names()));
    try (var names = new DeltaNames(own, known);
        EdgeArray inserted = names.inserted(delta.inserted().edges());
        EdgeArray deleted = names.deleted(delta.deleted().edges())) {
      apply(change, delta.listed(), Optional.of(names.names()), inserted, deleted);
    } finally {
      if (base.isEmpty()) {
        known.unpin();
      }
    }
  }

  /**
   * Makes the version.
   *
   * @param names of its vertices, of which one use is taken over
   */
  private void apply(
      Change change,
      long listed,
      Optional<GraphNames> names,
      EdgeArray inserted,
      EdgeArray deleted) {
    boolean handed = false;
    try {
      // Before the version is known: who is told of it finds them.
      parts
          .deltas()
          .put(
              partition,
              change.graphId(),
              change.baseVersion(),
              change.version(),
              inserted,
              deleted);
      Optional<GraphSource> source = source(change);
      Optional<VersionRows> rows =
          shared.changed(change.base(), change.baseVersion(), change.version(), inserted, deleted);
      if (rows.isPresent()) {
        handed = true;
        ready(
            change.graphId(),
            change.version(),
            listed,
            name -> parts.cache().add(name, rows.get(), source, change.origin(), names));
        return;
      }
      try (PinnedGraph pinned = change.base().pin()) {
        handed = true;
        add(
            change.graphId(),
            change.version(),
            listed,
            source,
            change.origin(),
            names,
            () ->
                GraphBuilder.applySimpleDelta(
                    pinned.simple(), inserted, deleted, Parallelism.available()));
      }
    } finally {
      if (!handed) {
        names.ifPresent(GraphNames::unpin);
      }
    }
  }

  private Optional<GraphSource> source(Change change) {
    return change
        .checkpoint()
        .map(held -> source(change.graphId(), held.version(), held.records(), null, 0))
        .orElseGet(() -> change.base().source())
        .map(VersionSource.class::cast)
        .flatMap(
            before ->
                source(
                    change.graphId(),
                    change.version(),
                    change.records(),
                    before,
                    before.deltas() + 1));
  }

  private Optional<GraphSource> source(
      String graphId, long version, RecordRange records, VersionSource base, int deltas) {
    return deltas > parts.rereads().maximumDeltas()
        ? Optional.empty()
        : Optional.of(
            new VersionSource(
                graphId,
                version,
                partition,
                partitionCount,
                records,
                base,
                deltas,
                parts.rereads()));
  }

  private static VersionOrigin origin(long base, RecordRange records) {
    return new VersionOrigin(base, records.first(), records.last());
  }

  private static SimpleGraph build(EdgeArray edges) {
    return GraphBuilder.buildSimple(edges, Parallelism.available());
  }

  private CachedGraph base(String graphId, long version) {
    var exact = VersionSelector.newBuilder().setExact(version).build();
    if (parts.catalog().resolve(graphId, exact) instanceof Resolution.Usable usable) {
      return usable.graph();
    }
    throw new WorkerException(
        FailureCode.FAILURE_CODE_DELTA_BASE_MISSING,
        "base version " + Long.toUnsignedString(version) + " is not there");
  }

  private void add(
      String graphId,
      long version,
      long listed,
      Optional<GraphSource> source,
      VersionOrigin origin,
      Optional<GraphNames> names,
      Supplier<SimpleGraph> build) {
    ready(
        graphId,
        version,
        listed,
        name -> {
          SimpleGraph graph = built(names, build);
          return parts.cache().add(name, graph, source, origin, names);
        });
  }

  private void ready(
      String graphId, long version, long listed, Function<String, CachedGraph> graph) {
    try {
      parts.catalog().ready(partition, graphId, version, graph.apply(name(graphId, version)));
    } catch (ComputeException e) {
      throw new WorkerException(FailureCode.forNumber(e.code().number()), e.getMessage(), e);
    }
    parts.metrics().counter(Metric.INGEST_EDGES).increment((double) listed);
    parts.events().changed(graphId);
    parts.events().usable(graphId, version);
  }

  private static String name(String graphId, long version) {
    return "graph " + graphId + " version " + Long.toUnsignedString(version);
  }

  /** Builds a graph; when that fails, the names go too. */
  private SimpleGraph built(Optional<GraphNames> names, Supplier<SimpleGraph> build) {
    boolean done = false;
    try {
      SimpleGraph graph = parts.metrics().timer(Metric.PREPARE).record(build);
      done = true;
      return graph;
    } finally {
      if (!done) {
        names.ifPresent(GraphNames::unpin);
      }
    }
  }
}
