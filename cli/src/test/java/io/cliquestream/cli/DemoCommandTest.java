package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's first command: broker, worker and every kind of job in one process. */
final class DemoCommandTest {
  @Test
  void answersOneJobOfEveryKindOnAGeneratedGraph() {
    CommandLineRun run = CommandLineRun.of("demo");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("triangles 138741")
        .contains("4-cliques 626060")
        .contains("clique number 20")
        .contains("maximal cliques 58050")
        .contains("diamond 6155661")
        .contains("matches 9912021")
        .contains("listed 100")
        .contains("alert 1  demo-changes@3  APPEARED  1 2 3 4  by + 2 4")
        .contains("alert 2  demo-changes@6  APPEARED  1 2 3 5  by + 3 5")
        .contains("alert 4  demo-changes@7  VANISHED");
  }

  @Test
  void readsAGraphOfTheUser(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("square.txt"), "1 2\n2 3\n3 4\n4 1\n1 3\n");

    CommandLineRun run = CommandLineRun.of("demo", "--graph", file.toString());

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("triangles 2").contains("clique number 3").contains("matches 1");
  }

  @Test
  void staysOpenWithItsConsoleUntilItIsToldToEnd(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("square.txt"), "1 2\n2 3\n3 4\n4 1\n1 3\n");

    try (ServeProcess demo =
            ServeProcess.of(Map.of(), "demo", "--open", "--graph", file.toString());
        var http = HttpClient.newHttpClient()) {
      String said = demo.awaitLine("console on ");
      URI page = URI.create(said.replaceFirst(".*console on (\\S+) .*", "$1"));
      HttpResponse<String> console =
          http.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
      HttpRequest done =
          HttpRequest.newBuilder(page.resolve("/api/v1/jobs?state=succeeded")).build();
      String jobs = "";
      // What the API lists is up to a second behind the answers.
      for (int look = 0; look < 100 && !jobs.contains("\"kind\":\"motifs\""); look++) {
        Thread.sleep(100);
        jobs = http.send(done, HttpResponse.BodyHandlers.ofString()).body();
      }
      assertThat(console.statusCode()).isEqualTo(200);
      assertThat(console.body()).contains("<script type=\"module\"");
      assertThat(jobs).contains("\"kind\":\"motifs\"");
      assertThat(demo.said()).contains("triangles 2");
      assertThat(demo.terminate().exitCode()).isZero();
    }
  }

  @Test
  void aFileThatIsNotThereIsBadInput() {
    CommandLineRun run = CommandLineRun.of("demo", "--graph", "no-such-file");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
  }
}
