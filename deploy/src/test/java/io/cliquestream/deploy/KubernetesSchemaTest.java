package io.cliquestream.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Validates what the chart renders by the schemas of Kubernetes, KEDA and the Prometheus operator:
 * types, required fields, bounds. Runs where they were installed:
 *
 * <pre>
 * npm install --prefix deploy/src/test/kubernetes-schemas --ignore-scripts --no-package-lock
 * </pre>
 */
final class KubernetesSchemaTest {
  private static final Path FOLDER = DeployFiles.FOLDER.resolve("src/test/kubernetes-schemas");

  private record Verdict(int exitCode, String text) {}

  @BeforeEach
  void needsTheSchemas() {
    assumeTrue(
        Files.isDirectory(FOLDER.resolve("node_modules/kubernetes-models")),
        "deploy/src/test/kubernetes-schemas/node_modules is missing, the schemas of Kubernetes, KEDA and"
            + " the Prometheus operator: npm install --prefix deploy/src/test/kubernetes-schemas"
            + " --ignore-scripts --no-package-lock (needs node and npm)");
  }

  @Test
  void everyObjectIsValid(@TempDir Path scratch) throws Exception {
    List<JsonNode> objects = new ArrayList<>(RenderedChart.withHooks(scratch, "{}").all());
    objects.addAll(RenderedChart.of(ChartTest.everythingOn()).all());

    Verdict verdict = validate(objects);

    assertThat(verdict.exitCode()).as(verdict.text()).isZero();
    assertThat(verdict.text())
        .contains(
            "ScaledObject demo: valid", "StatefulSet demo: valid", "PrometheusRule demo: valid")
        .contains("KafkaTopic prod-jobs.v1: no schema");
  }

  @Test
  void whatIsMissingIsFound() throws Exception {
    Verdict verdict =
        validate(
            List.of(
                DeployFiles.YAML.readTree(
                    "{apiVersion: keda.sh/v1alpha1, kind: ScaledObject, metadata: {name: broken},"
                        + " spec: {triggers: [{type: kafka, metadata: {lagThreshold: 5}}]}}")));

    assertThat(verdict.exitCode()).isEqualTo(1);
    assertThat(verdict.text()).contains("scaleTargetRef").contains("lagThreshold must be string");
  }

  private static Verdict validate(List<JsonNode> objects) throws Exception {
    Process process;
    try {
      process =
          new ProcessBuilder("node", "validate.mjs")
              .directory(FOLDER.toFile())
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      assumeTrue(false, "node, which runs the validators of the schemas, is not installed");
      throw e;
    }
    // Read while writing: neither pipe may fill up.
    CompletableFuture<byte[]> output =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return process.getInputStream().readAllBytes();
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    try (var input = process.getOutputStream()) {
      new ObjectMapper().writeValue(input, objects);
    }
    String text = new String(output.get(), StandardCharsets.UTF_8);
    return new Verdict(process.waitFor(), text);
  }
}
