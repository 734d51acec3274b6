package io.cliquestream.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.marcnuri.helm.Helm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the chart by Helm itself, and what it renders by the types of those who will read it. */
final class ChartTest {
  @Test
  void helmFindsNothingWrong() {
    var result = new Helm(DeployFiles.CHART).lint().strict().call();

    assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
    assertThat(result.getMessages()).noneMatch(message -> message.contains("WARNING"));
  }

  @Test
  void everyFieldIsOneThatItsTypeHas(@TempDir Path scratch) throws IOException {
    List<JsonNode> objects = new ArrayList<>(RenderedChart.withHooks(scratch, "{}").all());
    objects.addAll(RenderedChart.of(everythingOn()).all());

    Set<String> kinds = new TreeSet<>();
    for (JsonNode object : objects) {
      kinds.add(object.path("kind").asText());
      if (KnownFields.hasTypeOf(object)) {
        assertThat(KnownFields.read(object)).isNotNull();
      }
    }
    assertThat(kinds)
        .containsExactlyInAnyOrder(
            "ConfigMap",
            "Job",
            "KafkaTopic",
            "KafkaUser",
            "NetworkPolicy",
            "PodDisruptionBudget",
            "PrometheusRule",
            "ScaledObject",
            "Service",
            "ServiceAccount",
            "ServiceMonitor",
            "StatefulSet");
  }

  @Test
  void everyTemplateIsRendered() throws IOException {
    Set<String> kindsInTemplates = new TreeSet<>();
    try (Stream<Path> files = Files.list(DeployFiles.CHART.resolve("templates"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).toList()) {
        Files.readAllLines(file).stream()
            .filter(line -> line.startsWith("kind: "))
            .forEach(line -> kindsInTemplates.add(line.substring(6)));
      }
    }
    Set<String> kinds = new TreeSet<>();
    RenderedChart.of(everythingOn()).all().forEach(o -> kinds.add(o.path("kind").asText()));
    kinds.add("Job"); // A hook, rendered by the test above.

    assertThat(kinds).isEqualTo(kindsInTemplates);
  }

