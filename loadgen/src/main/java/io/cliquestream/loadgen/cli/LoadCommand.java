package io.cliquestream.loadgen.cli;

import io.cliquestream.contract.ExitCode;
import io.cliquestream.loadgen.load.Expectations;
import io.cliquestream.loadgen.load.JobShape;
import io.cliquestream.loadgen.load.LoadPlan;
import io.cliquestream.loadgen.load.LoadReport;
import io.cliquestream.loadgen.load.LoadRunner;
import io.cliquestream.loadgen.load.MixEntry;
import io.cliquestream.v1.FailureCode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code load}: open-loop load on published graphs, with a report. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = {
      "Sends jobs at a given rate, whatever became of the ones before, and reports latency from the"
          + " time each was due, wrong answers, failures, lost and duplicated results.",
      "",
      "Jobs: triangles, k-cliques:4, k-cliques:3..6, k-cliques:all, max-clique, maximal-cliques,"
          + " motifs:4, match:0-1,1-2,2-0, list-cliques:3",
      "",
      "Exit code 0 only when every job succeeded once with the right answer; 6 when jobs still"
          + " waited at the end. Ctrl-C ends it with the report of what was seen until then.",
      "Edge events and the answers that follow from them: load-stream.",
      ""
    })
public final class LoadCommand implements Callable<Integer> {
  @Spec private CommandSpec command;
  @Mixin private BrokerOptions broker;

  @Option(
      names = "--graph-id",
      required = true,
      paramLabel = "ID",
      description = "Published graph; repeat for several")
  private List<String> graphIds;

  @Option(
      names = "--job",
      required = true,
      paramLabel = "JOB[=WEIGHT]",
      mapFallbackValue = "1",
      description = "Kind of job and its share of the mix (default weight 1); repeat for several")
  private Map<String, String> jobs = new LinkedHashMap<>();

  @Option(
      names = "--rate",
      paramLabel = "PER_SECOND",
      defaultValue = "10",
      description = "Jobs due each second (default: ${DEFAULT-VALUE})")
  private double rate;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      defaultValue = "100",
      description = "Jobs in all (default: ${DEFAULT-VALUE})")
  private int count;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the choice among the mix (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--outstanding",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Jobs without a result at once (default: ${DEFAULT-VALUE})")
  private int outstanding;

  @Option(
      names = "--drain",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Wait for results after the last job (default: ${DEFAULT-VALUE})")
  private long drainSeconds;

  @Option(
      names = "--linger",
      paramLabel = "MILLIS",
      defaultValue = "1000",
      description = "Look for duplicates after the last result (default: ${DEFAULT-VALUE})")
  private long lingerMillis;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description =
          "Jobs due in so many first seconds are sent and checked like the rest, and left out of"
              + " the latency (default: ${DEFAULT-VALUE})")
  private long warmUpSeconds;

  @Option(
      names = "--group",
      paramLabel = "ID",
      defaultValue = "cliquestream",
      description =
          "The workers' consumer group (default: ${DEFAULT-VALUE}); its offsets tell jobs that"
              + " wait from lost ones")
  private String groupId;

  @Option(
      names = "--report-every",
      paramLabel = "SECONDS",
      defaultValue = "2",
      description =
          "Say on the error stream how far it is; 0 for never (default: ${DEFAULT-VALUE})")
  private double reportSeconds;

  @Option(
      names = "--expect",
      paramLabel = "FILE",
      description = "Known answers: lines of GRAPH_ID JOB VALUE")
  private Path expectations;

  @Option(names = "--json", description = "Report one JSON object")
  private boolean json;

  @Override
  public Integer call() {
    return CommandFailures.report(command, this::run);
  }

  private ExitCode run() throws InterruptedException {
    var plan =
        new LoadPlan(
            "load-" + UUID.randomUUID(),
            rate,
            count,
            mix(expectations == null ? Expectations.none() : Expectations.read(expectations)),
            seed,
            outstanding,
            Duration.ofSeconds(drainSeconds),
            Duration.ofMillis(lingerMillis),
            Duration.ofSeconds(warmUpSeconds));
    try (var client = broker.connect()) {
      var runner = new LoadRunner(client, plan, groupId);
      LoadReport report;
      try (var ending = new LoadEnding(() -> interrupted(runner));
          var _ = new LoadTicker(command.commandLine().getErr(), reportSeconds, runner, count)) {
        report = runner.run();
        if (!ending.toBeReportedHere()) {
          return ExitCode.STOPPED;
        }
      }
      PrintWriter err = command.commandLine().getErr();
      runner
          .unsure()
          .ifPresent(
              why -> {
                err.println("cliquestream: jobs that wait cannot be told from lost ones: " + why);
                err.flush();
              });
      print(report);
      return exitCode(report);
    }
  }

  private void print(LoadReport report) {
    PrintWriter out = command.commandLine().getOut();
    out.println(json ? report.json() : report.text().stripTrailing());
    out.flush();
  }

  /** On Ctrl-C. */
  private void interrupted(LoadRunner runner) {
    runner.stop();
    PrintWriter err = command.commandLine().getErr();
    err.println("cliquestream: the load was interrupted; jobs that wait may still be answered");
    err.flush();
    print(runner.report());
  }

  private List<MixEntry> mix(Expectations known) {
    List<MixEntry> mix = new ArrayList<>();
    for (String graphId : graphIds) {
      jobs.forEach(
          (job, weight) -> {
            JobShape shape = JobShape.parse(job);
            mix.add(
                new MixEntry(
                    graphId, shape, Integer.parseInt(weight), known.answer(graphId, shape)));
          });
    }
    return mix;
  }

  /**
   * Wrong, lost or doubled answers are the service's fault; otherwise the first failure decides.
   */
  private static ExitCode exitCode(LoadReport report) {
    if (report.mismatched() + report.lost() + report.duplicated() > 0) {
      return ExitCode.INTERNAL;
    }
    if (report.waiting() > 0) {
      return ExitCode.STOPPED;
    }
    return report.failures().keySet().stream()
        .sorted()
        .findFirst()
        .map(code -> ExitCode.of(FailureCode.valueOf("FAILURE_CODE_" + code)))
        .orElse(ExitCode.OK);
  }
}
