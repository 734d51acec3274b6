package io.cliquestream.cli.bench;

import io.cliquestream.cli.bench.BenchTable.Column;
import io.cliquestream.cli.output.PrintingCommand;
import io.cliquestream.kernels.failure.Options;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bench simulate}: one job on many workers, out of what its parts cost on one. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = {
      "Says how long a job would take on many workers or GPUs, from the costs of its parts that"
          + " bench parts measured: parts are given out largest predicted cost first, as a worker"
          + " does it. Efficiency is against the job in one piece on one worker.",
      "What is measured: the time of each part, of the cut, and of adding each answer. Everything"
          + " else is an assumption, and an option; docs/scale-out.md says where the defaults are"
          + " from.",
      ""
    })
final class SimulateBench extends PrintingCommand {
  private static final int MOST_DEVICES = 1 << 20;

  @Parameters(paramLabel = "FILE", description = "What bench parts printed.")
  private Path file;

  @Option(
      names = "--devices",
      split = ",",
      defaultValue = "1,2,4,8,16,32,64,128,256,512,1024",
      paramLabel = "N",
      description = "Numbers of workers (${DEFAULT-VALUE}).")
  private List<Integer> devices;

  @Option(
      names = "--work",
      defaultValue = "1",
      paramLabel = "FACTOR",
      description =
          "A larger job of the same shape: each part takes longer, but for what it takes because it"
              + " is a part (${DEFAULT-VALUE}).")
  private double work;

  @Option(
      names = "--speed",
      defaultValue = "1",
      paramLabel = "FACTOR",
      description = "A worker is faster than the threads that measured (${DEFAULT-VALUE}).")
  private double speed;

  @Option(
      names = "--task-millis",
      defaultValue = "3.6",
      paramLabel = "MS",
      description =
          "A worker's time for a part beside computing it: to take it and to commit its answer"
              + " (${DEFAULT-VALUE}).")
  private double taskMillis;

  @Option(
      names = "--bandwidth",
      defaultValue = "1000",
      paramLabel = "MB/S",
      description =
          "How fast a worker is given the graph, once, all at the same time (${DEFAULT-VALUE}).")
  private double bandwidth;

  @Option(
      names = "--graph-bytes",
      paramLabel = "BYTES",
      description =
          "Size of the graph, with which the time of the cut grows; left out: of the one that was"
              + " measured.")
  private Double graphBytes;

  @Option(
      names = "--partitions-each",
      defaultValue = "3",
      paramLabel = "N",
      description =
          "Partitions of tasks.v1 for each worker, to which parts are given before they run; with"
              + " 2.5 half of the workers have one more than the others; 0: whoever is free takes"
              + " the next part, as GPUs of one host do (${DEFAULT-VALUE}).")
  private double partitionsEach;

  @Option(
      names = "--slow-share",
      defaultValue = "0",
      paramLabel = "SHARE",
      description = "Share of the workers that are slow, 0 to 1 (${DEFAULT-VALUE}).")
  private double slowShare;

  @Option(
      names = "--slow-factor",
      defaultValue = "1.5",
      paramLabel = "FACTOR",
      description = "How much longer these take (${DEFAULT-VALUE}).")
  private double slowFactor;

  @Option(
      names = "--lost",
      defaultValue = "0",
      paramLabel = "N",
      description = "Workers that are lost half way, where others remain (${DEFAULT-VALUE}).")
  private int lost;

  @Option(
      names = "--loss-millis",
      defaultValue = "10000",
      paramLabel = "MS",
      description = "Until others have a lost worker's parts (${DEFAULT-VALUE}).")
  private double lossMillis;

  @Mixin private BenchTable.Output output;

  @Override
  protected void run(PrintWriter out) {
    check();
    MeasuredParts measured = MeasuredParts.read(file);
    double bytes = graphBytes == null ? measured.graphBytes() : graphBytes;
    ClusterSimulation simulation =
        new ClusterSimulation(
            measured.parts(),
            measured.wholeNanos(),
            measured.overheadNanos(),
            new ClusterAssumptions(
                work,
                speed,
                taskMillis * 1e6,
                bytes / bandwidth * 1e3,
                measured.cutNanos() * bytes / Math.max(1, measured.graphBytes()),
                partitionsEach,
                slowShare,
                slowFactor,
                lost,
                lossMillis * 1e6));
    List<ClusterSimulation.Outcome> outcomes = devices.stream().map(simulation::run).toList();
    output.print(table(measured, bytes, outcomes), out);
  }

