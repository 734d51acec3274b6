package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.cliquestream.broker.EmbeddedBroker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators ask of a worker, with a real one in a process of its own. */
final class OperateOverApiTest {
  private static final String SERVED = "metrics and health on ";

  @TempDir static Path folder;
  private static EmbeddedBroker broker;
  private static ServeProcess worker;
  private static String url;

  @BeforeAll
  static void start() throws Exception {
    broker = EmbeddedBroker.start();
    kafka("topics", "create", "--partitions", "2");
    Path file = Files.writeString(folder.resolve("triangle.txt"), "1 2\n2 3\n3 1\n");
    kafka("publish", "triangle", file.toString(), "--graph-version", "7");
    worker =
        ServeProcess.start(
            Map.of(), "--bootstrap", broker.bootstrapServers(), "--set", "jobs.instance-id=first");
    url = url(worker);
    worker.awaitLine("taking jobs");
    kafka("submit", "triangles", "--graph-id", "triangle", "--job-id", "good", "--wait");
    kafka("submit", "triangles", "--graph-id", "nowhere", "--job-id", "bad", "--wait");
    kafka(
        "submit",
        "k-cliques",
        "--k",
        "3",
        "--graph-id",
        "triangle",
        "--job-id",
        "again",
        "--every",
        "1h",
        "--tenant",
        "we",
        "--wait");
    await(run("jobs", "--json"), list -> list.path("total").asInt() == 3, "jobs", "--json");
  }

  @AfterAll
  static void stop() {
    worker.close();
    broker.close();
  }

  @Test
  void jobsAreListedAndChosen() {
    assertThat(run("jobs").out())
        .containsPattern("(?m)^good +triangles +triangle@7 +- +succeeded .* 1$")
        .containsPattern("(?m)^bad +triangles +nowhere +- +failed .*GRAPH_UNKNOWN: ")
        .containsPattern("(?m)^again +k-cliques +triangle\\S* +we +");
    JsonNode failed = run("jobs", "--state", "failed,cancelled", "--json").json();
    assertThat(failed.path("items").findValuesAsText("id")).containsExactly("bad");
    assertThat(run("jobs", "--tenant", "we", "--json").json().path("items").findValuesAsText("id"))
        .containsExactly("again");
    assertThat(run("jobs", "--limit", "1").out()).contains("1 of 3 (--limit)");
    assertThat(run("jobs", "--limit", "0").exitCode()).isEqualTo(2);
    CommandLineRun wrong = run("jobs", "--state", "sleeping");
    assertThat(wrong.exitCode()).as(wrong.out() + wrong.err()).isEqualTo(3);
    assertThat(wrong.err()).startsWith("cliquestream: REQUEST_INVALID: ");
  }

  @Test
  void aJobIsShownWithItsStepsAndItsAnswer() {
    CommandLineRun good = run("job", "good");
    assertThat(good.exitCode()).as(good.err()).isZero();
    assertThat(good.out())
        .contains("graph     triangle@7", "state     succeeded", "answer    triangles 1")
        .containsPattern("committed +\\S+Z +\\+\\d+ ms")
        .containsPattern("request +jobs.v1-\\d offset \\d")
        .contains("read      3 vertices, 3 edges")
        .containsPattern("(?m)^off the heap \\d");
    assertThat(run("job", "bad").out()).contains("failure   GRAPH_UNKNOWN: ");
    assertThat(run("job", "again").out()).containsPattern("next +run \\d+ at ");
    CommandLineRun unknown = run("job", "nobody");
    assertThat(unknown.exitCode()).isEqualTo(4);
    assertThat(unknown.err()).startsWith("cliquestream: NOT_FOUND: ").contains("nobody");
    assertThat(run("job", "../graphs").exitCode()).isIn(3, 4);
  }

  @Test
  void graphsAndStandingJobsAreShown() throws Exception {
    await(run("graphs", "--json"), list -> list.path("total").asInt() == 1, "graphs", "--json");
    assertThat(run("graphs").out())
        .containsPattern("(?m)^triangle +7 +3 +3 .*memory +1 +\\d +first$");
    assertThat(run("graph", "triangle").out())
        .contains("graph triangle on partition ")
        .containsPattern("(?m)^ *7 +ready ");
    CommandLineRun unknown = run("graph", "nothing");
    assertThat(unknown.exitCode()).isEqualTo(4);
    assertThat(run("standing").out())
        .containsPattern(
            "(?m)^again +k-cliques +triangle +we +every 60 min .*succeeded +1 +7 +[0-9]+ B +run ");
  }

