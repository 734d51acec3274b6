package io.cliquestream.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.cli.output.TextTable;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists graphs. */
@Command(
    name = "graphs",
    mixinStandardHelpOptions = true,
    description =
        "Lists the graphs of the group, with their newest usable version and where it is.")
public final class GraphsCommand extends AskingCommand {
  @Mixin private PageOptions page;

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
  JsonNode ask(WorkerApi api) {
    return page.read(api, "/graphs", Map.of("text", text, "place", place));
  }

  @Override
  void print(PrintWriter out, JsonNode list) {
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
}
