package io.cliquestream.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.cli.output.TextTable;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows one job. */
@Command(
    name = "job",
    mixinStandardHelpOptions = true,
    description = "Shows a job: where it is and was when, what it cost, and what came of it.")
public final class JobCommand extends AskingCommand {

  @Parameters(index = "0", paramLabel = "JOB_ID")
  private String jobId;

  @Option(
      names = "--run",
      paramLabel = "N",
      defaultValue = "",
      description = "Run of a standing job; its last when not given.")
  private String run;

  @Override
  JsonNode ask(WorkerApi api) {
    return api.get("/jobs/" + WorkerApi.segment(jobId), Map.of("run", run));
  }

  @Override
  void print(PrintWriter out, JsonNode job) {
    line(out, "job", job.path("id").asText() + "  " + job.path("kind").asText());
    line(out, "graph", Cells.graph(job));
    line(out, "tenant", Cells.text(job.path("tenant")));
    line(out, "priority", Cells.text(job.path("priority")));
    line(out, "state", Cells.state(job));
    line(out, "worker", Cells.text(job.path("worker")));
    line(out, "cancel", Cells.time(job.path("cancelRequested")));
    timeline(out, job.path("timeline"));
    cost(out, job.path("cost"));
    line(out, "request", place(job.path("offsets").path("request")));
    line(out, "result", place(job.path("offsets").path("result")));
    line(out, "trace", Cells.text(job.path("trace")));
    result(out, job);
    if (job.path("runs").size() > 0) {
      runs(out, job);
    }
  }

  private static void line(PrintWriter out, String name, String value) {
    if (value != null) {
      out.printf("%-9s %s%n", name, value);
    }
  }

  /** Each step with the time since the one before. */
  private static void timeline(PrintWriter out, JsonNode timeline) {
    Optional<Instant> before = Optional.empty();
    for (JsonNode step : timeline) {
      Optional<Instant> time = instant(step.path("time"));
      if (time.isEmpty()) {
        continue;
      }
      String since =
          before
              .map(earlier -> "  +" + Duration.between(earlier, time.get()).toMillis() + " ms")
              .orElse("");
      line(out, step.path("step").asText(), time.get() + since);
      before = time;
    }
  }

  private static Optional<Instant> instant(JsonNode value) {
    try {
      return Optional.ofNullable(Cells.text(value)).map(Instant::parse);
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static void cost(PrintWriter out, JsonNode cost) {
    String predicted = Cells.millis(cost.path("predictedMillis"));
    String used = Cells.millis(cost.path("processorMillis"));
    if (predicted != null || used != null) {
      line(out, "processor", known(used) + " (predicted " + known(predicted) + ")");
    }
    memory(
        out, "heap", "allocated", cost.path("allocatedHeapBytes"), cost.path("predictedHeapBytes"));
    memory(
        out, "off the heap", "held", cost.path("offHeapBytes"), cost.path("predictedOffHeapBytes"));
    memory(out, "on the GPU", "held", cost.path("deviceBytes"), cost.path("predictedDeviceBytes"));
  }

  private static void memory(
      PrintWriter out, String where, String did, JsonNode measured, JsonNode predicted) {
    String aside = Cells.bytes(predicted);
    if (aside != null) {
      String taken = Cells.bytes(measured);
      line(
          out,
          where,
          (taken == null ? "not told" : taken + " " + did) + " (set aside " + aside + ")");
    }
  }

  private static String known(String value) {
    return value == null ? "not known" : value;
  }

  private static String place(JsonNode offset) {
    return offset.isObject()
        ? offset.path("topic").asText()
            + "-"
            + offset.path("partition").asInt()
            + " offset "
            + offset.path("offset").asLong()
        : null;
  }

  private static void result(PrintWriter out, JsonNode job) {
    JsonNode result = job.path("result");
    JsonNode failure = (result.isObject() ? result : job).path("failure");
    if (failure.isObject()) {
      line(out, "failure", failure.path("code").asText() + ": " + failure.path("message").asText());
    }
    if (!result.isObject()) {
      line(out, "answer", Cells.text(job.path("resultMissing")));
      return;
    }
    line(
        out,
        "read",
        Cells.number(result.path("vertices"))
            + " vertices, "
            + Cells.number(result.path("edges"))
            + " edges");
    line(out, "engine", Cells.text(result.path("engine")));
    for (var choice : result.path("plan").properties()) {
      line(out, "plan", choice.getKey() + " " + choice.getValue().asText());
    }
    if (result.path("answer").isObject()) {
      for (var field : result.path("answer").properties()) {
        JsonNode value = field.getValue();
        line(out, "answer", field.getKey() + " " + (value.isValueNode() ? value.asText() : value));
      }
    }
    difference(out, result.path("difference"));
    if (result.path("pages").asInt() > 0) {
      line(
          out,
          "pages",
          result.path("pages").asText() + " (cliquestream submit --wait prints them)");
    }
  }

  private static void difference(PrintWriter out, JsonNode difference) {
    if (!difference.isObject()) {
      return;
    }
    line(out, "since", "version " + Cells.text(difference.path("baseVersion")));
    if (difference.path("figures").isEmpty()) {
      line(out, "changed", "no figure");
    }
    for (var figure : difference.path("figures").properties()) {
      line(
          out,
          "changed",
          figure.getKey()
              + " "
              + figure.getValue().path("before").asText()
              + " to "
              + figure.getValue().path("after").asText());
    }
  }

  private static void runs(PrintWriter out, JsonNode job) {
    line(out, "next", StandingCommand.next(job.path("nextRun")));
    var table = new TextTable("run", "ended", "version", "status", "took", "answer");
    for (JsonNode run : job.path("runs")) {
      table.row(
          run.path("run").asText(),
          Cells.time(run.path("ended")),
          Cells.text(run.path("version")),
          run.path("status").asText(),
          Cells.millis(run.path("computeMillis")),
          Cells.answer(run));
    }
    table.print(out);
  }
}