  /** By Prometheus's own linter: names, units, help, types. */
  @Test
  void prometheusFindsNoFaultWithTheMetricsOfALiveWorker() throws Exception {
    Path metrics = folder.resolve("metrics.txt");
    try (var http = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create(url + "/metrics")).build();
      var _ = http.send(request, HttpResponse.BodyHandlers.ofFile(metrics));
    }
    Path said = folder.resolve("promtool.txt");
    Process promtool;
    try {
      promtool =
          new ProcessBuilder("promtool", "check", "metrics")
              .redirectInput(metrics.toFile())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
    } catch (IOException e) {
      assumeTrue(false, "promtool is not installed (Debian's package prometheus has it)");
      throw e;
    }
    assertThat(promtool.waitFor()).as(Files.readString(said)).isZero();
    assertThat(Files.readString(said)).isEmpty();
    assertThat(Files.readString(metrics)).contains("cliquestream_jobs_ended_total{", "# HELP jvm_");
  }

  @Test
  void whatIsNoWorkerOrDoesNotAnswerIsSaid() throws Exception {
    CommandLineRun nobody = CommandLineRun.of("jobs", "--worker", "http://127.0.0.1:1");
    assertThat(nobody.exitCode()).isEqualTo(7);
    assertThat(nobody.err()).contains("UNAVAILABLE: no worker listens at http://127.0.0.1:1");
    assertThat(CommandLineRun.of("jobs", "--worker", "ftp://somewhere").exitCode()).isEqualTo(3);
    assertThat(CommandLineRun.of("jobs", "--worker", url, "--token-file", "/no/file").exitCode())
        .isEqualTo(3);
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext(
        "/",
        exchange -> {
          byte[] page = "<html>hello</html>".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    other.start();
    try {
      CommandLineRun page =
          CommandLineRun.of("graphs", "--worker", "127.0.0.1:" + other.getAddress().getPort());
      assertThat(page.exitCode()).isEqualTo(7);
      assertThat(page.err()).contains("answers, but not as a worker's API does");
    } finally {
      other.stop(0);
    }
  }

  @Test
  void aWorkerThatAsksForATokenGetsItAndADrainedOneEnds() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "open sesame\n");
    Path settings =
        Files.writeString(folder.resolve("worker.properties"), "http.token-file=" + token + "\n");
    try (var guarded =
        ServeProcess.start(
            Map.of(),
            "--bootstrap",
            broker.bootstrapServers(),
            "--config",
            settings.toString(),
            "--set",
            "http.anonymous-role=none",
            "--set",
            "kafka.group-id=others",
            "--set",
            "jobs.instance-id=second")) {
      String address = url(guarded);
      guarded.awaitLine("taking jobs");
      CommandLineRun stranger = CommandLineRun.of("jobs", "--worker", address);
      assertThat(stranger.exitCode()).isNotZero();
      assertThat(stranger.err()).contains("UNAUTHENTICATED");
      assertThat(stranger.out()).isEmpty();
      for (String[] shown :
          new String[][] {{"--token-file", token.toString()}, {"--config", settings.toString()}}) {
        CommandLineRun known =
            CommandLineRun.of("jobs", "--worker", address, shown[0], shown[1], "--json");
        assertThat(known.exitCode()).as(known.err()).isZero();
      }
      CommandLineRun drained =
          CommandLineRun.of(
              "drain", "--worker", address, "--token-file", token.toString(), "--note", "a test");
      assertThat(drained.exitCode()).as(drained.err()).isZero();
      assertThat(drained.out()).contains("was told to drain");
      assertThat(guarded.exitCode()).isZero();
    }
  }

  private static String url(ServeProcess process) throws InterruptedException {
    String line = process.awaitLine(SERVED);
    return line.substring(line.indexOf(SERVED) + SERVED.length()).strip();
  }

  /** Workers tell of their graphs and jobs every so often. */
  private static void await(CommandLineRun first, Predicate<JsonNode> there, String... command)
      throws InterruptedException {
    long deadline = System.nanoTime() + 60_000_000_000L;
    CommandLineRun run = first;
    while (run.exitCode() != 0 || !there.test(run.json())) {
      assertThat(System.nanoTime()).as(run.out() + run.err()).isLessThan(deadline);
      Thread.sleep(200);
      run = run(command);
    }
  }

  private static CommandLineRun run(String... arguments) {
    return CommandLineRun.of(
        Stream.concat(Stream.of(arguments), Stream.of("--worker", url)).toArray(String[]::new));
  }

  private static CommandLineRun kafka(String... arguments) {
    return CommandLineRun.of(
        Stream.concat(Stream.of(arguments), Stream.of("--bootstrap", broker.bootstrapServers()))
            .toArray(String[]::new));
  }
}
