package io.cliquestream.worker.changes;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.contract.SnapshotWriter;
import io.cliquestream.v1.Compression;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.StreamPosition;
import io.cliquestream.worker.failure.WorkerException;
import io.cliquestream.worker.graphs.GraphLease;
import io.cliquestream.worker.graphs.GraphStore;
import io.cliquestream.worker.graphs.StreamedGraph;
import io.cliquestream.worker.graphs.StreamedGraphs;
import io.cliquestream.worker.graphs.rows.VersionRows;
import io.cliquestream.worker.memory.HostMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
 * they are for as long as it is leased. The payloads of a snapshot are off the heap until they are
 * written, in the account of the process, which may refuse them: then the stream waits for its
 * snapshot, which takes no memory. Threads of its own: what is written does not wait for this.
 */
final class StreamEncodings implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StreamEncodings.class);

  /** Of edges as a snapshot lists them: sending them is what events wait for. */
  private static final long MOST_BYTES = 64L << 20;

  private final GraphStore store;
  private final StreamedGraphs graphs;
  private final HostMemory memory;
  private final ExecutorService background;

  /**
   * @param memory the account of memory off the heap
   * @param threads snapshots that are made at a time
   */
  StreamEncodings(GraphStore store, StreamedGraphs graphs, HostMemory memory, int threads) {
    this.store = store;
    this.graphs = graphs;
    this.memory = memory;
    this.background =
        Executors.newFixedThreadPool(
            threads,
            Thread.ofPlatform().daemon().name("cliquestream-stream-encodings-", 0).factory());
  }

  /**
   * Whose snapshot is made beside its stream, of the partitions of a lane: one at a time, so what
   * is kept meanwhile does not grow with the partitions. Confined to the lane's thread.
   */
  static final class Turn {
    private Object holder;

    /** Takes it, if nobody else has it. */
    boolean take(Object who) {
      if (holder == null) {
        holder = who;
      }
      return holder.equals(who);
    }

    /** Gives it back, if one has it. */
    void leave(Object who) {
      if (who.equals(holder)) {
        holder = null;
      }
    }
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

    /** What there is to write, for the caller to close; else the stream waits for its snapshot. */
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
      if (!encoded.cancel(false) && !encoded.isCompletedExceptionally()) {
        encoded.join().close();
      }
    }
  }

  /** Payloads of a snapshot, off the heap. One thread at a time. */
  static final class Payloads implements PayloadCompressor, AutoCloseable {
    private final HostMemory memory;
    private final Arena arena = Arena.ofShared();
    private long reserved;

    Payloads(HostMemory memory) {
      this.memory = memory;
    }

    @Override
    public Compression kind() {
      return Compression.COMPRESSION_NONE;
    }

    @Override
    public ByteString compress(byte[] payload, int length) {
      if (!memory.tryReserve(length)) {
        throw new WorkerException(
            FailureCode.FAILURE_CODE_JOB_MEMORY_EXCEEDED,
            "memory.limit leaves no room for a snapshot beside its stream");
      }
      reserved += length;
      MemorySegment kept = arena.allocate(length);
      MemorySegment.copy(payload, 0, kept, ValueLayout.JAVA_BYTE, 0, length);
      return UnsafeByteOperations.unsafeWrap(kept.asByteBuffer());
    }

    /** Frees them; what they are in is not to be read after. */
    @Override
    public void close() {
      if (arena.scope().isAlive()) {
        arena.close();
        memory.release(reserved);
      }
    }
  }

  /**
   * A snapshot of a version, in records under that version's number.
   *
   * @param position of the version
   * @param payloads that the records have
   */
  record Encoded(
      ChangeStream stream,
      StreamPosition position,
      List<GraphRecord> records,
      long edges,
      Payloads payloads)
      implements AutoCloseable {
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

    @Override
    public void close() {
      payloads.close();
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
    var encoding = new Encoding(stream);
    StreamPosition position = graph.position().get();
    background.execute(() -> encode(encoding, lease.get(), position, room));
    return Optional.of(encoding);
  }

  private void encode(
      Encoding encoding, GraphLease lease, StreamPosition position, RecordRoom room) {
    var payloads = new Payloads(memory);
    boolean handed = false;
    try (GraphLease held = lease;
        VersionRows rows = held.rows().orElseThrow()) {
      List<GraphRecord> records =
          SnapshotWriter.collect(
              SnapshotPlan.rows(held.graphId(), held.version(), 0)
                  .withChunkBytes(room.chunkBytes()),
              payloads,
              edges ->
                  rows.forEachEdge(
                      (from, to) -> {
                        requireWanted(encoding.encoded);
                        edges.accept(from, to);
                      }),
              MOST_BYTES);
      handed =
          encoding.encoded.complete(
              new Encoded(encoding.stream, position, records, held.edges(), payloads));
    } catch (RuntimeException | Error e) {
      encoding.encoded.completeExceptionally(e);
    } finally {
      if (!handed) {
        payloads.close();
      }
    }
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
