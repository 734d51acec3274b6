package io.cliquestream.cli.bench;

import io.cliquestream.cli.bench.BenchTable.Column;
import io.cliquestream.cli.job.JobChoice;
import io.cliquestream.cli.kafka.GraphFileOptions;
import io.cliquestream.cli.output.PrintingCommand;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.engine.DeviceStatus;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.EngineChoice;
import io.cliquestream.kernels.engine.EngineOptions;
import io.cliquestream.kernels.engine.Engines;
import io.cliquestream.kernels.failure.Options;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code bench devices}: one job on one GPU and on several. */
@Command(mixinStandardHelpOptions = true)
final class DevicesBench extends PrintingCommand {
  private static final int MOST_REPEATS = 1_000;

  private final JobChoice choice;

  @Mixin private GraphFileOptions files;

  @Option(names = "--graph", paramLabel = "FILE", description = "The graph file.")
  private Path file;

  @Option(
      names = "--model",
      paramLabel = "WORDS",
      description = "Or a model to generate, in quotes, such as \"rmat 18 16 0.57 0.19 0.19 7\".")
  private String model;

  @Option(
      names = "--devices",
      paramLabel = "LIST",
      description =
          "GPUs that share the job: all, or indexes such as 0,1; once for each row. The first row"
              + " is what the others are compared with. By default the first GPU, then all.")
  private List<String> lists = List.of("0", "all");

  @Option(
      names = "--repeats",
      defaultValue = "5",
      paramLabel = "N",
      description =
          "Measured runs of each row, after one that prepares the graph (${DEFAULT-VALUE}).")
  private int repeats;

  @Mixin private BenchTable.Output output;

  private DevicesBench(JobChoice choice) {
    this.choice = choice;
  }

  /** The command that measures a job of this kind, without the job's own options. */
  static CommandSpec specification(JobChoice choice) {
    return CommandSpec.forAnnotatedObject(new DevicesBench(choice));
  }

  /**
   * What a list of GPUs took.
   *
   * @param took part, at the last run
   * @param firstMillis of the first run, which brings the graph to the GPUs
   * @param millis median of the others, from the call to the answer
   * @param imbalance the longest that a GPU computed at the last run, by their mean
   */
  private record Row(
      String list,
      int devices,
      int took,
      double firstMillis,
      double millis,
      double least,
      double imbalance,
      String each,
      String answer) {}

  @Override
  protected void run(PrintWriter out) {
    Options.require(repeats >= 1 && repeats <= MOST_REPEATS, "--repeats is 1 to " + MOST_REPEATS);
    Options.require(
        (file == null) != (model == null),
        "the graph is a file after --graph, or a model after --model");
    lists.forEach(Engines::deviceList);
    Job job = choice.options().job();
    try (BenchedGraph graph =
        model == null
            ? BenchedGraph.read(file, files)
            : BenchedGraph.generate(List.of(model.strip().split("\\s+")))) {
      PreparedGraph prepared = PreparedGraph.of(graph.graph());
      List<Row> rows = new ArrayList<>();
      Map<String, Object> about = new LinkedHashMap<>();
      about.put("graph", graph.name());
      about.put("job", job.toString());
      about.put("repeats", repeats);
      for (String list : lists) {
        rows.add(measure(list, prepared, job, about));
        if (!rows.getLast().answer().equals(rows.getFirst().answer())) {
          throw new WorkerException(
              FailureCode.FAILURE_CODE_INTERNAL,
              "the GPUs "
                  + list
                  + " found "
                  + rows.getLast().answer()
                  + ", not "
                  + rows.getFirst().answer());
        }
      }
      output.print(table(about, rows), out);
    }
  }

  private Row measure(String list, PreparedGraph graph, Job job, Map<String, Object> about) {
    EngineOptions options = new EngineOptions(0, 0, 1, 0, 0);
    try (Engine engine =
        Engines.openSupervised(EngineChoice.CUDA, options, Engines.deviceList(list))) {
      List<DeviceStatus> devices = engine.devices();
      about.put("device", devices.getFirst().name());
      double first = millis(engine, graph, job);
      // Each device has prepared the graph once others had work for it, too.
      double[] times = new double[repeats];
      JobOutcome outcome = null;
      for (int run = 0; run < repeats; run++) {
        long start = System.nanoTime();
        outcome = engine.run(graph, job);
        times[run] = (System.nanoTime() - start) / 1e6;
      }
      Arrays.sort(times);
      String each = outcome.plan().getOrDefault("device-compute-ms", "");
      return new Row(
          list,
          devices.size(),
          Integer.parseInt(outcome.plan().getOrDefault("devices", "1")),
          first,
          times[repeats / 2],
          times[0],
          imbalance(each),
          each,
          ComparedAnswer.of(outcome.answer()));
    }
  }

  private static double millis(Engine engine, PreparedGraph graph, Job job) {
    long start = System.nanoTime();
    var _ = engine.run(graph, job);
    return (System.nanoTime() - start) / 1e6;
  }

  private static double imbalance(String each) {
    if (each.isEmpty()) {
      return 1;
    }
    double[] times =
        Arrays.stream(each.split(", "))
            .mapToDouble(of -> Double.parseDouble(of.substring(of.indexOf(' ') + 1)))
            .toArray();
    return Arrays.stream(times).max().orElse(1) / Arrays.stream(times).average().orElse(1);
  }

  private BenchTable<Row> table(Map<String, Object> about, List<Row> rows) {
    Row base = rows.getFirst();
    List<String> head =
        about.entrySet().stream()
            .map(entry -> "%-10s %s".formatted(entry.getKey(), entry.getValue()))
            .collect(Collectors.toList());
    return new BenchTable<>(
        about,
        head,
        "rows",
        List.of(
            new Column<>("GPUs", -10, "gpus", Row::list),
            new Column<>("took part", 9, "tookPart", Row::took),
            new Column<>("first ms", 12, "firstMillis", Row::firstMillis),
            new Column<>("median ms", 12, "millis", Row::millis),
            new Column<>("least ms", 12, "leastMillis", Row::least),
            new Column<>("times faster", 12, "timesFaster", row -> base.millis / row.millis),
            new Column<>(
                "efficiency",
                10,
                "efficiency",
                row -> base.millis * base.devices / (row.millis * row.devices)),
            new Column<>("imbalance", 9, "imbalance", Row::imbalance),
            new Column<>("each computed, ms", 0, "deviceComputeMillis", Row::each),
            new Column<>("", 0, "answer", Row::answer)),
        rows);
  }
}
