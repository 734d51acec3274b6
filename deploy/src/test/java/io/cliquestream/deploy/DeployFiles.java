package io.cliquestream.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Where the files lie that these tests are about, and how they are read. */
final class DeployFiles {
  /** This module's folder, from itself or from the repository's root. */
  static final Path FOLDER =
      Stream.of("", "deploy")
          .map(folder -> Path.of(folder).toAbsolutePath())
          .filter(folder -> Files.exists(folder.resolve("compose.yaml")))
          .findFirst()
          .orElseThrow();

  static final Path CHART = FOLDER.resolve("helm/cliquestream");
  static final Path ALERTS = FOLDER.resolve("prometheus/alerts.yml");
  static final Path DASHBOARDS = FOLDER.resolve("grafana/dashboards");
  static final Path RUNBOOK = FOLDER.resolveSibling("docs").resolve("operations.md");

  static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private DeployFiles() {}

  static JsonNode yaml(Path file) throws IOException {
    return YAML.readTree(file.toFile());
  }

  /** The documents of a stream of YAML, less the empty ones. */
  static List<JsonNode> documents(String yaml) throws IOException {
    List<JsonNode> documents = new ArrayList<>();
    try (var parser = YAML.createParser(yaml);
        var values = YAML.readerFor(JsonNode.class).<JsonNode>readValues(parser)) {
      while (values.hasNext()) {
        JsonNode document = values.next();
        if (document.isObject() && !document.isEmpty()) {
          documents.add(document);
        }
      }
    }
    return documents;
  }
}
