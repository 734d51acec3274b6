package io.cliquestream.cli.compute;

import io.cliquestream.cli.job.JobChoice;
import io.cliquestream.cli.kafka.GraphSources;
import io.cliquestream.cli.output.AnswerOptions;
import io.cliquestream.cli.output.AnswerOutput;
import io.cliquestream.cli.output.WatchedWork;
import io.cliquestream.cli.report.HtmlReport;
import io.cliquestream.cli.report.ReportFile;
import io.cliquestream.cli.report.ReportOption;
import io.cliquestream.cli.rows.RowLayout;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.EngineChoice;
import io.cliquestream.kernels.engine.Engines;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.JobGraph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.pattern.PlanExplanation;
import io.cliquestream.kernels.survey.MatchForecast;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Computes a job on a graph file. Takes the same request and gives the same records as the service,
 * so both check options and show answers alike.
 */
@Command(mixinStandardHelpOptions = true)
public final class ComputeJob implements Callable<Integer> {
  private final JobChoice choice;
  private final LabelOptions labels = new LabelOptions();
  private final ExplainOption explanation = new ExplainOption();
  private final ListingOptions listing = new ListingOptions();

  @Mixin private GraphSources files;
  @Mixin private AnswerOptions answer;
  @Mixin private ReportOption report;
  @Spec private CommandSpec spec;

  @Option(
      names = "--each",
      description = "Take every --graph for a graph of its own, and compute one after the other.")
  private boolean each;

  @Option(
      names = "--engine",
      defaultValue = "auto",
      paramLabel = "ENGINE",
      description = "auto, cpu or cuda (${DEFAULT-VALUE}).")
  private EngineChoice engineChoice;

  @Option(
      names = "--threads",
      defaultValue = "0",
      paramLabel = "N",
      description = "CPU threads; 0 for one per core.")
  private int threads;

