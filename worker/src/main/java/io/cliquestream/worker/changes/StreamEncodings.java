package io.cliquestream.worker.changes;

import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.SnapshotWriter;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.StreamPosition;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.graphs.StreamedGraph;
import io.cliquestream.worker.graphs.StreamedGraphs;
import io.cliquestream.worker.graphs.rows.VersionRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts snapshots of streams into records while the streams go on: the rows of a version stay as
 * they are for as long as it is leased. All records of a snapshot are on the heap until they are
 * written, within a bound. Threads of its own: what is written does not wait for this.
 */
final class StreamEncodings implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StreamEncodings.class);

  /** Of edges as a snapshot lists them. */
  private static final long MOST_BYTES = Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 32);

  private final GraphStore store;
  private final StreamedGraphs graphs;
  private final ExecutorService background;

  /**
   * @param threads snapshots that are made at a time
   */
  StreamEncodings(GraphStore store, StreamedGraphs graphs, int threads) {
    this.store = store;
    this.graphs = graphs;
    this.background =
        Executors.newFixedThreadPool(
            threads,
            Thread.ofPlatform().daemon().name("cliquestream-stream-encodings-", 0).factory());
  }

  /** A snapshot that is put into records while its stream goes on; used by the lane's thread. */
  static final class Encoding {
    private final ChangeStream stream;
    private final CompletableFuture<Encoded> encoded = new CompletableFuture<>();

    private Encoding(ChangeStream stream) {
      this.stream = stream;
    }

    boolean isDone() {
      return encoded.isDone();
    }

    /** What there is to write; empty when the stream has to wait for its snapshot. */
    Optional<Encoded> finish() {
      try {
        return Optional.of(encoded.join());
      } catch (CompletionException e) {
        LOG.debug("no snapshot of graph {} beside its stream", stream.graphId(), e);
        stream.snapshots().isNotBeside();
        return Optional.empty();
      }
    }

    /** It is of no more use; ends at its next edge. */
    void abandon() {
      boolean _ = encoded.cancel(false);
    }
  }

  /**
   * A snapshot of a version, in records under that version's number.
   *
   * @param position of the version
   */
  record Encoded(
      ChangeStream stream, StreamPosition position, List<GraphRecord> records, long edges) {
    /** The same under another number, marked as a checkpoint of its place in the stream. */
    List<GraphRecord> numbered(long version) {
      StreamPosition place = position.toBuilder().setCheckpoint(true).build();
      List<GraphRecord> numbered = new ArrayList<>();
      for (GraphRecord value : records) {
        GraphRecord.Builder record = value.toBuilder();
        switch (value.getKindCase()) {
          case HEADER -> record.getHeaderBuilder().setVersion(version).setStream(place);
          case CHUNK -> record.getChunkBuilder().setVersion(version);
          case COMMIT -> record.getCommitBuilder().setVersion(version);
          default -> throw new IllegalStateException("of no snapshot: " + value.getKindCase());
        }
        numbered.add(record.build());
      }
      return numbered;
    }
  }

  /**
   * Begins to put a stream's snapshot into records, of a version after which its changes are kept.
   *
   * @return empty when the stream has to wait for its snapshot
   */
  Optional<Encoding> begin(ChangeStream stream, RecordRoom room) {
    StreamedGraph graph = graphs.streamedGraph(stream.graphId());
    Optional<GraphLease> lease =
        graph.position().flatMap(_ -> store.leaseRows(stream.graphId(), graph.newest()));
    if (lease.isEmpty()) {
      stream.snapshots().isNotBeside();
      return Optional.empty();
    }
    String graphId = stream.graphId();
    var encoding = new Encoding(stream);
    background.execute(
        () -> {
          try (GraphLease held = lease.get();
              VersionRows rows = held.rows().orElseThrow()) {
            List<GraphRecord> records =
                SnapshotWriter.collect(
                    SnapshotPlan.rows(graphId, held.version(), 0).withChunkBytes(room.chunkBytes()),
                    edges ->
                        rows.forEachEdge(
                            (from, to) -> {
                              requireWanted(encoding.encoded);
                              edges.accept(from, to);
                            }),
                    MOST_BYTES);
            encoding.encoded.complete(
                new Encoded(stream, graph.position().get(), records, held.edges()));
          } catch (RuntimeException | Error e) {
            encoding.encoded.completeExceptionally(e);
          }
        });
    return Optional.of(encoding);
  }

  /** Ends what nobody waits for any more. */
  static void requireWanted(CompletableFuture<?> future) {
    if (future.isDone()) {
      throw new WorkerException(FailureCode.FAILURE_CODE_CANCELLED, "it is of no more use");
    }
  }

  @Override
  public void close() {
    background.shutdownNow();
  }
}
