package io.cliquestream.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks what cannot be run where there is no container engine: that the files fit together. */
final class ContainersTest {
  private static final Path COMPOSE = DeployFiles.FOLDER.resolve("compose.yaml");
  private static final Path COMPOSE_GPU = DeployFiles.FOLDER.resolve("compose.gpu.yaml");
  private static final long GIBIBYTE = 1L << 30;

  @Test
  void everyYamlAndJsonFileParses() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(DeployFiles.FOLDER)) {
      files =
          all.filter(f -> f.toString().matches(".*\\.(yaml|yml|json)"))
              .filter(f -> !f.toString().matches(".*/(templates|target|node_modules)/.*"))
              .toList();
    }

    assertThat(files).hasSizeGreaterThanOrEqualTo(10);
    for (Path file : files) {
      assertThat(DeployFiles.yaml(file)).as(file.toString()).isNotEmpty();
    }
  }

  @Test
  void whatComposeMountsAndBuildsIsThere() throws IOException {
    List<Path> needed = new ArrayList<>();
    for (Path file : List.of(COMPOSE, COMPOSE_GPU)) {
      for (JsonNode service : DeployFiles.yaml(file).path("services")) {
        for (JsonNode volume : service.path("volumes")) {
          String text = volume.asText();
          if (text.startsWith("./")) {
            needed.add(DeployFiles.FOLDER.resolve(text.substring(2, text.indexOf(':'))));
            assertThat(text).as("the host's files are not for writing").endsWith(":ro");
          }
        }
        if (service.has("build")) {
          // The file is named from the context, as by "docker build -f".
          needed.add(
              DeployFiles.FOLDER
                  .resolve(service.at("/build/context").asText())
                  .resolve(service.at("/build/dockerfile").asText()));
        }
      }
    }

    assertThat(needed).hasSizeGreaterThanOrEqualTo(7).allSatisfy(f -> assertThat(f).exists());
  }

  @Test
  void everyVolumeIsNamedAndUsed() throws IOException {
    JsonNode compose = DeployFiles.yaml(COMPOSE);
    Set<String> named = new TreeSet<>();
    compose.path("volumes").fieldNames().forEachRemaining(named::add);
    Set<String> used = new TreeSet<>();
    for (JsonNode service : compose.path("services")) {
      for (JsonNode volume : service.path("volumes")) {
        if (!volume.asText().startsWith("./")) {
          used.add(volume.asText().split(":", 2)[0]);
        }
      }
    }

    assertThat(used).isEqualTo(named);
  }

  @Test
  void theBrokerKeepsItsLogOnItsVolume() throws IOException {
    JsonNode broker = service(COMPOSE, "broker");

    assertThat(broker.path("volumes").get(0).asText())
        .isEqualTo("broker-data:" + broker.at("/environment/KAFKA_LOG_DIRS").asText());
  }

  @Test
  void theWorkerSpillsOnItsVolume() throws IOException {
    JsonNode worker = service(COMPOSE, "worker");
    String folder = worker.at("/environment/CLIQUESTREAM_GRAPHS_SPILL_FOLDER").asText();

    assertThat(worker.path("volumes").get(0).asText()).isEqualTo("worker-spill:" + folder);
    for (String name : List.of("Containerfile", "Containerfile.cuda")) {
      // A volume takes its owner from the image's folder.
      assertThat(Files.readString(DeployFiles.FOLDER.resolve(name)))
          .contains("install -d -o cliquestream -g cliquestream -m 0750 " + folder)
          .contains("VOLUME [\"" + folder + "\"]");
    }
  }

  @Test
  void everyDependencyOfAServiceIsAService() throws IOException {
    JsonNode services = DeployFiles.yaml(COMPOSE).path("services");
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
    assertThat(names)
        .containsExactlyInAnyOrder("broker", "topics", "worker", "prometheus", "grafana");
  }

  @Test
  void noContainerHasRootCapabilitiesOrARootThatCanBeWritten() throws IOException {
    for (Map.Entry<String, JsonNode> service : services().entrySet()) {
      JsonNode container = service.getValue();
      String name = service.getKey();
      assertThat(container.path("read_only").asBoolean()).as(name).isTrue();
      assertThat(container.at("/cap_drop/0").asText()).as(name).isEqualTo("ALL");
      assertThat(container.has("cap_add")).as(name).isFalse();
      assertThat(container.has("privileged")).as(name).isFalse();
      assertThat(container.at("/security_opt/0").asText())
          .as(name)
          .isEqualTo("no-new-privileges:true");
      if (container.has("image")) {
        assertThat(container.path("user").asText()).as(name).matches("[1-9][0-9]*:[0-9]+");
      }
    }
    for (String name : List.of("Containerfile", "Containerfile.cuda")) {
      List<String> users =
          Files.readAllLines(DeployFiles.FOLDER.resolve(name)).stream()
              .filter(line -> line.startsWith("USER "))
              .toList();
      assertThat(users).as(name).containsExactly("USER 10001:10001");
    }
  }

  /** The caches hold for the files as they lie there, and who runs the image may not write them. */
  @Test
  void imagesMakeTheirStartUpCachesOnceEverythingIsThere() throws IOException {
    for (String name : List.of("Containerfile", "Containerfile.cuda")) {
      List<String> steps =
          List.of(
              Files.readString(DeployFiles.FOLDER.resolve(name))
                  .replaceAll("(?m)^#.*\n", "")
                  .replaceAll("\\\\\n", "")
                  .split("\n"));
      int training = indexOf(steps, "RUN .*/opt/cliquestream/cliquestream train$");
      assertThat(training).as(name).isPositive();
      assertThat(steps.subList(training + 1, steps.size()))
          .as(name)
          .noneMatch(step -> step.matches("(COPY|ADD|RUN|FROM) .*"));
      assertThat(indexOf(steps, "USER .*")).as(name).isGreaterThan(training);
    }
    String launcher = Files.readString(DeployFiles.FOLDER.resolveSibling("cliquestream"));
    assertThat(launcher).contains("= train ]", "-XX:AOTCache=$cache");
  }

  private static int indexOf(List<String> steps, String pattern) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).matches(pattern)) {
        return i;
      }
    }
    return -1;
  }

  @Test
  void everyContainerIsBoundedAndLogsAreTurnedOver() throws IOException {
    for (Map.Entry<String, JsonNode> service : services().entrySet()) {
      JsonNode container = service.getValue();
      assertThat(container.path("mem_limit").asText()).as(service.getKey()).matches("[0-9]+[mg]");
      assertThat(container.path("pids_limit").asInt()).as(service.getKey()).isPositive();
      assertThat(container.at("/logging/driver").asText()).isEqualTo("local");
    }
  }

  @Test
  void everyServiceThatStaysHasAHealthCheck() throws IOException {
    for (Map.Entry<String, JsonNode> service : services().entrySet()) {
      boolean stays = !service.getValue().path("restart").asText().equals("no");
      assertThat(service.getValue().has("healthcheck")).as(service.getKey()).isEqualTo(stays);
    }
  }

  @Test
  void portsOpenOnTheLoopbackAddressAlone() throws IOException {
    for (JsonNode service : services().values()) {
      for (JsonNode port : service.path("ports")) {
        assertThat(port.asText()).startsWith("127.0.0.1:");
      }
    }
  }

  /** What compose makes of {@code ${NAME:-DEFAULT}}, by the variable's name. */
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z_]+)(?::-([^}]+))?}");

  /** The images of all files as they are without digests, by the variables that give others. */
  private static Map<String, String> images() throws IOException {
    Map<String, String> images = new TreeMap<>();
    for (Path file : List.of(COMPOSE, COMPOSE_GPU)) {
      for (JsonNode service : DeployFiles.yaml(file).path("services")) {
        if (service.has("image")) {
          var variable = VARIABLE.matcher(service.path("image").asText());
          assertThat(variable.matches()).as(service.path("image").asText()).isTrue();
          images.put(variable.group(1), variable.group(2));
        }
      }
    }
    for (String name : List.of("Containerfile", "Containerfile.cuda")) {
      Map<String, String> arguments = new TreeMap<>();
      for (String line : Files.readAllLines(DeployFiles.FOLDER.resolve(name))) {
        if (line.startsWith("ARG ")) {
          String[] argument = line.substring(4).split("=", 2);
          arguments.put(argument[0], argument[1]);
        } else if (line.startsWith("FROM ")) {
          var variable = VARIABLE.matcher(line.split(" ", 3)[1]);
          assertThat(variable.matches()).as(line).isTrue();
          assertThat(arguments).as(name).containsKey(variable.group(1));
          images.put(variable.group(1), arguments.get(variable.group(1)));
        }
      }
    }
    return images;
  }

  @Test
  void everyImageIsPinned() throws IOException {
    assertThat(images())
        .hasSize(6)
        .allSatisfy((_, image) -> assertThat(image).matches(".+:v?[0-9]+\\.[0-9]+[^:]*"))
        .as("the broker that the tests run")
        .containsValue("apache/kafka:" + versionInPom("kafka.version"));
  }

  @Test
  void imagesCouldNotBeGivenByDigestWithoutEditingTheFiles() throws IOException {
    Map<String, String> images = images();
    // What builds take is handed on by whatever builds.
    for (Path file : List.of(COMPOSE, COMPOSE_GPU)) {
      for (JsonNode service : DeployFiles.yaml(file).path("services")) {
        if (service.has("build")) {
          Path built = DeployFiles.FOLDER.resolveSibling(service.at("/build/dockerfile").asText());
          Set<String> handedOn = new TreeSet<>();
          service.at("/build/args").forEach(name -> handedOn.add(name.asText()));
          Set<String> taken = new TreeSet<>();
          var variables =
              Pattern.compile("(?m)^FROM \\$\\{([A-Z_]+)}").matcher(Files.readString(built));
          while (variables.find()) {
            taken.add(variables.group(1));
          }
          assertThat(handedOn).as(file + " for " + built).isNotEmpty().isEqualTo(taken);
        }
      }
    }
    // Who pins digests finds every variable in the table.
    Map<String, String> documented = new TreeMap<>();
    var rows =
        Pattern.compile("(?m)^\\| `([A-Z_]+_IMAGE)` \\| `([^`]+)` \\|")
            .matcher(Files.readString(DeployFiles.FOLDER.resolve("README.md")));
    while (rows.find()) {
      documented.put(rows.group(1), rows.group(2));
    }
    assertThat(documented).isEqualTo(images);
  }

  @Test
  void theWorkersMemoryFitsIntoItsLimit() throws IOException {
    JsonNode worker = service(COMPOSE, "worker");
    long limit = bytes(worker.path("mem_limit").asText());
    JsonNode environment = worker.path("environment");
    String options = environment.path("CLIQUESTREAM_JAVA_OPTIONS").asText();
    assertThat(options).startsWith("-XX:MaxRAMPercentage=");
    long heap = limit * Long.parseLong(options.substring(options.indexOf('=') + 1)) / 100;
    long cache = bytes(environment.path("CLIQUESTREAM_GRAPHS_CACHE_BYTES").asText());
    long assembly = bytes(environment.path("CLIQUESTREAM_GRAPHS_ASSEMBLY_TOTAL_BYTES").asText());

    assertThat(heap + cache + assembly + GIBIBYTE).isLessThanOrEqualTo(limit);
  }

  @Test
  void theDeviceHasOneGibibyteOfSharedMemoryBesidesTheRest() throws IOException {
    JsonNode worker = service(COMPOSE_GPU, "worker");
    long shared = bytes(worker.path("shm_size").asText().replace("gb", "g"));

    assertThat(shared).isGreaterThanOrEqualTo(GIBIBYTE);
    assertThat(bytes(worker.path("mem_limit").asText()))
        .isGreaterThanOrEqualTo(
            shared + bytes(service(COMPOSE, "worker").path("mem_limit").asText()));
    assertThat(worker.at("/deploy/resources/reservations/devices/0/count").asInt()).isEqualTo(1);
  }

  @Test
  void whatComposeSetsAreSettingsOfTheWorker() throws IOException {
    Map<String, String> environment = new TreeMap<>();
    service(COMPOSE, "worker")
        .path("environment")
        .properties()
        .forEach(entry -> environment.put(entry.getKey(), entry.getValue().asText()));

    assertThat(environment).isNotEmpty();
    assertThatCode(() -> WorkerFacts.loadEnvironment(environment)).doesNotThrowAnyException();
    environment.put("CLIQUESTREAM_PORT", "tcp://10.0.0.1:8080");
    assertThatThrownBy(() -> WorkerFacts.loadEnvironment(environment))
        .hasMessageContaining("CLIQUESTREAM_PORT");
  }

  @Test
  void theGracePeriodIsLongerThanTheDrain() throws IOException {
    Duration grace =
        Duration.parse("PT" + service(COMPOSE, "worker").path("stop_grace_period").asText());

    assertThat(grace).isGreaterThan(WorkerFacts.defaultDrain().plus(WorkerFacts.CLOSE_MARGIN));
  }

  @Test
  void prometheusScrapesTheWorkerAndReadsTheAlerts() throws IOException {
    JsonNode prometheus = DeployFiles.yaml(DeployFiles.FOLDER.resolve("prometheus/prometheus.yml"));

    assertThat(prometheus.at("/scrape_configs/0/job_name").asText()).isEqualTo("cliquestream");
    assertThat(prometheus.at("/scrape_configs/0/static_configs/0/targets/0").asText())
        .isEqualTo("worker:8080");
    assertThat(service(COMPOSE, "prometheus").path("volumes").toString())
        .contains("./prometheus/alerts.yml:" + prometheus.at("/rule_files/0").asText() + ":ro");
  }

  private static Map<String, JsonNode> services() throws IOException {
    Map<String, JsonNode> services = new TreeMap<>();
    DeployFiles.yaml(COMPOSE)
        .path("services")
        .properties()
        .forEach(entry -> services.put(entry.getKey(), entry.getValue()));
    assertThat(services).hasSize(5);
    return services;
  }

  private static JsonNode service(Path file, String name) throws IOException {
    return DeployFiles.yaml(file).path("services").path(name);
  }

  private static long bytes(String text) {
    var match = Pattern.compile("([0-9]+)(m|g|MiB|GiB)").matcher(text);
    assertThat(match.matches()).as(text).isTrue();
    return Long.parseLong(match.group(1)) << (match.group(2).matches("m|MiB") ? 20 : 30);
  }

  private static String versionInPom(String property) throws IOException {
    var match =
        Pattern.compile("<" + property + ">([^<]+)</")
            .matcher(Files.readString(DeployFiles.FOLDER.resolveSibling("pom.xml")));
    assertThat(match.find()).isTrue();
    return match.group(1);
  }
}
