package io.cliquestream.cli.bench;

import io.cliquestream.cli.job.JobOptions;
import io.cliquestream.cli.output.PrintingCommand;
import io.cliquestream.contract.JobKind;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.kernels.failure.Options;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.part.Part;
import io.cliquestream.kernels.part.PartPlan;
import io.cliquestream.kernels.part.PartialAnswer;
import io.cliquestream.kernels.part.PartialSum;
import io.cliquestream.kernels.part.Parts;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench parts}: what each part of a job costs on this machine. */
@Command(
    name = "parts",
    mixinStandardHelpOptions = true,
    description = {
      "Cuts a job into parts as a worker does that shares it, computes each on this machine, and"
          + " prints predicted and measured costs as JSON lines, the job first: what bench simulate"
          + " reads. The parts' answer must be that of the job in one piece.",
      "",
      "Models: see cliquestream generate --help.",
      ""
    })
final class PartsBench extends PrintingCommand {
  private static final int MOST_PARTS = 1 << 19;

  @Mixin private BenchSource source;

  @Option(
      names = "--job",
      defaultValue = "k-cliques --k 5",
      paramLabel = "JOB",
      description =
          "The job in one word for the shell, kind and options as compute takes them"
              + " ('${DEFAULT-VALUE}').")
  private String words;

  @Option(
      names = "--parts",
      defaultValue = "4096",
      paramLabel = "N",
      description = "About how many parts, up to twice as many (${DEFAULT-VALUE}).")
  private int wanted;

  @Option(
      names = "--threads",
      defaultValue = "1",
      paramLabel = "N",
      description = "Threads that compute a part (${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--repeats",
      defaultValue = "3",
      paramLabel = "N",
      description = "Times that each part is measured; the least counts (${DEFAULT-VALUE}).")
  private int repeats;

  @Override
  protected void run(PrintWriter out) {
    Options.require(wanted >= 1 && wanted <= MOST_PARTS, "--parts is 1 to " + MOST_PARTS);
    Options.require(threads >= 1 && threads <= 1024, "--threads is 1 to 1024");
    Options.require(repeats >= 1 && repeats <= 1000, "--repeats is 1 to 1000");
    Job job = job(words);
    MeasuredParts measured;
    try (CpuEngine engine = new CpuEngine(threads);
        BenchedGraph graph = source.open()) {
      measured = measure(engine, graph, job);
    }
    measured.lines().forEach(out::println);
    err().println(summary(measured));
    err().flush();
  }

  private static String summary(MeasuredParts measured) {
    double largest =
        measured.parts().stream().mapToDouble(MeasuredParts.Cost::nanos).max().orElse(0);
    return String.format(
        Locale.ROOT,
        "%d parts in %.3f s, the largest %.3f ms, cut in %.3f s; in one piece %.3f s; answer %s",
        measured.parts().size(),
        measured.nanos() / 1e9,
        largest / 1e6,
        measured.cutNanos() / 1e9,
        measured.wholeNanos() / 1e9,
        measured.answer());
  }

  private static Job job(String text) {
    List<String> words = Arrays.asList(text.strip().split("\\s+"));
    JobKind kind =
        JobKind.named(words.getFirst())
            .orElseThrow(
                () ->
                    WorkerException.optionInvalid(
                        "'"
                            + words.getFirst()
                            + "' is no kind of job; --job takes one of "
                            + Arrays.stream(JobKind.values()).map(JobKind::text).toList()
                            + " and its options"));
    try {
      return JobOptions.parse(kind, words.subList(1, words.size()));
    } catch (CommandLine.ParameterException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_OPTION_INVALID, "--job '" + text + "': " + e.getMessage(), e);
    }
  }

  private MeasuredParts measure(CpuEngine engine, BenchedGraph graph, Job job) {
    // Its graph is the caller's to close.
    PreparedGraph.Owned prepared = PreparedGraph.of(graph.graph());
    try {
      JobControl control = JobControl.unbounded();
      Parts parts = engine.parts().orElseThrow();
      // Orientations are made, and code is compiled, before the clock is looked at.
      String expected = ComparedAnswer.of(engine.run(prepared, job).answer());
      long wholeNanos = Long.MAX_VALUE;
      for (int i = 0; i < repeats; i++) {
        wholeNanos = Math.min(wholeNanos, timed(() -> engine.run(prepared, job)));
      }
      long start = System.nanoTime();
      PartPlan plan =
          parts
              .cut(prepared, job, wanted, control)
              .filter(found -> !found.parts().isEmpty())
              .orElseThrow(
                  () ->
                      WorkerException.optionInvalid(
                          words
                              + " is not cut into parts on this graph: it is too small for its"
                              + " kind, or not made for parts"));
      long cutNanos = System.nanoTime() - start;
      PartialSum sum = new PartialSum(plan);
      List<MeasuredParts.Cost> costs = new ArrayList<>();
      for (Part part : plan.parts()) {
        costs.add(cost(parts, prepared, part, sum, control));
      }
      String answer =
          ComparedAnswer.of(parts.answer(prepared, job, sum, control, ListingSink.NONE));
      if (!answer.equals(expected)) {
        throw new WorkerException(
            FailureCode.FAILURE_CODE_INTERNAL,
            "the parts say %s, the job in one piece %s".formatted(answer, expected));
      }
      return new MeasuredParts(
          words,
          graph.name(),
          graph.graph().vertexCount(),
          graph.graph().edgeCount(),
          graph.graph().bytes(),
          threads,
          cutNanos,
          wholeNanos,
          answer,
          costs);
    } finally {
      prepared.releaseOrientations();
    }
  }

  private MeasuredParts.Cost cost(
      Parts parts, PreparedGraph graph, Part part, PartialSum sum, JobControl control) {
    long least = Long.MAX_VALUE;
    PartialAnswer answer = PartialAnswer.NOTHING;
    for (int i = 0; i < repeats; i++) {
      long start = System.nanoTime();
      answer = parts.run(graph, part, control);
      least = Math.min(least, System.nanoTime() - start);
    }
    PartialAnswer last = answer;
    long addNanos = timed(() -> sum.add(part.index(), last));
    return new MeasuredParts.Cost(
        part.index(), part.roots().first(), part.roots().end(), part.cost(), least, addNanos);
  }

  private static long timed(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return System.nanoTime() - start;
  }
}
