package io.cliquestream.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds the runbook against what it speaks of. */
final class RunbookTest {
  private static final String VALUES =
      "strimzi: {topics: {enabled: true}, users: {enabled: true, scaler: true}}";

  @Test
  void theAclTableIsWhatTheChartsUsersMay() throws IOException {
    Set<String> rows = new TreeSet<>();
    for (JsonNode user : RenderedChart.of(VALUES).ofKind("KafkaUser")) {
      String name = user.at("/metadata/name").asText().replaceFirst(".*-", "");
      for (JsonNode acl : user.at("/spec/authorization/acls")) {
        List<String> operations = new ArrayList<>();
        acl.path("operations").forEach(operation -> operations.add(operation.asText()));
        JsonNode resource = acl.path("resource");
        rows.add(
            "| %s | %s | `%s%s` | %s |"
                .formatted(
                    name,
                    resource.path("type").asText(),
                    resource.path("name").asText(),
                    resource.path("patternType").asText().equals("prefix") ? "*" : "",
                    String.join(", ", operations)));
      }
    }

    assertThat(new TreeSet<>(rows("(worker|client|scaler)"))).isEqualTo(rows);
  }

  @Test
  void theTopicTableIsWhatTheChartMakes() throws IOException {
    Map<String, String> policies = new TreeMap<>();
    for (JsonNode topic : RenderedChart.of(VALUES).ofKind("KafkaTopic")) {
      policies.put(
          topic.at("/spec/topicName").asText(),
          topic.path("spec").path("config").path("cleanup.policy").asText());
    }
    Map<String, String> told = new TreeMap<>();
    for (String row : rows("`[a-z.-]+\\.v1`")) {
      String[] cells = row.split("\\|", -1);
      told.put(cells[1].strip().replace("`", ""), cells[3].strip());
    }

    assertThat(told).isEqualTo(policies);
  }

  @Test
  void everySettingThatItNamesExists() throws IOException {
    Set<String> known = new TreeSet<>(WorkerFacts.settings());
    Set<String> sections = new TreeSet<>();
    known.forEach(name -> sections.add(name.substring(0, name.indexOf('.'))));
    Set<String> named = new TreeSet<>();
    Pattern.compile("`((" + String.join("|", sections) + ")\\.[a-z-]+)(=[a-z]+)?`")
        .matcher(Files.readString(DeployFiles.RUNBOOK))
        .results()
        .filter(found -> !found.group(1).matches("(graphs|jobs)\\.(v1|dlq)"))
        .forEach(found -> named.add(found.group(1)));

    assertThat(named).hasSizeGreaterThan(10).isSubsetOf(known);
  }

  @Test
  void everyValueOfTheChartThatItNamesExists() throws IOException {
    JsonNode values = DeployFiles.yaml(DeployFiles.CHART.resolve("values.yaml"));
    Set<String> named = new TreeSet<>();
    Pattern.compile(
            "`((?:strimzi|keda|gpu|topics|monitoring|kafka|image)\\.[a-zA-Z]+(?:\\.[a-zA-Z]+)*)`")
        .matcher(Files.readString(DeployFiles.RUNBOOK))
        .results()
        .forEach(found -> named.add(found.group(1)));

    assertThat(named).isNotEmpty();
    for (String name : named) {
      assertThat(values.at("/" + name.replace('.', '/')).isMissingNode()).as(name).isFalse();
    }
  }

  /** Rows of tables whose first cell is of a form. */
  private static List<String> rows(String firstCell) throws IOException {
    return Files.readAllLines(DeployFiles.RUNBOOK).stream()
        .filter(line -> line.matches("\\| " + firstCell + " \\|.*"))
        .toList();
  }
}