  @Option(
      names = "--devices",
      defaultValue = "",
      paramLabel = "LIST",
      description = "GPUs that share the job if it takes long: all, or indexes such as 0,1.")
  private String devices;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      description =
          "End the job after this time, such as 30s; what is proven by then is printed. With --each"
              + " every graph has so much.")
  private Duration timeout;

  private ComputeJob(JobChoice choice) {
    this.choice = choice;
  }

  /** The command that computes a job of this kind, without the job's own options. */
  public static CommandSpec specification(JobChoice choice) {
    ComputeJob job = new ComputeJob(choice);
    CommandSpec command = CommandSpec.forAnnotatedObject(job);
    switch (choice.kind()) {
      case MATCH -> {
        command.addMixin("labels", CommandSpec.forAnnotatedObject(job.labels));
        command.addMixin("listing", CommandSpec.forAnnotatedObject(job.listing));
        command.addMixin("explain", CommandSpec.forAnnotatedObject(job.explanation));
      }
      case MOTIFS, LIST_CLIQUES ->
          command.addMixin("explain", CommandSpec.forAnnotatedObject(job.explanation));
      case TRIANGLES, K_CLIQUES, MAX_CLIQUE, MAXIMAL_CLIQUES, CLIQUE_ESTIMATE, CORE_NUMBERS -> {}
    }
    return command;
  }

  @Override
  public Integer call() {
    long start = System.nanoTime();
    Job job = labels.apply(choice.options().job());
    if (!explanation.asked()) {
      answer.check(RowLayout.of(job));
      if (each) {
        requireNoFile();
      }
    }
    JobControl whole =
        timeout == null || each ? JobControl.unbounded() : JobControl.within(timeout);
    WatchedWork work = WatchedWork.begin(job.name(), whole);
    return work.run(() -> explanation.asked() ? explain(job, work) : compute(job, work, start));
  }

  private EngineOpening opening(WatchedWork work) {
    return EngineOpening.begin(engineChoice, threads, Engines.deviceList(devices), work.whole());
  }

  private int compute(Job job, WatchedWork work, long start) {
    try (EngineOpening engine = opening(work)) {
      return each ? each(engine, job, work) : compute(engine, job, work, files.names(), start);
    }
  }

  /** Graph by graph; one that takes longer than it may does not keep the others from theirs. */
  private int each(EngineOpening engine, Job job, WatchedWork work) {
    int exitCode = ExitCode.OK.number();
    for (String source : files.names()) {
      if (!answer.json()) {
        spec.commandLine().getOut().println(source + ":");
      }
      work.part(timeout == null ? work.whole() : work.whole().part(timeout));
      try {
        exitCode =
            Math.max(exitCode, compute(engine, job, work, List.of(source), System.nanoTime()));
      } catch (StoppedException e) {
        if (work.whole().stopped()) {
          throw e;
        }
        PrintWriter err = spec.commandLine().getErr();
        err.println(
            "cliquestream: " + e.code() + ": " + InputExcerpt.of(source) + ": " + e.getMessage());
        err.flush();
        exitCode = Math.max(exitCode, ExitCode.STOPPED.number());
      }
    }
    return exitCode;
  }

  /** One file cannot hold several answers. */
  private void requireNoFile() {
    if (answer.hasFile() || report.isWanted()) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID,
          "--each gives an answer for every graph, and --output and --report take one");
    }
  }

  private int compute(
      EngineOpening opening, Job job, WatchedWork work, List<String> from, long startNanos) {
    JobControl control = work.control();
    try (GraphReading reading = work.show(() -> GraphReading.of(files, from, control));
        JobGraph.Owned owned = work.show(() -> owned(job, reading, opening.engine(), control));
        AnswerOutput output = answer.open(choice.kind(), RowLayout.of(job), reading.names());
        ReportFile page = report.open()) {
      output.observe(page.rows());
      GraphRun.Done done =
          new GraphRun(opening, owned, reading, job, control, listing, startNanos)
              .into(output, spec.commandLine().getOut(), spec.commandLine().getErr());
      page.write(
          rows ->
              new HtmlReport(
                  choice.kind(),
                  done.result(),
                  reading.source(),
                  Optional.of(owned.rows()),
                  reading.names(),
                  job instanceof PatternMatch match
                      ? Optional.of(match.pattern())
                      : Optional.empty(),
                  rows,
                  Optional.of(done.measured()),
                  spec.root().commandLine().getParseResult().originalArgs()));
      return done.exitCode();
    } catch (ComputeException e) {
      // Reading ends in more than one way where the engine's failure stopped it.
      opening.requireNoFailure();
      throw e;
    }
  }

  /** Takes the graph over, even when its labels are refused. */
  private JobGraph.Owned owned(Job job, GraphReading reading, Engine engine, JobControl control) {
    if (engine.kind() != EngineKind.CPU && !labels.given() && !reading.mayBeWide()) {
      return reading.unbuilt();
    }
    return built(
        reading,
        control,
        graph -> {
          if (engine.kind() == EngineKind.CPU) {
            HeapRoom.require(job, graph);
          }
        });
  }

  /** The graph of what was read, with its labels, once {@code check} has let it pass. */
  private JobGraph.Owned built(
      GraphReading reading, JobControl control, Consumer<SimpleGraph> check) {
    SimpleGraph graph = reading.build();
    try {
      check.accept(graph);
      return JobGraph.of(graph, dense -> labels.read(dense, reading, control));
    } catch (ComputeException e) {
      graph.close();
      throw e;
    }
  }

  /** The plans, and what a count or listing of a pattern would look at. */
  private void explain(Job job, PreparedGraph graph, WatchedWork work) {
    JobControl control = work.control();
    var plans = PlanExplanation.of(graph.graph(), graph.labels(), job, control);
    // Labels that the graph has not are refused when the job is run.
    OptionalDouble elements =
        job instanceof PatternMatch match
                && (graph.labels().isPresent() || !match.pattern().isLabelled())
            ? OptionalDouble.of(work.show(() -> MatchForecast.of(graph, match, control).elements()))
            : OptionalDouble.empty();
    answer.print(spec.commandLine().getOut(), choice.kind(), plans, elements);
  }

  private int explain(Job job, WatchedWork work) {
    JobControl control = work.control();
    try (GraphReading reading = work.show(() -> GraphReading.of(files, files.names(), control));
        JobGraph.Owned graph = work.show(() -> built(reading, control, _ -> {}))) {
      return switch (graph) {
        case PreparedGraph.Owned prepared -> {
          explain(job, prepared, work);
          yield ExitCode.OK.number();
        }
        case WideGraph _ ->
            throw new ComputeException(
                FailureCode.OPTION_INVALID,
                "a graph of more than 2^31 vertices is planned part by part, while it runs");
      };
    }
  }
}
