package io.cliquestream.kernels.graph;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The memory of a {@link WideGraph} as a file that can be mapped back without decoding, under the
 * conditions of {@link GraphImage}.
 *
 * <p>Layout: seven longs (magic, vertices, arcs, whether ids stand in a table, pairs, loops,
 * duplicates), padding to 64 bytes, offsets, order, id table, neighbours.
 */
public final class WideGraphImage {
  private static final long MAGIC = 0x636c_6971_7565_0101L;

  private WideGraphImage() {}

  /**
   * {@return bytes that the file of a graph takes}
   *
   * @param graph to be written
   */
  public static long bytes(WideGraph graph) {
    return GraphImage.HEADER_BYTES + graph.bytes();
  }

  /**
   * Writes a graph to a new file.
   *
   * @param graph read as it is
   * @param file a path at which nothing is yet
   * @throws IOException when the file exists or cannot be written; it may be left incomplete
   */
  public static void write(WideGraph graph, Path file) throws IOException {
    MemorySegment ids = graph.originals();
    GraphImage.write(
        file, MAGIC, graph, ids, graph.offsets(), graph.order(), ids, graph.neighbors());
  }

  /**
   * Maps a file written by {@link #write} back; the graph stays readable after the file is deleted,
   * until it is closed.
   *
   * @param file as {@link #write} left it, on a machine of the same byte order
   * @return a graph whose memory is the file's pages; the caller closes it
   * @throws IOException when the file cannot be read or is none of these
   */
  public static WideGraph map(Path file) throws IOException {
    Arena arena = Arena.ofShared();
    try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
      MemorySegment all = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
      long[] words = GraphImage.header(all, MAGIC);
      long vertexBytes = words[1] * Long.BYTES;
      long idBytes = words[3] == 1 ? vertexBytes : 0;
      long neighborBytes = words[2] * Long.BYTES;
      long order = GraphImage.HEADER_BYTES + vertexBytes + Long.BYTES;
      long ids = order + vertexBytes;
      if (all.byteSize() != ids + idBytes + neighborBytes) {
        throw new EOFException("an image of a wide graph of the wrong length: " + file);
      }
      return new WideGraph(
          arena,
          all.asSlice(GraphImage.HEADER_BYTES, vertexBytes + Long.BYTES),
          all.asSlice(ids + idBytes, neighborBytes),
          all.asSlice(order, vertexBytes),
          words[3] == 1 ? all.asSlice(ids, idBytes) : null,
          new GraphInput(words[4], words[5], words[6]));
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }
}
