package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.answer.WideListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.DenseLimits;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import java.util.List;

/**
 * Runs jobs on graphs that an engine cannot hold, because they have more vertices than it can
 * number or take more memory than it has, by running them on parts that it can hold; the package's
 * description says how. Answers are exact, in vertices of the whole graph, and do not depend on how
 * it was cut; which cliques or matches a listing with a limit gives, does.
 *
 * <p>Any number of threads may run jobs at the same time. Memory of a run beside the answer: one
 * shard with what the engine takes for it, the shard once more without its roots, a byte per vertex
 * of the graph, four where its vertices are ints, and eight for counts by edge.
 */
public final class ShardedEngine {
  private final PartRunner engine;
  private final ShardRoom room;

  /**
   * Runs jobs under the {@link DenseLimits#configured} limits.
   *
   * @param engine runs the parts
   */
  public ShardedEngine(PartRunner engine) {
    this(engine, DenseLimits.configured());
  }

  /**
   * The same under given limits.
   *
   * @param engine runs the parts
   * @param limits vertices and bytes of a part
   */
  public ShardedEngine(PartRunner engine, DenseLimits limits) {
    this(engine, ShardRoom.of(limits));
  }

  /**
   * The same in shards for which there is room.
   *
   * @param engine runs the parts
   * @param room says what it can hold
   */
  public ShardedEngine(PartRunner engine, ShardRoom room) {
    this.engine = engine;
    this.room = room;
  }

  /**
   * Runs a job that lists nothing.
   *
   * @param graph of 64-bit vertices
   * @param job what to compute; nothing stops it
   * @return the answer for the whole graph
   */
  public JobOutcome run(WideGraph graph, Job job) {
    return run(graph, job, JobControl.unbounded(), WideListingSink.NONE);
  }

  /**
   * Runs a job to its end. The outcome's plan holds the number of {@code shards}, the vertices of
   * the largest one, {@code shard-vertices}, the most bytes that one was predicted to take, {@code
   * shard-bytes}, and the engine's plan for the last of them.
   *
   * @param graph of 64-bit vertices
   * @param job what to compute
   * @param control may stop the job, and is told its progress
   * @param sink takes what the job lists, if it lists anything
   * @return the answer for the whole graph
   * @throws io.cliquestream.kernels.control.StoppedException when {@code control} ended the job
   * @throws io.cliquestream.kernels.failure.ComputeException GRAPH_TOO_LARGE, or what the room
   *     says, when what a single vertex needs is more than a shard may hold; what the engine says
   *     otherwise
   */
  public JobOutcome run(WideGraph graph, Job job, JobControl control, WideListingSink sink) {
    control.beginPhase(Phase.PREPARING, 1);
    control.checkStopped();
    return run(RootedGraph.of(graph), job, control, sink);
  }

  /**
   * The same for an ordinary graph, whose rows are read where they are. Answers are those of an
   * engine that holds the whole graph.
   *
   * @param graph with its orientations
   * @param job what to compute
   * @param control may stop the job, and is told its progress
   * @param sink takes what the job lists, if it lists anything
   * @return the answer for the whole graph
   * @throws StoppedException when {@code control} ended the job
   * @throws ComputeException as for a wide graph
   */
  public JobOutcome run(PreparedGraph graph, Job job, JobControl control, ListingSink sink) {
    control.beginPhase(Phase.PREPARING, 1);
    control.checkStopped();
    Graph rows = graph.graph();
    if (rows.vertexCount() == 0) {
      return engine.run(graph, job, control, sink);
    }
    Parallelism sequential = Parallelism.SEQUENTIAL.until(control);
    try (RootedGraph rooted = RootedGraph.of(rows, graph.labels(), sequential.meter())) {
      JobOutcome outcome =
          run(rooted, job, control, vertices -> sink.accept(Narrowed.vertices(vertices)));
      return new JobOutcome(
              outcome.engine(),
              Narrowed.answer(outcome.answer()),
              outcome.plan(),
              outcome.prepareNanos(),
              outcome.computeNanos())
          .withSlices(outcome.slices());
    } catch (StoppedException e) {
      throw e.partial().map(partial -> e.withPartial(Narrowed.answer(partial))).orElse(e);
    }
  }

  private JobOutcome run(RootedGraph graph, Job job, JobControl control, WideListingSink sink) {
    ShardedRun run = new ShardedRun(graph, engine, room, control, sink);
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
      case CoreDecomposition _ ->
          throw new ComputeException(
              FailureCode.GRAPH_TOO_LARGE,
              "core numbers are found of graphs of at most 2^31 - 1 vertices, as a whole");
    };
  }

  /** What is said in wide vertices, for graphs whose vertices are ints. */
  private static final class Narrowed {
    private Narrowed() {}

    static int[] vertices(long[] wide) {
      int[] vertices = new int[wide.length];
      for (int i = 0; i < wide.length; i++) {
        vertices[i] = (int) wide[i];
      }
      return vertices;
    }

    static Answer answer(Answer answer) {
      if (!(answer instanceof Answer.WideMaximum wide)) {
        return answer;
      }
      List<int[]> cliques = wide.cliques().stream().map(Narrowed::vertices).toList();
      return new Answer.Maximum(wide.cliqueNumber(), wide.upperBound(), wide.count(), cliques);
    }
  }
}
