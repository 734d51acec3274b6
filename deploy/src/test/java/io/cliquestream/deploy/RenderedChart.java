package io.cliquestream.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.marcnuri.helm.Helm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The chart's objects, as Helm itself makes them of given values. */
final class RenderedChart {
  static final String RELEASE = "demo";
  private static final String KUBERNETES = "1.34.0";

  private final List<JsonNode> objects;

  private RenderedChart(List<JsonNode> objects) {
    this.objects = objects;
  }

  static RenderedChart of(String values) throws IOException {
    return of(DeployFiles.CHART, values);
  }

  /** With the hooks as ordinary objects: rendering leaves hooks out. */
  static RenderedChart withHooks(Path scratch, String values) throws IOException {
    Path copy = scratch.resolve("cliquestream");
    try (Stream<Path> all = Files.walk(DeployFiles.CHART)) {
      for (Path from : all.filter(Files::isRegularFile).toList()) {
        Path to = copy.resolve(DeployFiles.CHART.relativize(from));
        Files.createDirectories(to.getParent());
        Files.writeString(to, Files.readString(from).replace("helm.sh/hook:", "was-a-hook:"));
      }
    }
    return of(copy, values);
  }

  private static RenderedChart of(Path chart, String values) throws IOException {
    Path file = Files.createTempFile("values", ".yaml");
    try {
      Files.writeString(file, values);
      return new RenderedChart(
          DeployFiles.documents(
              new Helm(chart)
                  .template()
                  .withName(RELEASE)
                  .withNamespace("graphs")
                  .withKubeVersion(KUBERNETES)
                  .withValuesFile(file)
                  .call()));
    } finally {
      Files.delete(file);
    }
  }

  List<JsonNode> all() {
    return objects;
  }

  List<JsonNode> ofKind(String kind) {
    return objects.stream().filter(object -> kind.equals(object.path("kind").asText())).toList();
  }

  /** The only object of a kind. */
  JsonNode one(String kind) {
    List<JsonNode> found = ofKind(kind);
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " objects of kind " + kind);
    }
    return found.getFirst();
  }
}