  private void check() {
    Options.require(
        !devices.isEmpty() && devices.stream().allMatch(d -> d >= 1 && d <= MOST_DEVICES),
        "--devices are 1 to " + MOST_DEVICES);
    Options.require(isPositive(work), "--work is more than 0");
    Options.require(isPositive(speed), "--speed is more than 0");
    Options.require(isPositive(bandwidth), "--bandwidth is more than 0");
    Options.require(isTime(taskMillis), "--task-millis is 0 or more");
    Options.require(isTime(lossMillis), "--loss-millis is 0 or more");
    Options.require(graphBytes == null || isTime(graphBytes), "--graph-bytes is 0 or more");
    Options.require(
        partitionsEach == 0 || (partitionsEach >= 1 && partitionsEach <= 64),
        "--partitions-each is 0, or 1 to 64");
    Options.require(slowShare >= 0 && slowShare <= 1, "--slow-share is 0 to 1");
    Options.require(slowFactor >= 1 && isPositive(slowFactor), "--slow-factor is 1 or more");
    Options.require(lost >= 0, "--lost is 0 or more");
  }

  private static boolean isPositive(double value) {
    return value > 0 && value < Double.POSITIVE_INFINITY;
  }

  private static boolean isTime(double value) {
    return value >= 0 && value < Double.POSITIVE_INFINITY;
  }

  private BenchTable<ClusterSimulation.Outcome> table(
      MeasuredParts measured, double bytes, List<ClusterSimulation.Outcome> outcomes) {
    double whole = measured.wholeNanos() * work / speed / 1e9;
    double largest =
        measured.parts().stream().mapToDouble(MeasuredParts.Cost::nanos).max().orElse(0)
            * work
            / speed
            / 1e9;
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("job", measured.job());
    about.put("graph", measured.graph());
    about.put("parts", measured.parts().size());
    about.put("measuredThreads", measured.threads());
    about.put("wholeSeconds", whole);
    about.put("largestPartSeconds", largest);
    about.put("overheadMillis", measured.overheadNanos() / 1e6);
    about.put("work", work);
    about.put("speed", speed);
    about.put("taskMillis", taskMillis);
    about.put("graphBytes", bytes);
    about.put("bandwidthMegabytes", bandwidth);
    about.put("partitionsEach", partitionsEach);
    about.put("slowShare", slowShare);
    about.put("slowFactor", slowFactor);
    about.put("lost", lost);
    about.put("lossMillis", lossMillis);
    return new BenchTable<>(
        about,
        List.of(
            measured.job() + " on " + measured.graph(),
            String.format(
                Locale.ROOT,
                "%d parts, %.3f s in one piece, %.3f ms the largest part, %.3f ms of each for being"
                    + " one; work x%s, speed x%s",
                measured.parts().size(),
                whole,
                largest * 1e3,
                measured.overheadNanos() / 1e6,
                number(work),
                number(speed)),
            String.format(
                Locale.ROOT,
                "a part %s ms, graph %.1f MB at %s MB/s, %s, slow %s x%s, lost %d after %s ms",
                number(taskMillis),
                bytes / 1e6,
                number(bandwidth),
                partitionsEach == 0 ? "one queue" : number(partitionsEach) + " partitions a worker",
                number(slowShare),
                number(slowFactor),
                lost,
                number(lossMillis))),
        "devices",
        List.of(
            new Column<>("workers", 8, "devices", ClusterSimulation.Outcome::devices),
            new Column<>("seconds", 14, "seconds", outcome -> outcome.makespan() / 1e9),
            new Column<>("speedup", 12, "speedup", ClusterSimulation.Outcome::speedup),
            new Column<>("efficiency", 12, "efficiency", ClusterSimulation.Outcome::efficiency),
            new Column<>("imbalance", 12, "imbalance", ClusterSimulation.Outcome::imbalance)),
        outcomes);
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
