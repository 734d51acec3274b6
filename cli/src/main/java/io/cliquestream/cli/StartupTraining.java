package io.cliquestream.cli;

import io.cliquestream.contract.JobKind;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What the JVM watches while the build makes its start-up cache: a small job of every kind from a
 * file, and larger ones of the kinds whose loops are hot in every process: what the JVM learnt of
 * them lets it compile them well at once. Broker and worker are left out: they would make the cache
 * three times as large, and every command's memory with it, for processes that start once. Not a
 * command of the command line.
 */
public final class StartupTraining {
  private static final int LARGER_VERTICES = 60_000;
  private static final int LARGER_PAIRS = 400_000;

  /** Twice as many: nothing but their reading is watched. */
  private static final int TABLE_ROWS = 800_000;

  private StartupTraining() {}

  /** Ends with 0 when every command did. */
  public static void main(String[] arguments) throws IOException {
    Path graph = Files.createTempFile("cliquestream-training-", ".txt");
    Path larger = Files.createTempFile("cliquestream-training-", ".txt");
    Path pairs = Files.createTempFile("cliquestream-training-", ".el32");
    Path table = Files.createTempFile("cliquestream-training-", ".csv");
    Path named = Files.createTempFile("cliquestream-training-", ".csv");
    int failures = 0;
    try {
      Files.writeString(graph, edges());
      writeLarger(larger, pairs);
      writeTable(table, "");
      writeTable(named, "customer-");
      for (Path file : List.of(larger, pairs)) {
        failures += run("compute", "triangles", "--graph", file.toString());
        failures += run("compute", "k-cliques", "--k", "4", "--graph", file.toString());
        failures += run("compute", "max-clique", "--graph", file.toString());
      }
      for (Path file : List.of(table, named)) {
        failures += run("compute", "match", "--pattern", "0-1", "--graph", file.toString());
      }
      failures += run("--help");
      failures += run("engines");
      failures += run("info", "--graph", graph.toString());
      for (JobKind kind : JobKind.values()) {
        List<String> words = new ArrayList<>(List.of("compute", kind.text()));
        words.addAll(List.of("--graph", graph.toString()));
        words.addAll(
            switch (kind) {
              case K_CLIQUES, LIST_CLIQUES, CLIQUE_ESTIMATE -> List.of("--k", "3");
              case MOTIFS -> List.of("--size", "4");
              case MATCH -> List.of("--pattern", "0-1,1-2");
              case TRIANGLES, MAX_CLIQUE, MAXIMAL_CLIQUES, CORE_NUMBERS -> List.of();
            });
        failures += run(words.toArray(String[]::new));
        words.add("--json");
        failures += run(words.toArray(String[]::new));
      }
    } finally {
      Files.deleteIfExists(graph);
      Files.deleteIfExists(larger);
      Files.deleteIfExists(pairs);
      Files.deleteIfExists(table);
      Files.deleteIfExists(named);
    }
    System.exit(failures == 0 ? 0 : 1);
  }

  private static int run(String... words) {
    var nowhere = new PrintWriter(Writer.nullWriter());
    int status = Main.commandLine(words).setOut(nowhere).setErr(nowhere).execute(words);
    if (status != 0) {
      System.err.println("exit " + status + " of " + String.join(" ", words));
    }
    return status == 0 ? 0 : 1;
  }

  /** Hubs and a long tail, as text and as plain pairs. */
  private static void writeLarger(Path text, Path pairs) throws IOException {
    Random random = new Random(1);
    ByteBuffer plain = ByteBuffer.allocate(LARGER_PAIRS * 8).order(ByteOrder.LITTLE_ENDIAN);
    StringBuilder lines = new StringBuilder(LARGER_PAIRS * 14);
    for (int i = 0; i < LARGER_PAIRS; i++) {
      int from = skewed(random);
      int to = skewed(random);
      plain.putInt(from).putInt(to);
      lines.append(from).append(' ').append(to).append('\n');
    }
    Files.writeString(text, lines);
    Files.write(pairs, plain.array());
  }

  /** Rows of two vertices that are drawn alike. */
  private static void writeTable(Path file, String prefix) throws IOException {
    Random random = new Random(1);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("source,target\n");
      for (int i = 0; i < TABLE_ROWS; i++) {
        String from = prefix + (1 + random.nextInt(TABLE_ROWS));
        String to = prefix + (1 + random.nextInt(TABLE_ROWS));
        out.write(from + "," + to + "\n");
      }
    }
  }

  private static int skewed(Random random) {
    double uniform = random.nextDouble();
    return (int) (LARGER_VERTICES * uniform * uniform);
  }

  /** A cycle with chords: every kind of job finds something in it. */
  private static String edges() {
    var text = new StringBuilder("# a cycle of 200 vertices with chords\n");
    for (int v = 0; v < 200; v++) {
      for (int step = 1; step <= 4; step++) {
        text.append(v).append('\t').append((v + step) % 200).append('\n');
      }
    }
    return text.toString();
  }
}
