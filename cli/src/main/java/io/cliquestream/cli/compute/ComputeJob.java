package io.cliquestream.cli.compute;

import io.cliquestream.cli.JobChoice;
import io.cliquestream.cli.kafka.GraphFileOptions;
import io.cliquestream.cli.output.AnswerOptions;
import io.cliquestream.cli.output.ProgressLine;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.formats.GraphData;
import io.cliquestream.formats.VertexNames;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.engine.EngineChoice;
import io.cliquestream.kernels.engine.Engines;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.JobGraph;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.kernels.graph.build.GraphBuilder;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.pattern.PlanExplanation;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.ResultPage;
import io.cliquestream.v1.Timings;
import io.cliquestream.worker.translation.AnswerRecords;
import io.cliquestream.worker.translation.JobRequests;
import io.cliquestream.worker.translation.PageWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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
  private static final long PROGRESS_MILLIS = 200;

  private final JobChoice choice;
  private final LabelOptions labels = new LabelOptions();
  private final ExplainOption explanation = new ExplainOption();

  @Mixin private GraphFileOptions files;
  @Mixin private AnswerOptions answer;
  @Spec private CommandSpec spec;

  /** What vertices are called, from when the graph is read. */
  private VertexNames names = VertexNames.NUMBERS;

  @Option(
      names = "--graph",
      required = true,
      paramLabel = "FILE",
      description = "The graph file, - for standard input, or a URL; several are one graph.")
  private List<String> sources;

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
      names = "--timeout",
      paramLabel = "DURATION",
      description = "End the job after this time, such as 30s; what is proven by then is printed.")
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
        command.addMixin("explain", CommandSpec.forAnnotatedObject(job.explanation));
      }
      case MOTIFS, LIST_CLIQUES ->
          command.addMixin("explain", CommandSpec.forAnnotatedObject(job.explanation));
      case TRIANGLES, K_CLIQUES, MAX_CLIQUE, MAXIMAL_CLIQUES -> {}
    }
    return command;
  }

  @Override
  public Integer call() {
    JobRequest.Builder request = JobRequest.newBuilder();
    choice.options().apply(request);
    Job job = labels.apply(JobRequests.job(request.build()));
    JobControl control = timeout == null ? JobControl.unbounded() : JobControl.within(timeout);
    if (explanation.asked()) {
      return explain(job, control);
    }
    try (Engine engine = Engines.open(engineChoice, threads)) {
      long start = System.nanoTime();
      try (GraphData data = files.readData(sources, control)) {
        labels.requireNumbers(data.names());
        names = data.names();
        SimpleGraph graph = build(data, control);
        long readNanos = System.nanoTime() - start;
        try (JobGraph.Owned owned = owned(graph, control)) {
          return run(
              engine,
              graph,
              job,
              pages -> engine.runAny(owned, job, control, AnswerRecords.listing(graph, pages)),
              control,
              readNanos);
        }
      }
    }
  }

  /** Takes the graph over, even when its labels are refused. */
  private JobGraph.Owned owned(SimpleGraph graph, JobControl control) {
    try {
      return JobGraph.of(graph, dense -> labels.read(dense, control));
    } catch (ComputeException e) {
      graph.close();
      throw e;
    }
  }

  private int explain(Job job, JobControl control) {
    return switch (read(control)) {
      case Graph dense -> {
        try (dense) {
          answer.print(
              spec.commandLine().getOut(), choice.kind(), PlanExplanation.of(dense, job, control));
        }
        yield ExitCode.OK.number();
      }
      case WideGraph wide -> {
        wide.close();
        throw new ComputeException(
            FailureCode.OPTION_INVALID,
            "a graph of more than 2^31 vertices is planned part by part, while it runs");
      }
    };
  }

  private SimpleGraph read(JobControl control) {
    try (GraphData data = files.readData(sources, control)) {
      return build(data, control);
    }
  }

  /** Builds the graph, and frees the edges. */
  private static SimpleGraph build(GraphData data, JobControl control) {
    SimpleGraph graph =
        GraphBuilder.buildSimple(data.edges(), Parallelism.available().until(control));
    data.freeEdges();
    return graph;
  }

  /** Runs the job, its listing into pages. */
  @FunctionalInterface
  private interface Run {
    JobOutcome into(PageWriter pages);
  }

  private int run(
      Engine engine, SimpleGraph graph, Job job, Run run, JobControl control, long readNanos) {
    List<ResultPage> pages = new ArrayList<>();
    PageWriter writer = new PageWriter("", 0, Long.MAX_VALUE, pages::add);
    JobResult.Builder result =
        JobResult.newBuilder()
            .setVertices(graph.vertexTotal())
            .setEdges(graph.edgeCount())
            .setEngine(engine.kind().label());
    Timings.Builder timings = Timings.newBuilder().setTransferNanos(readNanos);
    try {
      JobOutcome outcome = runShowingProgress(job, run, writer, control);
      result.setEngine(outcome.engine().label()).putAllPlan(outcome.plan());
      timings.setPrepareNanos(outcome.prepareNanos()).setComputeNanos(outcome.computeNanos());
      AnswerRecords.write(outcome.answer(), graph, result, writer);
      print(result.setTimings(timings).build(), pages);
      return ExitCode.OK.number();
    } catch (StoppedException stopped) {
      if (stopped.partial().isEmpty()) {
        throw stopped;
      }
      result
          .setPartial(true)
          .setFailure(
              io.cliquestream.contract.Failures.of(
                  io.cliquestream.v1.FailureCode.forNumber(stopped.code().number()),
                  stopped.getMessage()));
      AnswerRecords.write(stopped.partial().get(), graph, result, writer);
      print(result.setTimings(timings).build(), pages);
      return ExitCode.STOPPED.number();
    }
  }

  private JobOutcome runShowingProgress(Job job, Run run, PageWriter pages, JobControl control) {
    // Closed in reverse order: the watch first, so that nothing is drawn after the line's end.
    try (ProgressLine line = new ProgressLine(job.name());
        ProgressWatch _ = new ProgressWatch(control, line, PROGRESS_MILLIS)) {
      return run.into(pages);
    }
  }

  private void print(JobResult result, List<ResultPage> pages) {
    answer.print(spec.commandLine().getOut(), choice.kind(), result, pages, names);
  }
}