  @Test
  void anUnknownFieldIsFound() throws IOException {
    JsonNode object =
        DeployFiles.YAML.readTree(
            "{apiVersion: apps/v1, kind: StatefulSet, spec: {template: {spec: {contaners: []}}}}");

    assertThatThrownBy(() -> KnownFields.read(object)).hasMessageContaining("contaners");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "replica: 2",
        "gpu: {count: 2}",
        "gpu: {enabled: true, sharedMemory: 512Mi}",
        "image: {digest: latest}",
        "kafka: {bootstrap: kafka}",
        "drainSeconds: -1",
        "settings: {lanes: 8}",
        "strimzi: {users: {authentication: plain}}",
        "keda: {lagThreshold: 0}",
        "replicas: many"
      })
  void theSchemaRefuses(String values) {
    assertThatThrownBy(() -> RenderedChart.of(values)).hasMessageContaining("schema");
  }

  @Test
  void everyValueIsDescribed() throws IOException {
    JsonNode values = DeployFiles.yaml(DeployFiles.CHART.resolve("values.yaml"));
    JsonNode schema = DeployFiles.yaml(DeployFiles.CHART.resolve("values.schema.json"));
    List<String> missing = new ArrayList<>();
    describe(values, schema, "", missing);

    assertThat(missing).isEmpty();
  }

  private static void describe(
      JsonNode values, JsonNode schema, String path, List<String> missing) {
    JsonNode properties = schema.path("properties");
    values
        .fieldNames()
        .forEachRemaining(
            name -> {
              JsonNode known = properties.path(name);
              if (known.path("additionalProperties").isBoolean() && !known.has("description")) {
                describe(values.get(name), known, path + name + ".", missing);
              } else if (known.path("description").asText().isBlank()) {
                missing.add(path + name);
              }
            });
  }

  @Test
  void containersHaveNoRootNoCapabilitiesAndNothingToWriteOn(@TempDir Path scratch)
      throws IOException {
    List<JsonNode> pods = new ArrayList<>();
    for (RenderedChart chart :
        List.of(RenderedChart.withHooks(scratch, "{}"), RenderedChart.of(everythingOn()))) {
      chart.ofKind("StatefulSet").forEach(set -> pods.add(set.at("/spec/template/spec")));
      chart.ofKind("Job").forEach(job -> pods.add(job.at("/spec/template/spec")));
    }

    assertThat(pods).hasSize(3);
    for (JsonNode pod : pods) {
      assertThat(pod.at("/automountServiceAccountToken").asBoolean(true)).isFalse();
      assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
      assertThat(pod.at("/securityContext/runAsUser").asInt()).isEqualTo(userOfTheImage());
      assertThat(pod.at("/securityContext/seccompProfile/type").asText())
          .isEqualTo("RuntimeDefault");
      for (JsonNode container : pod.path("containers")) {
        JsonNode security = container.path("securityContext");
        assertThat(security.path("readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(security.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
        assertThat(security.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
        assertThat(container.at("/resources/limits/memory").asText()).isNotEmpty();
        assertThat(container.path("volumeMounts").findValuesAsText("mountPath")).contains("/tmp");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 30, 3600})
  void theGracePeriodIsLongerThanTheLongestDrain(int drain) throws IOException {
    RenderedChart chart = RenderedChart.of("drainSeconds: " + drain);

    assertThat(settings(chart)).contains("drain.timeout=" + drain + "s");
    assertThat(
            chart
                .one("StatefulSet")
                .at("/spec/template/spec/terminationGracePeriodSeconds")
                .asLong())
        .isGreaterThan(drain + WorkerFacts.CLOSE_MARGIN.toSeconds());
  }

  @Test
  void whatTheChartSetsAreSettingsOfTheWorker() throws IOException {
    for (RenderedChart chart : List.of(RenderedChart.of("{}"), RenderedChart.of(everythingOn()))) {
      String settings = settings(chart);
      assertThatCode(() -> WorkerFacts.load(settings)).doesNotThrowAnyException();
    }
    assertThatThrownBy(() -> WorkerFacts.load("jobs.lane=8")).hasMessageContaining("jobs.lanes");
  }

  @Test
  void aServiceNamedCliquestreamDoesNotBecomeASetting() throws IOException {
    // Kubernetes would put CLIQUESTREAM_PORT and others into the environment, which the worker
    // refuses.
    assertThat(
            RenderedChart.of("{}")
                .one("StatefulSet")
                .at("/spec/template/spec/enableServiceLinks")
                .asBoolean(true))
        .isFalse();
  }

  @Test
  void theOpenPortAsksForATokenOrSaysThatItDoesNot() throws IOException {
    assertThat(settings(RenderedChart.of("{}")))
        .contains("http.host=0.0.0.0", "http.insecure=true")
        .doesNotContain("http.token");
    assertThat(settings(RenderedChart.of("http: {tokenSecret: {name: secret}}")))
        .contains("http.token-file=/etc/cliquestream/http-token/token")
        .doesNotContain("http.insecure");
  }

  @Test
  void probesAndScrapesSpeakAsThePortDoes() throws IOException {
    RenderedChart chart = RenderedChart.of(everythingOn());
    JsonNode container = chart.one("StatefulSet").at("/spec/template/spec/containers/0");
    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      assertThat(container.path(probe).at("/httpGet/scheme").asText()).isEqualTo("HTTPS");
    }
    JsonNode endpoint = chart.one("ServiceMonitor").at("/spec/endpoints/0");
    assertThat(endpoint.path("scheme").asText()).isEqualTo("https");
    assertThat(endpoint.at("/authorization/credentials/name").asText()).isEqualTo("demo-http");
  }

  @Test
  void whatTheUserSetsGoesOverTheChart() throws IOException {
    String settings =
        settings(RenderedChart.of("settings: {engine.kind: auto, jobs.remembered-jobs: 2000000}"));

    assertThat(settings)
        .contains("engine.kind=auto")
        .doesNotContain("engine.kind=cpu")
        .contains("jobs.remembered-jobs=2000000");
  }

  @Test
  void aPodHasOneDeviceAndRoomForItsGraphs() throws IOException {
    JsonNode pod =
        RenderedChart.of("gpu: {enabled: true}").one("StatefulSet").at("/spec/template/spec");

    assertThat(pod.at("/containers/0/resources/limits/nvidia.com~1gpu").asInt()).isEqualTo(1);
    assertThat(pod.at("/containers/0/volumeMounts").findValuesAsText("mountPath"))
        .contains("/dev/shm");
    JsonNode memory = named(pod.path("volumes"), "shared-memory").path("emptyDir");
    assertThat(memory.path("medium").asText()).isEqualTo("Memory");
    assertThat(memory.path("sizeLimit").asText()).isEqualTo("2Gi");
  }

  @Test
  void aRestartedPodKeepsItsNameInTheGroup() throws IOException {
    JsonNode instance =
        named(
            RenderedChart.of("{}").one("StatefulSet").at("/spec/template/spec/containers/0/env"),
            "CLIQUESTREAM_JOBS_INSTANCE_ID");

    assertThat(instance.at("/valueFrom/fieldRef/fieldPath").asText()).isEqualTo("metadata.name");
  }

  @Test
  void theScalerSetsTheReplicasAlone() throws IOException {
    JsonNode set = RenderedChart.of("keda: {enabled: true}").one("StatefulSet");

    assertThat(set.path("spec").has("replicas")).isFalse();
  }

  @Test
  void selectorsFindTheWorkersAndNotTheJob(@TempDir Path scratch) throws IOException {
    RenderedChart chart = RenderedChart.withHooks(scratch, "{}");
    JsonNode pods = chart.one("StatefulSet").at("/spec/template/metadata/labels");
    JsonNode job = chart.one("Job").at("/spec/template/metadata/labels");
    List<JsonNode> selectors = new ArrayList<>();
    chart.ofKind("Service").forEach(service -> selectors.add(service.at("/spec/selector")));
    selectors.add(chart.one("NetworkPolicy").at("/spec/podSelector/matchLabels"));
    selectors.add(chart.one("PodDisruptionBudget").at("/spec/selector/matchLabels"));

    assertThat(selectors).hasSize(4);
    for (JsonNode selector : selectors) {
      assertThat(matches(selector, pods)).isTrue();
      assertThat(matches(selector, job)).isFalse();
    }
  }

  @Test
  void theServiceMonitorFindsOneServiceAndItsPort() throws IOException {
    RenderedChart chart = RenderedChart.of("monitoring: {serviceMonitor: {enabled: true}}");
    JsonNode monitor = chart.one("ServiceMonitor");
    List<JsonNode> found =
        chart.ofKind("Service").stream()
            .filter(
                s -> matches(monitor.at("/spec/selector/matchLabels"), s.at("/metadata/labels")))
            .toList();

    assertThat(found).hasSize(1);
    assertThat(found.getFirst().at("/spec/ports").findValuesAsText("name"))
        .contains(monitor.at("/spec/endpoints/0/port").asText());
    assertThat(found.getFirst().at("/metadata/labels/app.kubernetes.io~1name").asText())
        .as("the label job of the alerts")
        .isEqualTo("cliquestream");
  }

  @Test
  void thePrometheusRuleHoldsTheAlertsAsTheyAre() throws IOException {
    JsonNode rule =
        RenderedChart.of("monitoring: {prometheusRule: {enabled: true}}").one("PrometheusRule");

    assertThat(rule.at("/spec/groups"))
        .isNotEmpty()
        .isEqualTo(DeployFiles.yaml(DeployFiles.ALERTS).path("groups"));
  }

  @Test
  void anAlertCanBeLeftOut() throws IOException {
    JsonNode rule =
        RenderedChart.of(
                "monitoring: {prometheusRule: {enabled: true, without: [CliquestreamNoWorker]}}")
            .one("PrometheusRule");

    assertThat(rule.findValuesAsText("alert"))
        .contains("CliquestreamWorkerDown")
        .doesNotContain("CliquestreamNoWorker");
  }

  @Test
  void theDashboardsAreInTheirConfigMaps() throws IOException {
    Set<String> shipped = new TreeSet<>();
    for (JsonNode map :
        RenderedChart.of("monitoring: {dashboards: {enabled: true}}").ofKind("ConfigMap")) {
      map.path("data")
          .properties()
          .forEach(
              entry -> {
                if (entry.getKey().endsWith(".json")) {
                  shipped.add(entry.getKey());
                }
              });
    }
    try (Stream<Path> files = Files.list(DeployFiles.DASHBOARDS)) {
      assertThat(shipped)
          .isNotEmpty()
          .containsExactlyInAnyOrderElementsOf(
              files.map(file -> file.getFileName().toString()).toList());
    }
  }

  static String everythingOn() throws IOException {
    try (InputStream in = ChartTest.class.getResourceAsStream("/everything-on.yaml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String settings(RenderedChart chart) {
    return chart.ofKind("ConfigMap").stream()
        .map(map -> map.at("/data/cliquestream.properties").asText())
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElseThrow();
  }

  private static int userOfTheImage() throws IOException {
    return Files.readAllLines(DeployFiles.FOLDER.resolve("Containerfile")).stream()
        .filter(line -> line.startsWith("USER "))
        .map(line -> Integer.parseInt(line.substring(5).split(":", 2)[0]))
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode named(JsonNode list, String name) {
    for (JsonNode entry : list) {
      if (entry.path("name").asText().equals(name)) {
        return entry;
      }
    }
    throw new AssertionError("no " + name + " in " + list);
  }

  private static boolean matches(JsonNode selector, JsonNode labels) {
    boolean[] all = {!selector.isEmpty()};
    selector
        .properties()
        .forEach(wanted -> all[0] &= wanted.getValue().equals(labels.get(wanted.getKey())));
    return all[0];
  }
}
