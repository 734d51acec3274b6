package io.cliquestream.worker.intake.reread;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.VersionRecords;
import io.cliquestream.worker.graphs.cache.CachedGraph;
import io.cliquestream.worker.graphs.cache.GraphCache;
import io.cliquestream.worker.graphs.cache.PinnedGraph;
import io.cliquestream.worker.graphs.cache.VersionOrigin;
import io.cliquestream.worker.intake.assembly.RecordRange;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Versions of graphs whose partitions this worker does not follow: read from the topic when
 * somebody wants them, one reading at a time for each, and kept in the cache like all graphs, as
 * long as they are wanted now and then. Thread-safe.
 */
public final class ForeignVersions {
  /** Versions known at a time; the cache bounds their bytes. */
  private static final int MOST = 32;

  private static final Duration KEPT = Duration.ofMinutes(10);

  private record Key(String graphId, List<VersionRecords> records) {}

  private final VersionRereads rereads;
  private final GraphCache cache;
  private final Cache<Key, CompletableFuture<CachedGraph>> versions;

  /** Reads with these, into the cache. */
  public ForeignVersions(VersionRereads rereads, GraphCache cache) {
    this.rereads = rereads;
    this.cache = cache;
    this.versions =
        Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfterAccess(KEPT)
            .executor(Runnable::run)
            .removalListener(ForeignVersions::removed)
            .build();
  }

  private static void removed(Key key, CompletableFuture<CachedGraph> version, RemovalCause cause) {
    var _ = version.thenAccept(CachedGraph::drop);
  }

  /** A lease of a version, as soon as it is in memory. */
  public CompletableFuture<PinnedGraph> pin(String graphId, List<VersionRecords> records) {
    Key key = new Key(graphId, List.copyOf(records));
    CompletableFuture<CachedGraph> version =
        versions.get(
            key,
            _ -> {
              var reading = new CompletableFuture<CachedGraph>();
              Thread.ofPlatform()
                  .daemon()
                  .name("cliquestream-foreign-graph")
                  .start(() -> read(key, reading));
              return reading;
            });
    return version.thenCompose(CachedGraph::pinLater);
  }

  private void read(Key key, CompletableFuture<CachedGraph> reading) {
    try {
      VersionSource source = source(key);
      SimpleGraph graph = source.read(Optional.empty());
      VersionRecords last = key.records().getLast();
      var origin =
          new VersionOrigin(
              source.base() == null ? 0 : source.base().version(), last.first(), last.last());
      String name = "graph " + key.graphId() + " version " + Long.toUnsignedString(last.version());
      reading.complete(cache.add(name, graph, Optional.of(source), origin, Optional.empty()));
    } catch (RuntimeException | Error e) {
      versions.asMap().remove(key, reading);
      reading.completeExceptionally(
          e instanceof WorkerException
              ? e
              : new WorkerException(
                  FailureCode.FAILURE_CODE_INTERNAL, "a graph cannot be read: " + e, e));
    }
  }

  private VersionSource source(Key key) {
    VersionSource source = null;
    int deltas = 0;
    for (VersionRecords records : key.records()) {
      source =
          new VersionSource(
              key.graphId(),
              records.version(),
              records.partition(),
              records.partitionCount(),
              new RecordRange(records.first(), records.last()),
              source,
              deltas++,
              rereads);
    }
    if (source == null) {
      throw new CompletionException(new IllegalArgumentException("no records"));
    }
    return source;
  }
}
