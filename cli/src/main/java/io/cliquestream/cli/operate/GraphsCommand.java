package io.cliquestream.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.cli.output.TextTable;
import io.cliquestream.contract.ExitCode;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists graphs. */
@Command(
    name = "graphs",
    mixinStandardHelpOptions = true,
    description =
        "Lists the graphs of the group, with their newest usable version and where it is.")
public final class GraphsCommand implements Callable<Integer> {
  @Mixin private WorkerOptions worker;
  @Mixin private PageOptions page;
  @Spec private CommandSpec spec;

  @Option(
      names = "--text",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "With this in the id.")
  private String text;

  @Option(
      names = "--place",
      paramLabel = "PLACE",
      defaultValue = "",
      description = "Whose newest usable version is there: memory, disk, topic or gone.")
  private String place;

  @Override
  public Integer call() {
    ObjectNode list;
    try (WorkerApi api = worker.open()) {
      list = page.read(api, "/graphs", Map.of("text", text, "place", place));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (worker.json()) {
      out.println(list);
    } else {
      var table =
          new TextTable(
              "graph",
              "version",
              "vertices",
              "edges",
              "bytes",
              "place",
              "versions",
              "partition",
              "worker");
      for (JsonNode graph : list.path("items")) {
        JsonNode newest = graph.path("newest");
        table.row(
            graph.path("id").asText(),
            Cells.text(newest.path("version")),
            Cells.number(newest.path("vertices")),
            Cells.number(newest.path("edges")),
            Cells.bytes(newest.path("bytes")),
            Cells.text(newest.path("place")),
            graph.path("versions").asInt(),
            graph.path("partition").asInt(),
            Cells.text(graph.path("worker")));
      }
      table.print(out);
      Cells.printRest(out, list);
    }
    out.flush();
    return ExitCode.OK.number();
  }
}
