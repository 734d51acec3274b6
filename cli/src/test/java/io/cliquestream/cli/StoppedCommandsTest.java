package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands say that somebody stops while they wait, each in a process of its own. */
final class StoppedCommandsTest {
  private static final long LIMIT_SECONDS = 90;

  @TempDir static Path folder;
  private static EmbeddedBroker broker;

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.start();
    CommandLineRun.of(
        "topics", "create", "--partitions", "1", "--bootstrap", broker.bootstrapServers());
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void aSubmitThatIsStoppedSaysThatItsJobGoesOnAndHowToEndIt() throws Exception {
    Output said =
        stopAfter(
            "job waiting",
            "submit",
            "triangles",
            "--graph-id",
            "nowhere",
            "--job-id",
            "waiting",
            "--wait");
    assertThat(said.err())
        .contains(
            "job waiting goes on; to end it: cliquestream cancel waiting --bootstrap "
                + broker.bootstrapServers());
    assertThat(said.out()).isEmpty();
  }

  @Test
  void aLoadThatIsStoppedReportsWhatItSaw() throws Exception {
    Output said =
        stopAfter(
            "5 of 1000 sent",
            "load",
            "--graph-id",
            "nowhere",
            "--job",
            "triangles",
            "--jobs",
            "1000",
            "--rate",
            "1000",
            "--outstanding",
            "5",
            "--report-every",
            "0.1");
    assertThat(said.err()).contains("the load was interrupted");
    assertThat(said.out())
        .containsOnlyOnce("jobs      5 sent, 0 succeeded, 5 waiting, 0 lost, 0 duplicated");
  }

  private record Output(String out, String err) {}

  /** Runs a command until it has said something on the error stream, then sends SIGTERM. */
  private static Output stopAfter(String text, String... arguments) throws Exception {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName()));
    command.addAll(List.of(arguments));
    command.addAll(List.of("--bootstrap", broker.bootstrapServers()));
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
      while (!read(err).contains(text)) {
        assertThat(process.isAlive() && System.nanoTime() < deadline).as(read(err)).isTrue();
        TimeUnit.MILLISECONDS.sleep(50);
      }
      assertThat(process.toHandle().destroy()).isTrue();
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).as(read(err)).isTrue();
      return new Output(read(out), read(err));
    } finally {
      process.destroyForcibly();
    }
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
