package io.cliquestream.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds alerts and dashboards against the metrics that a worker really exposes. */
final class MetricsTest {
  private static final Pattern METRIC = Pattern.compile("\\bcliquestream_[a-z_]+");
  private static final Pattern MATCHER = Pattern.compile("([a-z_]+)\\{([^}]*)}");
  private static final Pattern LABEL = Pattern.compile("([a-z]+)(=~?)\"([^\"]*)\"");

  /** Set by Prometheus, not by the worker. */
  private static final Set<String> OF_THE_SCRAPE = Set.of("instance", "job");

  private static ExposedMetrics exposed;

  @BeforeAll
  static void run() throws Exception {
    exposed = ExposedMetrics.ofAWorkerOnTheCpu();
  }

  @Test
  void everyMetricAskedForIsExposed() throws IOException {
    Set<String> known = new TreeSet<>(exposed.names());
    known.addAll(WorkerFacts.deviceMetrics());

    expressions()
        .forEach(
            (where, expression) ->
                METRIC
                    .matcher(expression)
                    .results()
                    .forEach(found -> assertThat(known).as(where).contains(found.group())));
  }

  /** Each of them stands under its topic, too. */
  @Test
  void deadLettersOfJobsOnceCountedTwice() throws IOException {
    expressions()
        .forEach(
            (where, expression) ->
                assertThat(expression)
                    .as(where)
                    .doesNotContain("cliquestream_jobs_dead_letters_total"));
  }

  @Test
  void everyLabelAskedForIsThere() throws IOException {
    expressions()
        .forEach(
            (where, expression) ->
                MATCHER
                    .matcher(expression)
                    .results()
                    .filter(found -> exposed.names().contains(found.group(1)))
                    .forEach(
                        found ->
                            LABEL
                                .matcher(found.group(2))
                                .results()
                                .filter(label -> !OF_THE_SCRAPE.contains(label.group(1)))
                                .forEach(
                                    label -> check(where, found.group(1), label.group(1), label))));
  }

  private static void check(
      String where, String metric, String name, java.util.regex.MatchResult label) {
    String series = "(?s).*\\b" + metric + "\\{[^}]*" + name + "=\"(";
    assertThat(exposed.text()).as(where).matches(series + "[^\"]*)\".*");
    for (String value : label.group(3).split("\\|", -1)) {
      assertThat(exposed.text()).as(where).matches(series + value + ")\".*");
    }
  }

  @Test
  void theListInTheRunbookIsWhatAWorkerExposes() throws IOException {
    holds("metrics", exposed.table());
  }

  @Test
  void theListOfWhatADeviceAddsIsWhatIsRegisteredWithOne() throws IOException {
    holds("metrics of a device", WorkerFacts.addedByADevice().table());
  }

  private static void holds(String name, String table) throws IOException {
    String runbook = Files.readString(DeployFiles.RUNBOOK);
    String mark = "<!-- " + name + " -->\n";
    int begin = runbook.indexOf(mark) + mark.length();
    int end = runbook.indexOf("<!-- end of " + name + " -->");
    if (Boolean.getBoolean("cliquestream.metrics.rewrite")) {
      Files.writeString(
          DeployFiles.RUNBOOK, runbook.substring(0, begin) + table + runbook.substring(end));
    } else {
      assertThat(runbook.substring(begin, end))
          .as("written anew with -Dcliquestream.metrics.rewrite=true")
          .isEqualTo(table);
    }
  }

  @Test
  void prometheusUnderstandsEveryExpressionOfTheDashboards(@TempDir Path folder)
      throws IOException, InterruptedException {
    StringBuilder rules = new StringBuilder("groups:\n  - name: dashboards\n    rules:\n");
    int number = 0;
    for (String expression : dashboards().values()) {
      rules
          .append("      - record: expression_")
          .append(number++)
          .append("\n        expr: ")
          .append(
              DeployFiles.YAML
                  .writeValueAsString(
                      expression.replace("$__rate_interval", "5m").replace("$instance", ".*"))
                  .replaceFirst("^---\\s*", ""));
    }
    Files.writeString(folder.resolve("rules.yml"), rules);
    Process process;
    try {
      process =
          new ProcessBuilder("promtool", "check", "rules", "rules.yml")
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      assumeTrue(false, "promtool is not installed (Debian's package prometheus has it)");
      throw e;
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(output + rules).isZero();
    assertThat(output).contains(number + " rules found");
  }

  @Test
  void panelsHaveNumbersOfTheirOwnAndLieBesideEachOther() throws IOException {
    for (Path file : dashboardFiles()) {
      Set<Integer> numbers = new TreeSet<>();
      Set<String> cells = new TreeSet<>();
      for (JsonNode panel : DeployFiles.yaml(file).path("panels")) {
        assertThat(numbers.add(panel.path("id").asInt())).as(panel.toString()).isTrue();
        JsonNode at = panel.path("gridPos");
        assertThat(at.path("x").asInt() + at.path("w").asInt()).isLessThanOrEqualTo(24);
        for (int x = 0; x < at.path("w").asInt(); x++) {
          for (int y = 0; y < at.path("h").asInt(); y++) {
            String cell = (at.path("x").asInt() + x) + "," + (at.path("y").asInt() + y);
            assertThat(cells.add(cell)).as(panel.path("title") + " at " + cell).isTrue();
          }
        }
        if (!panel.path("type").asText().equals("row")) {
          assertThat(panel.path("description").asText()).endsWith(".");
          assertThat(panel.path("targets")).isNotEmpty();
        }
      }
    }
  }

  private static Map<String, String> expressions() throws IOException {
    Map<String, String> expressions = dashboards();
    for (JsonNode rule : AlertsTest.rules()) {
      expressions.put("alert " + rule.path("alert").asText(), rule.path("expr").asText());
    }
    assertThat(expressions).hasSizeGreaterThan(40);
    return expressions;
  }

  private static Map<String, String> dashboards() throws IOException {
    Map<String, String> expressions = new TreeMap<>();
    for (Path file : dashboardFiles()) {
      for (JsonNode panel : DeployFiles.yaml(file).path("panels")) {
        for (JsonNode target : panel.path("targets")) {
          expressions.put(
              "panel " + panel.path("title").asText() + " " + target.path("refId").asText(),
              target.path("expr").asText());
        }
      }
    }
    return expressions;
  }

  private static List<Path> dashboardFiles() throws IOException {
    try (Stream<Path> files = Files.list(DeployFiles.DASHBOARDS)) {
      return new ArrayList<>(files.toList());
    }
  }
}
