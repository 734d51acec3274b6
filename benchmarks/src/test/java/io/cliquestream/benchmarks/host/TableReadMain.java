package io.cliquestream.benchmarks.host;

import io.cliquestream.formats.GraphData;
import io.cliquestream.formats.GraphReader;
import io.cliquestream.formats.InputFormat;
import io.cliquestream.formats.ReadOptions;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.graph.file.ReadLimits;
import io.cliquestream.kernels.names.NameDictionary;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Bytes a second of processor time, on one thread, from a file to an array of edges: numbers as
 * SNAP text and as CSV, names as CSV. {@code names N} fills a dictionary with N names instead, and
 * tells its memory.
 */
public final class TableReadMain {
  private static final int EDGES = 4_000_000;
  private static final int ROUNDS = 7;

  private static String wanted = "";

  private TableReadMain() {}

  /** Runs everything, what a word of the titles names, or {@code names N}. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length == 2 && arguments[0].equals("names")) {
      fill(Long.parseLong(arguments[1]));
      return;
    }
    wanted = arguments.length == 1 ? arguments[0] : "";
    for (int vertices : new int[] {100_000, 4_000_000}) {
      read("SNAP numbers", InputFormat.SNAP, vertices, "%d\t%d%n", "");
      read("CSV numbers", InputFormat.CSV, vertices, "%d,%d%n", "source,target\n");
      read("CSV names", InputFormat.CSV, vertices, "customer-%d,customer-%d%n", "source,target\n");
      read(
          "CSV quoted names",
          InputFormat.CSV,
          vertices,
          "\"customer-%d\",\"customer-%d\"%n",
          "source,target\n");
    }
  }

  private static void read(
      String title, InputFormat format, int vertices, String row, String header)
      throws IOException {
    if (!title.contains(wanted)) {
      return;
    }
    Path file = Files.createTempFile("cliquestream-table", ".txt");
    try {
      SplittableRandom random = new SplittableRandom(1);
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
        out.write(header.getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < EDGES; i++) {
          String text =
              row.replace("%n", "\n")
                  .replaceFirst("%d", Integer.toString(1 + random.nextInt(vertices)))
                  .replaceFirst("%d", Integer.toString(1 + random.nextInt(vertices)));
          out.write(text.getBytes(StandardCharsets.UTF_8));
        }
      }
      double best = 0;
      for (int round = 0; round < ROUNDS; round++) {
        best = Math.max(best, round(file, format));
      }
      System.out.printf(
          Locale.ROOT,
          "%-18s %,10d vertices  %,12d bytes  best of %d: %6.0f MB/s of processor time%n",
          title,
          vertices,
          Files.size(file),
          ROUNDS,
          best);
    } finally {
      Files.delete(file);
    }
  }

  private static double round(Path file, InputFormat format) throws IOException {
    var threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    ReadOptions options =
        ReadOptions.defaults()
            .withFormat(format)
            .withLimits(ReadLimits.defaults().withParallelism(new Parallelism(1)));
    try (GraphData data =
        GraphReader.read(List.of(file.toString()), options, JobControl.unbounded())) {
      if (data.edges().size() != EDGES) {
        throw new IllegalStateException(data.edges().size() + " edges");
      }
    }
    return Files.size(file) * 1e3 / (threads.getCurrentThreadCpuTime() - start);
  }

  private static void fill(long count) {
    var threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    byte[] name = new byte[32];
    try (NameDictionary names = new NameDictionary(Long.MAX_VALUE)) {
      for (long i = 0; i < count; i++) {
        byte[] text = Long.toString(i * 2_654_435_761L).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(text, 0, name, 0, text.length);
        names.number(name, 0, text.length, names.hash(name, 0, text.length));
      }
      System.out.printf(
          Locale.ROOT,
          "%,d names: %,d bytes off the heap (%.1f a name), %.0f ns of processor time a name;"
              + " the last is %s%n",
          names.size(),
          names.bytes(),
          (double) names.bytes() / names.size(),
          (double) (threads.getCurrentThreadCpuTime() - start) / count,
          names.name(names.size() - 1));
    }
  }
}
