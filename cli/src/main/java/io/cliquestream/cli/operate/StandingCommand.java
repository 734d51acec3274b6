package io.cliquestream.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.cli.output.TextTable;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists standing jobs. */
@Command(
    name = "standing",
    mixinStandardHelpOptions = true,
    description = "Lists the standing jobs, with their last run and the next one.")
public final class StandingCommand extends AskingCommand {
  @Mixin private PageOptions page;

  @Override
  JsonNode ask(WorkerApi api) {
    return page.read(api, "/standing", Map.of());
  }

  @Override
  void print(PrintWriter out, JsonNode list) {
    var table =
        new TextTable(
            "job",
            "kind",
            "graph",
            "tenant",
            "runs on",
            "last run",
            "status",
            "answer",
            "stands on",
            "state",
            "next");
    for (JsonNode job : list.path("items")) {
      JsonNode last = job.path("runs").path(0);
      table.row(
          job.path("id").asText(),
          job.path("kind").asText(),
          job.path("graph").asText(),
          Cells.text(job.path("tenant")),
          trigger(job),
          Cells.time(last.path("ended")),
          Cells.text(last.path("status")),
          last.isObject() ? Cells.answer(last) : null,
          standsOn(job),
          state(job.path("state")),
          next(job.path("nextRun")));
    }
    table.print(out);
    Cells.printRest(out, list);
  }

  /** The version, and with alerts the number of the last one. */
  private static String standsOn(JsonNode job) {
    JsonNode state = job.path("state");
    if (!state.isObject()) {
      return null;
    }
    return state.path("version").asText()
        + (job.path("alerts").asBoolean() ? ", alert " + state.path("lastAlert").asText() : "");
  }

  private static String state(JsonNode state) {
    return state.isObject() ? Cells.bytes(state.path("bytes")) : null;
  }

  static String trigger(JsonNode job) {
    return job.path("everyVersion").asBoolean()
        ? "every version"
        : "every " + Cells.millis(job.path("everyMillis"));
  }

  static String next(JsonNode next) {
    if (!next.isObject()) {
      return null;
    }
    String after = Cells.text(next.path("afterVersion"));
    return "run "
        + next.path("run").asText()
        + (next.path("on").asText().equals("time")
            ? " at " + Cells.time(next.path("time"))
            : after == null ? " on a new version" : " on a version after " + after);
  }
}
