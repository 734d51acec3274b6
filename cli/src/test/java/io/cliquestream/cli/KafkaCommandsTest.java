package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands that talk to a broker tell of what lies in its topics. */
@Tag("seam")
final class KafkaCommandsTest {
  @TempDir static Path folder;
  private static EmbeddedBroker broker;

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.start();
    assertThat(run("topics", "create", "--partitions", "2").exitCode()).isZero();
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void waitingForAJobThatWasAnsweredBeforeHung() throws Exception {
    Path file = Files.writeString(folder.resolve("triangle.txt"), "1 2\n2 3\n3 1\n");
    assertThat(run("publish", "triangle", file.toString(), "--graph-version", "1").exitCode())
        .isZero();
    try (var worker = ServeProcess.start(Map.of(), "--bootstrap", broker.bootstrapServers())) {
      worker.awaitLine("taking jobs");
      for (int time = 0; time < 2; time++) {
        CommandLineRun run =
            run(
                "submit",
                "triangles",
                "--graph-id",
                "triangle",
                "--job-id",
                "again",
                "--wait",
                "--timeout",
                "1m");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("triangles 1");
        assertThat(run.err()).contains("job again");
      }
      CommandLineRun known = run("cancel", "again");
      assertThat(known.exitCode()).as(known.err()).isZero();
      CommandLineRun failing =
          run("submit", "triangles", "--graph-id", "nowhere", "--job-id", "lost", "--wait");
      assertThat(failing.exitCode()).isEqualTo(4);
      assertThat(worker.awaitLine("a job failed"))
          .contains("job=lost", "graph=nowhere", "code=GRAPH_UNKNOWN");
      assertThat(worker.awaitLine("job=again requested"))
          .contains("audit - cancel: ", "who=/cliquestream/client", "outcome=taken");
      assertThat(worker.said()).contains("a partition was assigned", "a partition was restored");
    }
  }

  @Test
  void alertsAreShownAsTheyCome() throws Exception {
    Path file = Files.writeString(folder.resolve("path.txt"), "1 2\n1 3\n2 3\n3 4\n");
    assertThat(run("publish", "rings", file.toString(), "--graph-version", "1").exitCode())
        .isZero();
    try (var worker = ServeProcess.start(Map.of(), "--bootstrap", broker.bootstrapServers())) {
      worker.awaitLine("taking jobs");
      CommandLineRun submit =
          run(
              "submit",
              "k-cliques",
              "--k",
              "4",
              "--graph-id",
              "rings",
              "--job-id",
              "rings",
              "--alert-contains",
              "2,4",
              "--alert-start",
              "all",
              "--wait",
              "--timeout",
              "1m");
      assertThat(submit.exitCode()).as(submit.err()).isZero();
      assertThat(submit.out()).contains("4-cliques 0").contains("alerts 0: 0 appeared, 0 vanished");
      Path change = Files.writeString(folder.resolve("change.txt"), "+ 1 4\n+ 2 4\n");
      assertThat(run("delta", "rings", change.toString(), "--base", "1").exitCode()).isZero();
      CommandLineRun text =
          run(
              "watch",
              "--job-id",
              "rings",
              "--from-beginning",
              "--show",
              "alerts",
              "--count",
              "1",
              "--timeout",
              "1m");
      assertThat(text.exitCode()).as(text.err()).isZero();
      assertThat(text.out())
          .matches("rings alert 1  rings@[0-9]+  APPEARED  1 2 3 4  by \\+ [12] 4\\s+");
      CommandLineRun json =
          run(
              "watch",
              "--job-id",
              "rings",
              "--from-beginning",
              "--json",
              "--count",
              "3",
              "--timeout",
              "1m");
      assertThat(json.exitCode()).as(json.out() + json.err()).isZero();
      assertThat(json.out())
          .contains("\"type\":\"result\"")
          .contains("\"kind\":\"appeared\"")
          .contains("\"vertices\":[1,2,3,4]")
          .contains("\"inserted\":true");
      CommandLineRun wrong =
          run("submit", "motifs", "--graph-id", "rings", "--alert", "--wait", "--timeout", "1m");
      assertThat(wrong.exitCode()).isEqualTo(3);
      assertThat(wrong.out() + wrong.err()).contains("no matches to be told of");
      CommandLineRun unreadable =
          run("submit", "triangles", "--graph-id", "rings", "--alert-contains", "1,x");
      assertThat(unreadable.exitCode()).isEqualTo(3);
      assertThat(unreadable.err()).contains("'x' is not the id of a vertex");
    }
  }

  @Test
  void whatNobodyKnowsIsSaid() throws Exception {
    CommandLineRun cancel = run("cancel", "nosuchjob");
    assertThat(cancel.exitCode()).isEqualTo(4);
    assertThat(cancel.err()).contains("no request of job nosuchjob");
    Path delta = Files.writeString(folder.resolve("delta.txt"), "+ 1 2\n");
    CommandLineRun base = run("delta", "graph", delta.toString(), "--base", "424242");
    assertThat(base.exitCode()).isEqualTo(4);
    assertThat(base.err()).contains("VERSION_UNKNOWN", "424242", "nothing was published");
    assertThat(base.out()).isEmpty();
    assertThat(run("delta", "graph", delta.toString(), "--base", "1", "--unchecked").exitCode())
        .isZero();
    assertThat(run("topics", "create", "--partitions", "12").out())
        .contains("kept jobs.v1 with 2 partitions, not 12");
    assertThat(cancel.err()).contains("JOB_UNKNOWN", "sent all the same");
  }

  private static CommandLineRun run(String... arguments) {
    return CommandLineRun.of(
        Stream.concat(Stream.of(arguments), Stream.of("--bootstrap", broker.bootstrapServers()))
            .toArray(String[]::new));
  }
}
