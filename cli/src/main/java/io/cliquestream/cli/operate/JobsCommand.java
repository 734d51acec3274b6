package io.cliquestream.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.cli.output.TextTable;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists jobs. */
@Command(
    name = "jobs",
    mixinStandardHelpOptions = true,
    description = "Lists jobs, the newest first, as a worker knows them for the whole group.")
public final class JobsCommand extends AskingCommand {
  @Mixin private PageOptions page;

  @Option(names = "--graph", paramLabel = "ID", defaultValue = "", description = "Of this graph.")
  private String graph;

  @Option(
      names = "--tenant",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Of this tenant.")
  private String tenant;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      split = ",",
      description =
          "In one of these: received, waiting-for-graph, queued, preparing, computing, publishing,"
              + " standing, succeeded, failed, cancelled, deadline-exceeded, expired.")
  private List<String> states = List.of();

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      defaultValue = "",
      description = "Of this kind, such as triangles.")
  private String kind;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      defaultValue = "",
      description = "Received then or later, such as 2026-11-22T10:00:00Z.")
  private String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      defaultValue = "",
      description = "Received before then.")
  private String to;

  @Option(
      names = "--text",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "With this in the id, the graph, the tenant or the failure.")
  private String text;

  @Override
  JsonNode ask(WorkerApi api) {
    var query = new LinkedHashMap<String, String>();
    query.put("graph", graph);
    query.put("tenant", tenant);
    query.put("state", String.join(",", states));
    query.put("kind", kind);
    query.put("from", from);
    query.put("to", to);
    query.put("text", text);
    return page.read(api, "/jobs", Map.copyOf(query));
  }

  @Override
  void print(PrintWriter out, JsonNode list) {
    var table =
        new TextTable("job", "kind", "graph", "tenant", "state", "received", "took", "answer");
    for (JsonNode job : list.path("items")) {
      table.row(
          job.path("id").asText(),
          job.path("kind").asText(),
          Cells.graph(job),
          Cells.text(job.path("tenant")),
          Cells.state(job),
          Cells.time(job.path("received")),
          Cells.millis(job.path("latencyMillis")),
          Cells.answer(job));
    }
    table.print(out);
    Cells.printRest(out, list);
  }
}
