package io.cliquestream.cli.compute;

import io.cliquestream.cli.output.AnswerOutput;
import io.cliquestream.cli.output.Measured;
import io.cliquestream.cli.output.ProgressLine;
import io.cliquestream.cli.output.ProgressWatch;
import io.cliquestream.contract.Counts;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.contract.Failures;
import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.JobGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.PatternAnswer;
import io.cliquestream.v1.Timings;
import io.cliquestream.worker.translation.AnswerRecords;
import io.cliquestream.worker.translation.FailureCodes;
import io.cliquestream.worker.translation.PageWriter;
import java.io.PrintWriter;
import java.util.Optional;

/**
 * One job on one graph in this process, from the engine to the answer shown.
 *
 * @param startNanos when the command began
 */
record GraphRun(
    EngineOpening opening,
    JobGraph.Owned prepared,
    GraphReading reading,
    Job job,
    JobControl control,
    ListingOptions listing,
    long startNanos) {
  /** What came of it. */
  record Done(JobResult result, Measured measured) {
    int exitCode() {
      return (result.hasFailure() ? ExitCode.STOPPED : ExitCode.OK).number();
    }
  }

  /** Runs it and shows its answer. */
  Done into(AnswerOutput output, PrintWriter out, PrintWriter err) {
    PageWriter pages = new PageWriter("", 0, Long.MAX_VALUE, output);
    JobResult.Builder result = JobResult.newBuilder().setEngine(opening.engine().kind().label());
    long copyNanos = 0;
    long planNanos = 0;
    try {
      JobOutcome outcome = run(pages, result);
      copyNanos = outcome.copyNanos();
      planNanos = outcome.planNanos();
    } catch (StoppedException stopped) {
      if (stopped.partial().isEmpty()) {
        throw stopped;
      }
      stop(result, stopped);
      write(stopped.partial().get(), result, pages);
    }
    result
        .getTimingsBuilder()
        .setTransferNanos(reading.readNanos() + reading.buildNanos() + copyNanos);
    Done done = new Done(result.build(), measured(copyNanos, planNanos));
    output.finish(out, err, done.result, Optional.of(done.measured));
    return done;
  }

  private void write(Answer answer, JobResult.Builder result, PageWriter pages) {
    long start = System.nanoTime();
    AnswerRecords.write(
        answer, prepared.vertexTotal(), prepared.edgeTotal(), prepared::rows, result, pages);
    result.getTimingsBuilder().setPublishNanos(System.nanoTime() - start);
  }

  private JobOutcome run(PageWriter pages, JobResult.Builder result) {
    try (ProgressWatch _ = new ProgressWatch(control, new ProgressLine(job.name()))) {
      JobOutcome outcome =
          opening
              .engine()
              .runAny(prepared, job, control, AnswerRecords.listing(prepared::rows, pages));
      Timings.Builder timings = result.getTimingsBuilder();
      timings
          .setPrepareNanos(outcome.prepareNanos() - outcome.copyNanos())
          .setComputeNanos(outcome.computeNanos());
      result.setEngine(outcome.engine().label()).putAllPlan(outcome.plan());
      write(outcome.answer(), result, pages);
      if (job instanceof PatternMatch match && match.list()) {
        count((Answer.Matches) outcome.answer(), result);
      }
      return outcome;
    }
  }

  /** Says how many matches there are and how many of them were listed. */
  private void count(Answer.Matches listed, JobResult.Builder result) {
    PatternAnswer.Builder pattern = result.getPatternBuilder();
    pattern.setListed(listed.matches().longValueExact()).setComplete(listed.complete());
    long start = System.nanoTime();
    try {
      listing
          .count(opening.engine(), prepared, job, listed, control)
          .ifPresent(
              all -> {
                pattern.setMatches(Counts.of(all));
                Timings.Builder timings = result.getTimingsBuilder();
                timings.setComputeNanos(timings.getComputeNanos() + System.nanoTime() - start);
              });
    } catch (StoppedException stopped) {
      // What was listed stands.
      stop(result, stopped);
    } catch (ComputeException e) {
      if (e.code() != FailureCode.HOPELESS && e.code() != FailureCode.JOB_MEMORY_EXCEEDED) {
        throw e;
      }
      result.putPlan("count", "not counted: " + e.getMessage());
    }
  }

  private static void stop(JobResult.Builder result, StoppedException stopped) {
    result
        .setPartial(true)
        .setFailure(Failures.of(FailureCodes.of(stopped.code()), stopped.getMessage()));
  }

  private Measured measured(long copyNanos, long planNanos) {
    return new Measured(
        reading.source(),
        reading.readNanos(),
        reading.readProcessorNanos(),
        reading.buildNanos(),
        opening.waitedNanos(),
        copyNanos,
        planNanos,
        System.nanoTime() - startNanos,
        Measured.processorTime(),
        prepared.bytes(),
        Measured.peakResident());
  }
}
