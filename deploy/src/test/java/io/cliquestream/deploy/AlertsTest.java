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
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Checks the alerts by Prometheus's own promtool; skipped where there is none. */
final class AlertsTest {
  private static final Path TESTS = DeployFiles.ALERTS.resolveSibling("alerts_test.yml");

  @Test
  void prometheusTakesTheRules() throws Exception {
    assertThat(promtool("check", "rules", "alerts.yml")).contains("SUCCESS");
  }

  @Test
  void everyAlertFiresWhereItShould() throws Exception {
    assertThat(promtool("test", "rules", "alerts_test.yml")).contains("SUCCESS");
  }

  @Test
  void everyAlertHasATestInWhichItFires() throws IOException {
    Set<String> fired = new TreeSet<>();
    for (JsonNode test : DeployFiles.yaml(TESTS).path("tests")) {
      for (JsonNode rule : test.path("alert_rule_test")) {
        if (!rule.path("exp_alerts").isEmpty()) {
          fired.add(rule.path("alertname").asText());
        }
      }
    }

    assertThat(fired).containsExactlyInAnyOrderElementsOf(names());
  }

  @Test
  void everyAlertHasItsEntryInTheRunbook() throws IOException {
    Set<String> anchors = new TreeSet<>();
    for (String line : Files.readAllLines(DeployFiles.RUNBOOK)) {
      if (line.startsWith("#")) {
        anchors.add(line.replaceFirst("#+ ", "").strip().toLowerCase(Locale.ROOT));
      }
    }
    for (JsonNode rule : rules()) {
      String name = rule.path("alert").asText();
      String anchor = name.toLowerCase(Locale.ROOT);
      assertThat(rule.at("/annotations/runbook_url").asText())
          .isEqualTo("docs/operations.md#" + anchor);
      assertThat(anchors).as("headings of the runbook").contains(anchor);
      assertThat(rule.at("/annotations/summary").asText()).endsWith(".");
      assertThat(rule.at("/annotations/description").asText()).endsWith(".");
      assertThat(rule.at("/labels/severity").asText()).isIn("warning", "critical");
    }
  }

  static List<JsonNode> rules() throws IOException {
    List<JsonNode> rules = new ArrayList<>();
    for (JsonNode group : DeployFiles.yaml(DeployFiles.ALERTS).path("groups")) {
      group.path("rules").forEach(rules::add);
    }
    return rules;
  }

  private static List<String> names() throws IOException {
    return rules().stream().map(rule -> rule.path("alert").asText()).toList();
  }

  private static String promtool(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .directory(DeployFiles.ALERTS.getParent().toFile())
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      assumeTrue(false, "promtool is not installed (Debian's package prometheus has it)");
      throw e;
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
