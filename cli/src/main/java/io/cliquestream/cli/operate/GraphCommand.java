package io.cliquestream.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.cli.output.TextTable;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows one graph. */
@Command(
    name = "graph",
    mixinStandardHelpOptions = true,
    description = "Shows the versions of a graph, the newest first, and what each was made of.")
public final class GraphCommand extends AskingCommand {

  @Parameters(index = "0", paramLabel = "GRAPH_ID")
  private String graphId;

  @Override
  JsonNode ask(WorkerApi api) {
    return api.get("/graphs/" + WorkerApi.segment(graphId), Map.of());
  }

  @Override
  void print(PrintWriter out, JsonNode graph) {
    out.println(
        "graph "
            + graph.path("id").asText()
            + " on partition "
            + graph.path("partition").asInt()
            + ", worker "
            + graph.path("worker").asText("nobody"));
    var table =
        new TextTable(
            "version",
            "state",
            "base",
            "vertices",
            "edges",
            "bytes",
            "on device",
            "place",
            "offsets",
            "refused");
    for (JsonNode version : graph.path("versions")) {
      JsonNode records = version.path("records");
      table.row(
          version.path("version").asText(),
          version.path("state").asText(),
          Cells.text(version.path("base")),
          Cells.number(version.path("vertices")),
          Cells.number(version.path("edges")),
          Cells.bytes(version.path("bytes")),
          Cells.bytes(version.path("deviceBytes")),
          Cells.text(version.path("place")),
          records.isObject()
              ? records.path("first").asLong() + "-" + records.path("last").asLong()
              : null,
          version.path("failure").isObject() ? Cells.answer(version) : null);
    }
    table.print(out);
  }
}
