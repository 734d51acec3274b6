package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.broker.EmbeddedBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versions of graphs that lie on a broker are compared, with one another and with files. */
@Tag("seam")
final class CompareOverKafkaTest {
  @TempDir static Path folder;
  private static EmbeddedBroker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = EmbeddedBroker.start();
    assertThat(run("topics", "create", "--partitions", "2").exitCode()).isZero();
    String people = write("people.csv", "source,target\nann,bob\nbob,\"Zoë M.\"\n\"Zoë M.\",ann\n");
    succeed("publish", "people", people, "--graph-version", "1");
    // Another graph's records lie between.
    succeed("publish", "numbers", write("numbers.txt", "5 6\n6 7\n7 5\n"), "--graph-version", "9");
    String changes = write("changes.txt", "+\tcarla\tZoë M.\n+\tcarla\tann\n-\tann\tbob\n");
    succeed("delta", "people", changes, "--base", "1", "--graph-version", "2");
    String more = write("more.txt", "+ dora bob\n- nobody ann\n");
    succeed("delta", "people", more, "--base", "2", "--graph-version", "3");
    succeed(
        "delta", "numbers", write("one.txt", "+ 7 8\n"), "--base", "9", "--graph-version", "10");
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  @Test
  void versionsMadeByDeltasDifferByWhatTheDeltasChanged() throws Exception {
    CommandLineRun text = succeed("compare", "people@1", "people@3", "--triangles");
    assertThat(text.out())
        .contains(
            "removed ann-bob",
            "added \"Zoë M.\"-carla",
            "added ann-carla",
            "added bob-dora",
            "1 before",
            "1 after");
    CommandLineRun json = succeed("compare", "people@3", "people@2", "--json");
    assertThat(json.json().at("/graph").toString())
        .isEqualTo("{\"id\":\"people\",\"version\":3,\"vertices\":5,\"edges\":5}");
    assertThat(json.json().at("/with/version").asLong()).isEqualTo(2);
    assertThat(json.json().at("/result/edges/removed").asText()).isEqualTo("1");
    assertThat(json.json().at("/result/vertices/removed").asText()).isEqualTo("1");
    Path rows = folder.resolve("rows.csv");
    succeed("compare", "people@1", "people@2", "--output", rows.toString());
    assertThat(Files.readAllLines(rows))
        .contains("removed,ann,bob", "added,Zoë M.,carla", "added,ann,carla")
        .hasSize(4);
  }

  @Test
  void theNewestVersionIsTakenWhereNoneIsSaid() {
    CommandLineRun same = succeed("compare", "people", "people@3", "--json");
    assertThat(same.json().at("/graph/version").asLong()).isEqualTo(3);
    assertThat(same.json().at("/result/edges/common").asText()).isEqualTo("5");
    assertThat(same.json().at("/result/edges/added").asText()).isEqualTo("0");
    assertThat(succeed("compare", "numbers@9", "numbers").out()).contains("added 7-8");
  }

  @Test
  void filesAndPublishedVersionsAreComparedEitherWayRound() throws Exception {
    String file = folder.resolve("people.csv").toString();
    assertThat(succeed("compare", "--graph", file, "people@1").out()).contains("0 added");
    assertThat(succeed("compare", "--graph", file, "people@2").out()).contains("added ann-carla");
    assertThat(succeed("compare", "people@2", "--with", file).out()).contains("removed ann-carla");
    String numbers = folder.resolve("numbers.txt").toString();
    assertThat(succeed("compare", "numbers@10", "--with", numbers).out()).contains("removed 7-8");
    // The vertices of one graph have names, so the other's numbers are names.
    assertThat(succeed("compare", "numbers@9", "people@1").out())
        .contains("removed 5-6", "3 added");
  }

  @Test
  void whatDoesNotLieThereIsSaidWithWhatDoes() {
    CommandLineRun version = run("compare", "people@1", "people@4");
    assertThat(version.exitCode()).isEqualTo(4);
    assertThat(version.err())
        .contains("VERSION_UNKNOWN: version 4 of graph people does not lie in the topic")
        .contains("the newest there are 3, 2, 1");
    CommandLineRun graph = run("compare", "poeple@1", "people@2");
    assertThat(graph.exitCode()).isEqualTo(4);
    assertThat(graph.err()).contains("GRAPH_UNKNOWN", "poeple");
    CommandLineRun one = run("compare", "people@1");
    assertThat(one.exitCode()).isEqualTo(2);
    assertThat(one.err()).contains("two graphs are compared, and 1 is given");
    CommandLineRun wrong = run("compare", "people@x", "people@2");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).contains("'x' is no version");
    CommandLineRun three = run("compare", "people@1", "people@2", "--with", "x.csv");
    assertThat(three.exitCode()).isEqualTo(2);
    assertThat(three.err()).contains("and 3 are given");
  }

  @Test
  void retiredVersionsAndTheirSuccessorsAreTold() throws Exception {
    succeed("publish", "gone", write("gone.txt", "1 2\n"), "--graph-version", "1");
    succeed("publish", "gone", write("gone2.txt", "1 3\n"), "--graph-version", "2");
    succeed("retire", "gone", "1");
    CommandLineRun run = run("compare", "gone@1", "gone@2");
    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(run.err()).contains("VERSION_UNKNOWN", "version 1 of graph gone");
    succeed("retire", "gone", "2");
    assertThat(run("compare", "gone", "people").err()).contains("GRAPH_UNKNOWN");
  }

  @Test
  void missingTopicsAreTold() {
    CommandLineRun run = run("compare", "a@1", "a@2", "--topic-prefix", "other.");
    assertThat(run.exitCode()).isEqualTo(7);
    assertThat(run.err()).contains("BROKER_UNAVAILABLE", "other.graphs.v1 is missing");
  }

  private static String write(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static CommandLineRun succeed(String... arguments) {
    CommandLineRun run = run(arguments);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  private static CommandLineRun run(String... arguments) {
    return CommandLineRun.of(
        Stream.concat(Stream.of(arguments), Stream.of("--bootstrap", broker.bootstrapServers()))
            .toArray(String[]::new));
  }
}
