package io.cliquestream.worker.jobs.admission;

import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.control.Claim;
import io.cliquestream.kernels.control.JobClass;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.SimpleGraph;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import io.cliquestream.worker.graphs.rows.RowPosition;
import io.cliquestream.worker.graphs.rows.VersionRows;
import io.cliquestream.worker.memory.RecentMap;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.WeakHashMap;

/**
 * What a job will cost, before it runs: processor time and host memory.
 *
 * <p><b>Time.</b> Nothing tells in advance how long an arbitrary search takes. What is known, in
 * this order: what the same job on the same graph id took the last time (its versions are alike);
 * an upper bound for jobs that have one, from the shape of the graph; nothing, and then the job
 * counts as a small one until it turns out to be none. Safe for use by several threads.
 */
public final class JobForecast {
  /** Measured jobs, and graphs, that are remembered. */
  private static final int REMEMBERED = 10_000;

  /**
   * A shape is brought forward over this part of its edges that came and went: beyond it, a look at
   * all vertices costs less than what the changes did.
   */
  private static final int LIKE = 64;

  /** And over so many in any case: edges that are looked at in no time. */
  private static final int FEW_EDGES = 1_000;

  /** Processor time of one step of a merge of two rows, orientation included, rounded up. */
  private static final double STEP_NANOS = 4;

  /** Of an edge: ordering, orienting, ranking. */
  private static final double EDGE_NANOS = 60;

  private record Key(String graphId, Job job) {}

  /** A shape that was looked at, and where its version stands among those with shared rows. */
  private record Looked(GraphShape shape, RowPosition at) {}

  private final long smallNanos;
  private final Map<Key, Long> measured = Collections.synchronizedMap(RecentMap.byUse(REMEMBERED));

  /** Of each graph id, the shape that was looked at last. */
  private final Map<String, Looked> latest =
      Collections.synchronizedMap(RecentMap.byUse(REMEMBERED));

  private final Map<SimpleGraph, GraphShape> shapes =
      Collections.synchronizedMap(new WeakHashMap<>());

  /**
   * @param smallTime what a small job takes at most
   */
  public JobForecast(Duration smallTime) {
    this.smallNanos = smallTime.toNanos();
  }

  /** Whether {@link #shape} would look at every vertex of this graph. */
  public boolean isNew(SimpleGraph graph) {
    return !shapes.containsKey(graph);
  }

  /**
   * The shape of a graph, which is a version of that id.
   *
   * @param at where it stands, for versions that follow it; empty when none will ask
   */
  public GraphShape shape(String graphId, SimpleGraph graph, Optional<RowPosition> at) {
    GraphShape shape = shapes.computeIfAbsent(graph, GraphShape::of);
    at.ifPresent(position -> latest.put(graphId, new Looked(shape, position)));
    return shape;
  }

  /** The shape of a version that has rows and no whole graph, of which none is made for this. */
  public GraphShape shape(String graphId, VersionRows rows) {
    GraphVersion version = rows.graph();
    GraphShape shape =
        GraphShape.of(
            version.vertexTotal(), version.edgeCount(), version.slotCount(), version::degree);
    latest.put(graphId, new Looked(shape, rows.position()));
    return shape;
  }

  /**
   * The shape of a version without a look at its vertices, from that of the version of the same id
   * that was looked at last: bounds, however the edges that came lie. Empty when more changed since
   * than this is done for, or nobody knows how much, so that somebody looks again.
   */
  public Optional<GraphShape> likeBefore(
      String graphId, long vertices, long edges, RowPosition at) {
    Looked looked = latest.get(graphId);
    if (looked == null) {
      return Optional.empty();
    }
    GraphShape known = looked.shape();
    OptionalLong changes = looked.at().changesTo(at);
    return changes.isEmpty() || changes.getAsLong() > known.edges() / LIKE + FEW_EDGES
        ? Optional.empty()
        : Optional.of(after(known, vertices, edges, changes.getAsLong()));
  }

  /**
   * Bounds after so many changes. Each makes a degree greater by one at most. If the bound of the
   * degeneracy rises from d by t, then more than d + t vertices have degree d + t, of which d + 1
   * at most had more than d: t others gained t each, and all together gain twice the changes.
   */
  private static GraphShape after(GraphShape known, long vertices, long edges, long changes) {
    long rise = (long) Math.ceil(Math.sqrt(2.0 * changes));
    long most = Math.max(0, vertices - 1);
    long degree = Math.min(most, known.maximumDegree() + changes);
    return new GraphShape(
        vertices, edges, degree, Math.min(degree, known.degeneracyBound() + rise));
  }

  /**
   * What to ask the scheduler for.
   *
   * @param pageBytes of the pages that the job's algorithm may size
   */
  public Demand demand(
      String graphId, GraphShape shape, Job job, Engine engine, Claim claim, long pageBytes) {
    JobBytes bytes = engine.hostBytes(shape, job, pageBytes);
    Long last = measured.get(new Key(graphId, job));
    long nanos =
        last != null ? last : Math.min(smallNanos / 2, bound(shape, job).orElse(Long.MAX_VALUE));
    JobClass jobClass = nanos > smallNanos ? JobClass.LONG : JobClass.SMALL;
    return new Demand(claim.as(jobClass), nanos, bytes);
  }

  /** An upper bound of processor time, where the shape of a graph gives one. */
  private static OptionalLong bound(GraphShape shape, Job job) {
    double merges = (double) shape.edges() * shape.degeneracyBound() * STEP_NANOS;
    double orientation = shape.edges() * EDGE_NANOS;
    return switch (job) {
      case TriangleCount _ -> OptionalLong.of((long) (orientation + merges));
      case KCliqueCount count when count.largest() <= 3 ->
          OptionalLong.of((long) (orientation + merges));
      case MotifCensus census when census.size() == 3 ->
          OptionalLong.of((long) (orientation + 2 * merges));
      case CliqueListing listing when listing.k() <= 2 ->
          OptionalLong.of((long) (Math.min(listing.limit(), shape.edges()) * EDGE_NANOS));
      // The degeneracy order takes longer than that by degree.
      case CoreDecomposition _ -> OptionalLong.of((long) (2 * orientation));
      case KCliqueCount _,
          MaximumClique _,
          MaximalCliques _,
          MotifCensus _,
          PatternMatch _,
          CliqueListing _,
          CliqueEstimate _ ->
          OptionalLong.empty();
    };
  }

  /** What a job took in the end. */
  public void measured(String graphId, Job job, long nanos) {
    measured.put(new Key(graphId, job), nanos);
  }
}
