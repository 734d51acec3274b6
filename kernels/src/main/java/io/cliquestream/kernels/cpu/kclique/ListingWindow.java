package io.cliquestream.kernels.cpu.kclique;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.ChunkedWork;
import io.cliquestream.kernels.cpu.schedule.Slice;
import io.cliquestream.kernels.graph.OrientedGraph;
import java.util.Arrays;

/** Searches a window of root chunks in parallel, each into its own bounded buffer. */
final class ListingWindow implements ChunkedWork<ListingSearch> {
  /** Chunks of a window for each thread. */
  static final int CHUNKS_PER_THREAD = 16;

  /** Most ints of all buffers of a window together. */
  static final int BUFFERED_INTS = 1 << 22;

  private final OrientedGraph graph;
  private final int k;
  private final RootChunks chunks;
  private final int first;
  private final long perChunk;
  private final Buffer[] buffers;

  /** Whole cliques of one chunk, in order, and where to go on when they are not all. */
  private static final class Buffer {
    private int[] vertices = new int[0];
    private int length;
    private boolean full;
  }

  ListingWindow(
      OrientedGraph graph, int k, RootChunks chunks, int first, int end, long wantedCliques) {
    this.graph = graph;
    this.k = k;
    this.chunks = chunks;
    this.first = first;
    this.buffers = new Buffer[end - first];
    this.perChunk = Math.max(1, Math.min(wantedCliques, BUFFERED_INTS / buffers.length / k));
  }

  @Override
  public long chunkCount() {
    return buffers.length;
  }

  @Override
  public double cost(long chunk) {
    return chunks.cost(first + chunk);
  }

  @Override
  public ListingSearch newState() {
    return new ListingSearch(graph, k);
  }

  @Override
  public void process(long chunk, ListingSearch search, Slice<ListingSearch> slice) {
    Buffer buffer = new Buffer();
    search.run(
        chunks.start(first + chunk),
        chunks.end(first + chunk),
        slice::checkStopped,
        clique -> {
          if (buffer.length == perChunk * k) {
            buffer.full = true;
            return false;
          }
          if (buffer.length == buffer.vertices.length) {
            long grown = Math.min(perChunk * k, Math.max(16L * k, 2L * buffer.length));
            buffer.vertices = Arrays.copyOf(buffer.vertices, Math.toIntExact(grown));
          }
          System.arraycopy(clique, 0, buffer.vertices, buffer.length, k);
          buffer.length += k;
          return true;
        });
    buffers[(int) chunk] = buffer;
  }

  @Override
  public void merge(ListingSearch search) {}

  /** Gives the cliques of all chunks to the output, in order, until it wants no more. */
  void deliver(ListingOutput output, ListingSearch continued, JobControl control) {
    for (int chunk = 0; chunk < buffers.length && output.complete(); chunk++) {
      Buffer buffer = buffers[chunk];
      for (int i = 0; i < buffer.length && output.complete(); i += k) {
        output.accept(Arrays.copyOfRange(buffer.vertices, i, i + k));
      }
      if (buffer.full && output.complete()) {
        walkOn(chunk, buffer.length / k, output, continued, control);
      }
      buffers[chunk] = null;
    }
  }

  /** Walks a chunk again, past what has been delivered, without a buffer. */
  private void walkOn(
      int chunk, int delivered, ListingOutput output, ListingSearch continued, JobControl control) {
    int[] skipped = {0};
    continued.run(
        chunks.start((long) first + chunk),
        chunks.end((long) first + chunk),
        control::checkStopped,
        clique -> {
          if (skipped[0] < delivered) {
            skipped[0]++;
            return true;
          }
          return output.accept(clique.clone());
        });
  }
}
