package io.cliquestream.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.cli.output.TextTable;
import io.cliquestream.contract.ExitCode;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists jobs. */
@Command(
    name = "jobs",
    mixinStandardHelpOptions = true,
    description = "Lists jobs, the newest first, as a worker knows them for the whole group.")
public final class JobsCommand implements Callable<Integer> {
  @Mixin private WorkerOptions worker;
  @Mixin private PageOptions page;
  @Spec private CommandSpec spec;

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
  public Integer call() {
    var query = new LinkedHashMap<String, String>();
    query.put("graph", graph);
    query.put("tenant", tenant);
    query.put("state", String.join(",", states));
    query.put("kind", kind);
    query.put("from", from);
    query.put("to", to);
    query.put("text", text);
    ObjectNode list;
    try (WorkerApi api = worker.open()) {
      list = page.read(api, "/jobs", Map.copyOf(query));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (worker.json()) {
      out.println(list);
    } else {
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
    out.flush();
    return ExitCode.OK.number();
  }
}
