package io.cliquestream.cli.bench;

import io.cliquestream.cli.bench.BenchTable.Column;
import io.cliquestream.cli.output.PrintingCommand;
import io.cliquestream.kernels.failure.Options;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bench whole}: what a person waits for, from the command to its answer. */
@Command(
    name = "whole",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a compute command again and again, each time as a process of its own, and prints where"
          + " its time goes: medians by the clock, each part by itself.",
      "With --from kafka a service answers: a job is sent, then the file is read and published as"
          + " the version that it waits for, each time anew.",
      "Options of this command stand before the kind of job, those of the job behind it.",
      "All answers must agree, with one another and with --expect.",
      ""
    })
final class WholeBench extends PrintingCommand {
  private static final int MOST_REPEATS = 1_000;

  private enum Origin {
    file,
    kafka
  }

  /** Parts that follow one another, as compute names them. */
  private static final List<String> PARTS =
      List.of("read", "build", "open", "copy", "prepare", "compute", "publish");

  @Option(
      names = "--from",
      defaultValue = "file",
      paramLabel = "ORIGIN",
      description =
          "Where the graph comes from on its way to the engine: ${COMPLETION-CANDIDATES}"
              + " (${DEFAULT-VALUE}).")
  private Origin origin;

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      description =
          "With --from kafka: the service that runs there, workers and all. Without it a broker is"
              + " started in this process, and a worker in one of its own.")
  private String bootstrap;

  @Option(
      names = "--repeats",
      defaultValue = "5",
      paramLabel = "N",
      description = "Measured runs, after one that fills the page cache (${DEFAULT-VALUE}).")
  private int repeats;

  @Option(
      names = "--limit",
      defaultValue = "10m",
      paramLabel = "DURATION",
      description = "Longest time of a run (${DEFAULT-VALUE}).")
  private Duration limit;

  @Option(
      names = "--expect",
      paramLabel = "NAME=VALUE",
      description =
          "A part of the known result, such as triangles=608389 or cliques.4=2077903; several are"
              + " possible.")
  private Map<String, String> expected = new LinkedHashMap<>();

  @Mixin private BenchTable.Output output;

  @Parameters(
      arity = "1..*",
      paramLabel = "KIND OPTIONS...",
      description = "A job as compute takes it, such as triangles --graph FILE --engine cuda.")
  private List<String> words;

  private record Part(String name, double median, double least, double most) {}

  @Override
  protected void run(PrintWriter out) {
    Options.require(repeats >= 1 && repeats <= MOST_REPEATS, "--repeats is 1 to " + MOST_REPEATS);
    Options.require(
        origin == Origin.kafka || bootstrap == null, "--bootstrap goes with --from kafka");
    if (origin == Origin.kafka) {
      ServedJob job = ServedJob.parse(words);
      // Fills the page cache, and tells of a file that cannot be read before anything is started.
      job.read().close();
      try (ServedRuns service = ServedRuns.open(job, Optional.ofNullable(bootstrap), limit)) {
        output.print(served(service), out);
      }
      return;
    }
    List<WholeRun> runs = new ArrayList<>();
    WholeRun first = WholeRun.of(words, limit);
    requireExpected(first);
    for (int run = 0; run < repeats; run++) {
      WholeRun next = WholeRun.of(words, limit);
      requireLike(first, next);
      runs.add(next);
    }
    output.print(commands(first, runs), out);
  }

  private BenchTable<Part> served(ServedRuns service) {
    List<ServedRun> runs = new ArrayList<>();
    ServedRun first = service.next();
    requireExpected(first.whole());
    for (int run = 0; run < repeats; run++) {
      ServedRun next = service.next();
      requireLike(first.whole(), next.whole());
      runs.add(next);
    }
    List<Part> parts = new ArrayList<>();
    parts.add(part("whole", runs, run -> run.whole().wholeMillis()));
    for (String name : first.parts().keySet()) {
      parts.add(part(name, runs, run -> run.parts().get(name)));
    }
    return table(first.whole(), parts);
  }

  private static void requireLike(WholeRun first, WholeRun next) {
    if (!next.results().equals(first.results())) {
      throw WholeRun.failure(
          "two runs do not agree: " + first.results() + " and " + next.results());
    }
  }

  private void requireExpected(WholeRun run) {
    Map<String, String> found = run.results();
    expected.forEach(
        (name, value) -> {
          if (!value.equals(found.get(name))) {
            throw WholeRun.failure(
                "%s is %s, expected %s; the result is %s"
                    .formatted(name, found.getOrDefault(name, "missing"), value, found));
          }
        });
  }

  private BenchTable<Part> commands(WholeRun first, List<WholeRun> runs) {
    List<Part> parts = new ArrayList<>();
    parts.add(part("whole process", runs, WholeRun::wholeMillis));
    parts.add(part("start and end", runs, run -> run.wholeMillis() - timing(run, "totalMillis")));
    for (String name : PARTS) {
      parts.add(part(name, runs, run -> timing(run, name + "Millis")));
    }
    parts.add(part("processor time", runs, run -> timing(run, "processorMillis")));
    parts.add(
        part(
            "memory, MiB", runs, run -> run.answer().at("/memory/peakBytes").asDouble() / 1048576));
    return table(first, parts);
  }

  private BenchTable<Part> table(WholeRun first, List<Part> parts) {
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("command", "compute " + String.join(" ", words));
    about.put("from", origin.name());
    about.put("engine", first.answer().path("engine").asText());
    about.put("vertices", first.answer().at("/graph/vertices").asLong());
    about.put("edges", first.answer().at("/graph/edges").asLong());
    about.put("result", first.results());
    about.put("repeats", repeats);
    List<String> head =
        List.of(
            "command    " + about.get("command") + (origin == Origin.kafka ? ", by Kafka" : ""),
            "engine %s, vertices %s, edges %s, result %s"
                .formatted(
                    about.get("engine"),
                    about.get("vertices"),
                    about.get("edges"),
                    about.get("result")),
            "medians of " + repeats);
    return new BenchTable<>(
        about,
        head,
        "parts",
        List.of(
            new Column<>("part, ms", -20, "part", Part::name),
            new Column<>("median", 12, "median", Part::median),
            new Column<>("least", 12, "least", Part::least),
            new Column<>("most", 12, "most", Part::most)),
        parts);
  }

  private static double timing(WholeRun run, String name) {
    return run.answer().path("timings").path(name).asDouble();
  }

  private static <T> Part part(String name, List<T> runs, ToDoubleFunction<T> of) {
    double[] values = runs.stream().mapToDouble(of).sorted().toArray();
    double median =
        values.length % 2 == 1
            ? values[values.length / 2]
            : (values[values.length / 2 - 1] + values[values.length / 2]) / 2;
    return new Part(
        name, median, Arrays.stream(values).min().orElse(0), Arrays.stream(values).max().orElse(0));
  }
}
