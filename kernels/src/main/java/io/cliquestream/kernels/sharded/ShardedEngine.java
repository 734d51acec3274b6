package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.WideListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.DenseLimits;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;

/**
 * Runs jobs on graphs of more vertices than an engine can number, by running them on parts that it
 * can; the package's description says how. Answers are exact, in vertices of the wide graph, and do
 * not depend on how it was cut; which cliques or matches a listing with a limit gives, does.
 *
 * <p>Any number of threads may run jobs at the same time. Memory of a run beside the answer: one
 * shard with what the engine takes for it, the shard once more without its roots, a byte per vertex
 * of the wide graph, and eight for counts by edge.
 */
public final class ShardedEngine {
  private final PartRunner engine;
  private final DenseLimits limits;

  /**
   * Runs jobs under the {@link DenseLimits#configured} limits.
   *
   * @param engine runs the parts
   */
  public ShardedEngine(PartRunner engine) {
    this(engine, DenseLimits.configured());
  }

  /** The same under given limits. */
  public ShardedEngine(PartRunner engine, DenseLimits limits) {
    this.engine = engine;
    this.limits = limits;
  }

  /** Runs a job that lists nothing. */
  public JobOutcome run(WideGraph graph, Job job) {
    return run(graph, job, JobControl.unbounded(), WideListingSink.NONE);
  }

  /**
   * Runs a job to its end. The outcome's plan holds the number of {@code shards} and the engine's
   * plan for the last of them.
   *
   * @param sink takes what the job lists, if it lists anything
   * @throws io.cliquestream.kernels.control.StoppedException when {@code control} ended the job
   * @throws io.cliquestream.kernels.failure.ComputeException GRAPH_TOO_LARGE when what a single
   *     vertex needs is more than a shard may hold; what the engine says otherwise
   */
  public JobOutcome run(WideGraph graph, Job job, JobControl control, WideListingSink sink) {
    control.beginPhase(Phase.PREPARING, 1);
    control.checkStopped();
    ShardedRun run = new ShardedRun(graph, engine, limits, control, sink);
    try {
      return run.outcome(answer(job, run));
    } catch (StoppedException e) {
      if (e.partial().filter(answer -> answer instanceof Answer.WideMaximum).isPresent()) {
        throw e;
      }
      // What a shard proved says little about the graph.
      throw new StoppedException(e.code(), e.getMessage());
    }
  }

  private static Answer answer(Job job, ShardedRun run) {
    return switch (job) {
      case TriangleCount count -> ShardedTriangles.run(count, run);
      case KCliqueCount count -> ShardedKCliques.run(count, run);
      case MaximumClique search -> ShardedMaximumClique.run(search, run);
      case MaximalCliques enumeration -> ShardedMaximalCliques.run(enumeration, run);
      case MotifCensus census -> ShardedPatterns.census(census, run);
      case PatternMatch match -> ShardedPatterns.match(match, run);
      case CliqueListing listing -> ShardedListing.cliques(listing, run);
      case CliqueEstimate _ ->
          throw new ComputeException(
              FailureCode.GRAPH_TOO_LARGE,
              "clique counts are estimated on graphs of at most 2^31 - 1 vertices");
    };
  }
}
