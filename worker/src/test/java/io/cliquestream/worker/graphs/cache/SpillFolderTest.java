package io.cliquestream.worker.graphs.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphImage;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.memory.OwnedFolder;
import io.cliquestream.worker.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of spilled graphs when their process does not get to delete them. */
final class SpillFolderTest {
  @TempDir Path parent;

  /** Main of a process that spills a graph and waits to be killed. Argument: the parent folder. */
  static final class SpillingProcess {
    static final String SPILLED = "SPILLED ";

    private SpillingProcess() {}

    public static void main(String[] arguments) throws Exception {
      var folder = new SpillFolder(Path.of(arguments[0]), 1 << 20);
      try (Graph graph = graph()) {
        System.out.println(SPILLED + folder.write(graph).orElseThrow().file());
      }
      new CountDownLatch(1).await();
    }
  }

  @Test
  void theNextProcessDeletesWhatAKilledOneLeftAndNothingOfALivingOne() throws Exception {
    try (var living = spilling();
        var killed = spilling()) {
      Path kept = Path.of(living.awaitLine(SpillingProcess.SPILLED));
      Path left = Path.of(killed.awaitLine(SpillingProcess.SPILLED));
      killed.kill();
      assertThat(left).exists();
      try (var mine = new SpillFolder(parent, 1 << 20)) {
        assertThat(left.getParent()).doesNotExist();
        assertThat(kept).exists();
        // Another of the same process is no dead one either.
        try (var other = new SpillFolder(parent, 1 << 20);
            Graph graph = graph()) {
          assertThat(mine.write(graph).orElseThrow().file()).exists();
          assertThat(other.write(graph).orElseThrow().file()).exists();
          try (var third = spilling()) {
            third.awaitLine(SpillingProcess.SPILLED);
            assertThat(folders()).hasSize(4);
            third.kill();
          }
        }
        assertThat(folders()).hasSize(3);
      }
      new SpillFolder(parent, 1 << 20).close();
      assertThat(folders()).containsExactly(kept.getParent().toRealPath());
    }
  }

  @Test
  void whatIsNotAWorkersIsLeftAlone() throws Exception {
    Path unlocked = Files.createDirectory(parent.resolve("graphs-without-lock"));
    Path precious = Files.writeString(unlocked.resolve("1.graph"), "precious");
    Path mixed = Files.createDirectory(parent.resolve("graphs-mixed"));
    Files.createFile(mixed.resolve(OwnedFolder.LOCK));
    Path report = Files.writeString(mixed.resolve("report.txt"), "precious");
    Path target = Files.createDirectory(parent.resolve("elsewhere"));
    Files.createFile(target.resolve(OwnedFolder.LOCK));
    Path linked = Files.writeString(target.resolve("1.graph"), "precious");
    Files.createSymbolicLink(parent.resolve("graphs-link"), target);
    Path abandoned = Files.createDirectory(parent.resolve("graphs-abandoned"));
    Files.createFile(abandoned.resolve(OwnedFolder.LOCK));
    Files.createSymbolicLink(abandoned.resolve("2.graph"), linked);

    new SpillFolder(parent, 1 << 20).close();

    assertThat(List.of(precious, report, linked)).allSatisfy(file -> assertThat(file).exists());
    assertThat(Files.readString(linked)).isEqualTo("precious");
    assertThat(parent.resolve("graphs-link")).exists();
  }

  /** A folder with something in it is what no process can delete as a file, not even root's. */
  private static Path madeUndeletable(SpilledGraph spilled) throws IOException {
    Files.delete(spilled.file());
    Files.createDirectory(spilled.file());
    return Files.createFile(spilled.file().resolve("inside"));
  }

  @Test
  void aFileThatCouldNotBeDeletedWasCountedAsGoneAndNeverTriedAgain() throws Exception {
    try (Graph graph = graph();
        var folder = new SpillFolder(parent, 2 * GraphImage.bytes(graph))) {
      SpilledGraph stuck = folder.write(graph).orElseThrow();
      SpilledGraph other = folder.write(graph).orElseThrow();
      Path inside = madeUndeletable(stuck);
      folder.delete(stuck);
      assertThat(folder.notDeleted()).isEqualTo(1);
      // The rest goes on, within the bound on what lies there.
      assertThat(folder.used()).isEqualTo(2 * GraphImage.bytes(graph));
      assertThat(folder.write(graph)).isEmpty();
      folder.delete(other);
      assertThat(other.file()).doesNotExist();
      SpilledGraph next = folder.write(graph).orElseThrow();
      assertThat(folder.write(graph)).isEmpty();

      Files.delete(inside);
      assertThat(folder.write(graph)).isPresent();
      assertThat(stuck.file()).doesNotExist();
      folder.delete(next);
      assertThat(folder.used()).isEqualTo(GraphImage.bytes(graph));
      assertThat(folder.notDeleted()).isEqualTo(1);
    }
  }

  private ChildProcess spilling() {
    return ChildProcess.start(SpillingProcess.class, List.of(), List.of(parent.toString()));
  }

  private List<Path> folders() throws Exception {
    try (Stream<Path> all = Files.list(parent)) {
      return all.toList();
    }
  }

  private static Graph graph() {
    try (EdgeArray edges = EdgeArray.wide()) {
      edges.add(1, 2);
      edges.add(2, 3);
      return GraphBuilder.build(edges);
    }
  }
}
