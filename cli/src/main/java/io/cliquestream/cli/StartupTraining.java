package io.cliquestream.cli;

import io.cliquestream.contract.JobKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the JVM watches while the build makes its start-up cache: a small job of every kind from a
 * file. Broker and worker are left out: they would make the cache three times as large, and every
 * command's memory with it, for processes that start once. Not a command of the command line.
 */
public final class StartupTraining {
  private StartupTraining() {}

  /** Ends with 0 when every command did. */
  public static void main(String[] arguments) throws IOException {
    Path graph = Files.createTempFile("cliquestream-training-", ".txt");
    int failures = 0;
    try {
      Files.writeString(graph, edges());
      failures += run("--help");
      failures += run("engines");
      failures += run("info", "--graph", graph.toString());
      for (JobKind kind : JobKind.values()) {
        List<String> words = new ArrayList<>(List.of("compute", kind.text()));
        words.addAll(List.of("--graph", graph.toString()));
        words.addAll(
            switch (kind) {
              case K_CLIQUES, LIST_CLIQUES -> List.of("--k", "3");
              case MOTIFS -> List.of("--size", "4");
              case MATCH -> List.of("--pattern", "0-1,1-2");
              case TRIANGLES, MAX_CLIQUE, MAXIMAL_CLIQUES -> List.of();
            });
        failures += run(words.toArray(String[]::new));
        words.add("--json");
        failures += run(words.toArray(String[]::new));
      }
    } finally {
      Files.deleteIfExists(graph);
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
