package io.cliquestream.kernels.graph;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A graph's memory as a file that can be mapped back without decoding: for graphs that leave memory
 * for a while. Native byte order and this build's layout, so a file is good only for the process
 * that wrote it, and is trusted.
 *
 * <p>Layout: seven longs (magic, vertices, arcs, whether ids stand in a table, pairs, loops,
 * duplicates), padding to 64 bytes, offsets, id table, neighbours.
 */
public final class GraphImage {
  private static final long MAGIC = 0x636c_6971_7565_0001L;
  static final long HEADER_BYTES = 64;
  private static final long PIECE_BYTES = 1L << 30;

  private GraphImage() {}

  /**
   * {@return bytes that the file of a graph takes}
   *
   * @param graph to be written
   */
  public static long bytes(Graph graph) {
    return HEADER_BYTES + graph.bytes();
  }

  /**
   * Writes a graph to a new file.
   *
   * @param graph read as it is
   * @param file a path at which nothing is yet
   * @throws IOException when the file exists or cannot be written; it may be left incomplete
   */
  public static void write(Graph graph, Path file) throws IOException {
    try (var arena = Arena.ofConfined()) {
      MemorySegment ids = graph.ids().isIdentity() ? null : idTable(graph, arena);
      write(file, MAGIC, graph, ids, graph.offsets(), ids, graph.neighbors());
    }
  }

  /** Writes a header, and behind it the parts that are there. */
  static void write(
      Path file, long magic, SimpleGraph graph, MemorySegment ids, MemorySegment... parts)
      throws IOException {
    long[] words = {
      magic,
      graph.vertexTotal(),
      2 * graph.edgeCount(),
      ids == null ? 0 : 1,
      graph.input().pairs(),
      graph.input().loops(),
      graph.input().duplicates()
    };
    MemorySegment header = MemorySegment.ofArray(new byte[(int) HEADER_BYTES]);
    MemorySegment.copy(words, 0, header, ValueLayout.JAVA_LONG_UNALIGNED, 0, words.length);
    try (var channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      write(channel, header);
      for (MemorySegment part : parts) {
        if (part != null) {
          write(channel, part);
        }
      }
    }
  }

  /**
   * Maps a file written by {@link #write} back; the graph stays readable after the file is deleted,
   * until it is closed.
   *
   * @param file as {@link #write} left it, on a machine of the same byte order
   * @return a graph whose memory is the file's pages; the caller closes it
   * @throws IOException when the file cannot be read or is none of these
   */
  public static Graph map(Path file) throws IOException {
    Arena arena = Arena.ofShared();
    try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
      MemorySegment all = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
      long[] words = header(all, MAGIC);
      if (words[1] > Integer.MAX_VALUE) {
        throw new EOFException("a graph image of too many vertices: " + file);
      }
      int vertices = (int) words[1];
      long offsetBytes = (vertices + 1L) * Long.BYTES;
      long idBytes = words[3] == 1 ? (long) vertices * Long.BYTES : 0;
      long neighborBytes = words[2] * Integer.BYTES;
      if (all.byteSize() != HEADER_BYTES + offsetBytes + idBytes + neighborBytes) {
        throw new EOFException("a graph image of the wrong length: " + file);
      }
      MemorySegment ids = all.asSlice(HEADER_BYTES + offsetBytes, idBytes);
      return new Graph(
          arena,
          vertices,
          all.asSlice(HEADER_BYTES, offsetBytes),
          all.asSlice(HEADER_BYTES + offsetBytes + idBytes, neighborBytes),
          words[3] == 1 ? VertexIds.table(ids) : VertexIds.identity(vertices),
          new GraphInput(words[4], words[5], words[6]),
          file);
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  /**
   * The header's words, checked so far that sizes made of them do not overflow.
   *
   * @throws IOException when it is no header of that kind
   */
  static long[] header(MemorySegment all, long magic) throws IOException {
    if (all.byteSize() < HEADER_BYTES || all.get(ValueLayout.JAVA_LONG, 0) != magic) {
      throw new IOException("not a graph image of this kind");
    }
    long[] words = all.asSlice(0, 7L * Long.BYTES).toArray(ValueLayout.JAVA_LONG);
    for (int word = 1; word < words.length; word++) {
      if (words[word] < 0) {
        throw new IOException("a graph image with a negative number in its header");
      }
    }
    // Each vertex and each arc takes 4 bytes or more.
    long most = all.byteSize() / Integer.BYTES;
    if (words[1] > most || words[2] > most || words[2] % 2 != 0 || words[3] > 1) {
      throw new EOFException("a graph image whose header does not fit its length");
    }
    return words;
  }

  private static MemorySegment idTable(Graph graph, Arena arena) {
    MemorySegment table = arena.allocate((long) graph.vertexCount() * Long.BYTES, Long.BYTES);
    for (int v = 0; v < graph.vertexCount(); v++) {
      table.setAtIndex(ValueLayout.JAVA_LONG, v, graph.ids().original(v));
    }
    return table;
  }

  private static void write(FileChannel channel, MemorySegment segment) throws IOException {
    for (long at = 0; at < segment.byteSize(); at += PIECE_BYTES) {
      var buffer =
          segment.asSlice(at, Math.min(PIECE_BYTES, segment.byteSize() - at)).asByteBuffer();
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    }
  }
}
