package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads graph files of every {@link GraphFileFormat}, plain or packed by gzip or zstd (recognised
 * by their first bytes).
 *
 * <p>Ids come out as they stand in the file (so from 1 in MatrixMarket, DIMACS and METIS), up to
 * 2^64 - 1. The order of the pairs depends on which thread was faster; the graph built from them
 * does not.
 *
 * <p>Lines end in a line feed, a carriage return before it or not, or every one in a carriage
 * return alone. Pipes, devices and sockets are refused.
 *
 * <p>Failures are {@link ComputeException}s whose message names the file: FILE_UNREADABLE,
 * FILE_FORMAT_UNKNOWN, FILE_LINE_INVALID (with the number and the first bytes of the first broken
 * line, what was expected there and what helps), FILE_TRUNCATED, VERTEX_ID_BEYOND_BOUND,
 * DECOMPRESSION_BOUND_EXCEEDED, GRAPH_TOO_LARGE; and CANCELLED or DEADLINE_EXCEEDED when the
 * control says stop. Nothing stays allocated after one.
 */
public final class GraphFiles {
  private GraphFiles() {}

  /**
   * Reads a file; its bytes count as the work of the preparing phase.
   *
   * @param file packed by gzip or zstd, or not
   * @param format that it has, or {@link GraphFileFormat#AUTO}
   * @param limits bounds of ids, pairs, content and lines, and the number of threads
   * @param control of the reading: it may be stopped, and progress is told to it
   * @return the pairs as they stand there; the caller closes them
   */
  public static EdgeArray read(
      Path file, GraphFileFormat format, ReadLimits limits, JobControl control) {
    String name = String.valueOf(file.getFileName());
    try {
      OrdinaryFile.require(file);
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
          InputStream stream = Files.newInputStream(file)) {
        long size = channel.size();
        control.beginPhase(Phase.PREPARING, (double) size);
        try (FileContent content = new FileContent(name, stream, limits, control)) {
          GraphFileFormat known = known(format, content);
          // Files that the system makes up have content and no size.
          if (content.compression() == Compression.NONE && idBytes(known) != 0 && size > 0) {
            EdgeArray edges =
                BinaryReader.readFile(content.name(), channel, idBytes(known), limits, control);
            return checked(edges, limits, control);
          }
          return read(content, known, limits, control);
        }
      }
    } catch (IOException e) {
      throw FileFailures.unreadable(Excerpt.ofName(name), e);
    }
  }

  /**
   * Reads a stream to its end, for files that lie elsewhere, such as in an object store. The caller
   * closes it.
   *
   * @param stream packed by gzip or zstd, or not
   * @param name names the file in messages; its ending is a hint at the format
   * @param format that it has, or {@link GraphFileFormat#AUTO}
   * @param limits bounds of ids, pairs, content and lines, and the number of threads
   * @param control of the reading: it may be stopped, and progress is told to it
   * @return the pairs as they stand there; the caller closes them
   */
  public static EdgeArray read(
      InputStream stream,
      String name,
      GraphFileFormat format,
      ReadLimits limits,
      JobControl control) {
    try (FileContent content = new FileContent(name, stream, limits, control)) {
      return read(content, known(format, content), limits, control);
    }
  }

  /**
   * {@return the unpacked bytes of a stream that gzip or zstd packed, every member and frame
   * checked; other streams as they are} Closing the result frees native memory and leaves a packed
   * stream open.
   *
   * @param packed supports mark and reset
   * @throws IOException EOFException where packed data ends too early
   */
  public static InputStream unpacked(InputStream packed) throws IOException {
    packed.mark(Compression.HEADER_BYTES);
    byte[] first = packed.readNBytes(Compression.HEADER_BYTES);
    packed.reset();
    return Compression.of(first, first.length).unpack(packed);
  }

  /**
   * Reads a file and builds its graph.
   *
   * @param file packed by gzip or zstd, or not
   * @param format that it has, or {@link GraphFileFormat#AUTO}
   * @param limits bounds of ids, pairs, content and lines, and the number of threads
   * @param control of the reading: it may be stopped, and progress is told to it
   * @return the simple undirected graph, which the caller closes
   */
  public static Graph readGraph(
      Path file, GraphFileFormat format, ReadLimits limits, JobControl control) {
    try (EdgeArray edges = read(file, format, limits, control)) {
      return GraphBuilder.build(edges, limits.parallelism().until(control));
    }
  }

  private static GraphFileFormat known(GraphFileFormat format, FileContent content) {
    return format == GraphFileFormat.AUTO
        ? FormatDetector.detect(content.name(), content.head())
        : format;
  }

  private static EdgeArray read(
      FileContent content, GraphFileFormat format, ReadLimits limits, JobControl control) {
    return switch (format) {
      case AUTO -> throw new IllegalArgumentException("the format is not known yet");
      case SNAP -> new TextReader(new SnapFormat(), content, limits, control).read();
      case MATRIX_MARKET ->
          new TextReader(new MatrixMarketFormat(), content, limits, control).read();
      case DIMACS -> new TextReader(new DimacsFormat(), content, limits, control).read();
      case METIS -> new TextReader(new MetisFormat(), content, limits, control).read();
      case U32, U64 ->
          checked(
              BinaryReader.readContent(content, idBytes(format), limits, control), limits, control);
    };
  }

  /** Bytes of an id, or 0 for text. */
  private static int idBytes(GraphFileFormat format) {
    return switch (format) {
      case U32 -> Integer.BYTES;
      case U64 -> Long.BYTES;
      case AUTO, SNAP, MATRIX_MARKET, DIMACS, METIS -> 0;
    };
  }

  private static EdgeArray checked(EdgeArray edges, ReadLimits limits, JobControl control) {
    boolean held = false;
    try {
      edges.requireIdsBelow(limits.vertexBound(), limits.parallelism().until(control));
      held = true;
      return edges;
    } finally {
      if (!held) {
        edges.close();
      }
    }
  }
}
