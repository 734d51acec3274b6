package io.cliquestream.worker.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.cliquestream.worker.jobs.JobMetrics;
import io.cliquestream.worker.metrics.Metric;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks what cannot be run where there is no container engine: that the files fit together. */
final class DeployFilesTest {
  private static final Path DEPLOY = Path.of("..", "deploy");
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  @Test
  void everyYamlAndJsonFileParses() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(DEPLOY)) {
      files = all.filter(f -> f.toString().matches(".*\\.(yaml|yml|json)")).toList();
    }

    assertThat(files).hasSizeGreaterThanOrEqualTo(5);
    for (Path file : files) {
      assertThat(YAML.readTree(file.toFile())).as(file.toString()).isNotEmpty();
    }
  }

  @Test
  void whatComposeMountsAndBuildsIsThere() throws IOException {
    JsonNode services = YAML.readTree(DEPLOY.resolve("compose.yaml").toFile()).get("services");
    List<Path> needed = new ArrayList<>();
    for (JsonNode service : services) {
      service.path("volumes").forEach(v -> addIfRelative(v.asText(), needed));
      if (service.has("build")) {
        needed.add(
            DEPLOY
                .resolve(service.at("/build/context").asText())
                .resolve(service.at("/build/dockerfile").asText()));
      }
    }

    assertThat(needed).hasSizeGreaterThanOrEqualTo(4).allSatisfy(f -> assertThat(f).exists());
  }

  @Test
  void everyDependencyOfAServiceIsAService() throws IOException {
    JsonNode services = YAML.readTree(DEPLOY.resolve("compose.yaml").toFile()).get("services");
    Set<String> names = new TreeSet<>();
    services.fieldNames().forEachRemaining(names::add);

    for (JsonNode service : services) {
      JsonNode dependencies = service.path("depends_on");
      if (dependencies.isObject()) {
        dependencies.fieldNames().forEachRemaining(d -> assertThat(names).contains(d));
      } else {
        dependencies.forEach(d -> assertThat(names).contains(d.asText()));
      }
    }
    assertThat(names).contains("broker", "worker", "prometheus", "grafana");
  }

  @Test
  void theDashboardAsksOnlyForMetricsThatExist() throws IOException, IllegalAccessException {
    Set<String> known = new TreeSet<>();
    for (Metric metric : Metric.values()) {
      known.add(metric.text().replace('.', '_'));
    }
    for (Field field : JobMetrics.class.getFields()) {
      known.add(field.get(null).toString().replace('.', '_'));
    }
    Set<String> asked = new TreeSet<>();
    String dashboard = Files.readString(DEPLOY.resolve("grafana/dashboards/cliquestream.json"));
    Pattern.compile("cliquestream_[a-z_]+")
        .matcher(dashboard)
        .results()
        .forEach(
            found ->
                asked.add(found.group().replaceAll("(_seconds_bucket|_total|_sum|_count)$", "")));

    assertThat(asked).hasSizeGreaterThan(5).isSubsetOf(known);
  }

  private static void addIfRelative(String volume, List<Path> needed) {
    if (volume.startsWith("./")) {
      needed.add(DEPLOY.resolve(volume.substring(2, volume.indexOf(':'))));
    }
  }
}
