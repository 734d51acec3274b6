package io.cliquestream.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Runs a worker as the containers do, in a sandbox of bubblewrap: an ordinary user, no
 * capabilities, no new privileges, nothing to write on but /tmp and the spill folder, and the
 * health check of compose.yaml. Stands in for a container engine; skipped where bubblewrap is not
 * installed or not allowed.
 */
final class ReadOnlyRootTest {
  private static final String SPILL = "/var/lib/cliquestream/spill";

  /** Serves, is asked for its health, answers a job on a compressed graph, and drains. */
  private static final String SCRIPT =
      """
      touch /written 2>/dev/null && { echo "the root can be written"; exit 90; }
      [ "$(id -u)" = 10001 ] || { echo "user $(id -u)"; exit 91; }
      cd /tmp
      cliquestream() {
        "$JAVA" -Xmx256m -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED \\
          --sun-misc-unsafe-memory-access=allow -cp "$CLASSES" io.cliquestream.cli.Main "$@"
      }
      "$JAVA" -Xmx512m -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED \\
        --sun-misc-unsafe-memory-access=allow -cp "$CLASSES" io.cliquestream.cli.Main \\
        serve --embedded --port 9092 --set engine.kind=cpu &
      worker=$!
      for _ in $(seq 240); do
        "$@" 2>/dev/null && { echo healthy; break; }
        kill -0 $worker || { echo "the worker ended"; exit 92; }
        sleep 0.5
      done
      printf '0 1\\n1 2\\n0 2\\n2 3\\n' > graph.txt
      cliquestream publish social graph.txt --zstd || exit 94
      cliquestream submit triangles --graph-id social --wait || exit 95
      kill -TERM $worker
      wait $worker
      echo "ended with $?"
      """;

  @Test
  void theWorkerRunsAsItsContainerDoes() throws Exception {
    JsonNode worker =
        DeployFiles.yaml(DeployFiles.FOLDER.resolve("compose.yaml")).at("/services/worker");
    assertThat(worker.path("read_only").asBoolean()).isTrue();
    assertThat(worker.path("tmpfs").toString()).contains("/tmp:exec");
    assertThat(worker.path("volumes").toString()).contains(":" + SPILL);
    assumeTrue(sandboxWorks(), "bubblewrap is not installed (Debian's package), or not allowed");

    List<String> command = new ArrayList<>(sandbox());
    command.addAll(List.of("bash", "-c", SCRIPT, "worker"));
    JsonNode check = worker.at("/healthcheck/test");
    assertThat(check.get(0).asText()).isEqualTo("CMD");
    for (int word = 1; word < check.size(); word++) {
      command.add(check.get(word).asText());
    }
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder
        .environment()
        .put("JAVA", Path.of(System.getProperty("java.home"), "bin/java").toString());
    builder.environment().put("CLASSES", WorkerFacts.classPath());
    builder.environment().put("CLIQUESTREAM_GRAPHS_SPILL_FOLDER", SPILL);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output)
        .contains("healthy", "triangles 1", "ended with 0")
        .doesNotContain("Read-only file system");
  }

  private static List<String> sandbox() {
    return List.of(
        "bwrap",
        "--unshare-all",
        "--die-with-parent",
        "--uid",
        "10001",
        "--gid",
        "10001",
        "--cap-drop",
        "ALL",
        "--ro-bind",
        "/",
        "/",
        "--dev",
        "/dev",
        "--proc",
        "/proc",
        "--tmpfs",
        "/tmp",
        "--tmpfs",
        "/var/lib",
        "--dir",
        SPILL,
        "--remount-ro",
        "/var/lib",
        "--tmpfs",
        SPILL);
  }

  private static boolean sandboxWorks() throws InterruptedException {
    try {
      List<String> command = new ArrayList<>(sandbox());
      command.add("true");
      Process process = new ProcessBuilder(command).start();
      return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
