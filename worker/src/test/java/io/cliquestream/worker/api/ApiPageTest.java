package io.cliquestream.worker.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.worker.service.WorkerService;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs every command of docs/api.md as it stands there, but for the port. */
final class ApiPageTest {
  private static final Path PAGE = Path.of("..", "docs", "api.md");

  @Test
  void everyCommandOfThePageWorks(@TempDir Path folder) throws Exception {
    assumeTrue(run(folder, "curl --version", "").exit() == 0, "there is no curl");
    try (var group = new ApiGroup(folder, 1)) {
      WorkerService worker = group.start("one", Map.of());
      group.publish("social", 1, 1, 2, 2, 3, 3, 1);
      group.await(worker, "/graphs/social", graph -> graph.get("versions").size() == 1);
      // The page is read after a start, not during it.
      group.await(worker, "/partitions", _ -> true);
      List<String> commands = commands();
      assertThat(commands).hasSizeGreaterThan(20);
      for (String command : commands) {
        Ended ended = run(folder, command, "127.0.0.1:" + worker.httpPort());
        assertThat(ended.exit()).as(command + "\n" + ended.output()).isZero();
        assertThat(ended.output()).as(command).isNotEmpty().doesNotContain("\"error\":");
        if (command.contains("--json") && command.endsWith("/jobs")) {
          JsonNode submitted = ApiGroup.MAPPER.readTree(ended.output());
          // The page asks for it next; its reader is slower than this test.
          group.await(
              worker,
              "/jobs/" + submitted.get("job").asText(),
              job -> !job.get("result").isNull() || !job.get("nextRun").isNull());
        }
      }
      JsonNode first = ApiGroup.json(group.get(worker, "/jobs/first"));
      assertThat(first.at("/result/answer/triangles").asText()).isEqualTo("1");
    }
  }

  private static List<String> commands() throws Exception {
    var commands = new ArrayList<String>();
    boolean block = false;
    for (String line : Files.readAllLines(PAGE)) {
      if (line.startsWith("```")) {
        block = !block;
      } else if (block) {
        commands.add(line);
      }
    }
    return commands;
  }

  private record Ended(int exit, String output) {}

  private static Ended run(Path folder, String command, String address) throws Exception {
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder("bash", "-c", command.replace("127.0.0.1:8080", address))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(command).isTrue();
    return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
  }
}
