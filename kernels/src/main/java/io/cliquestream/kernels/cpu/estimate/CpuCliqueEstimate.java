package io.cliquestream.kernels.cpu.estimate;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.cpu.ranked.RootChunks;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.JobBytes;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Estimates the numbers of k-cliques.
 *
 * <p>Every k-clique lies below its vertex of largest rank, the root, and is exactly one color path
 * of k − 1 vertices there ({@link ColorPaths}). A first pass counts the W paths of all roots; then
 * t of them are drawn uniformly and independently (a root in proportion to its paths, a path below
 * it), and the h that are cliques are counted. So h is binomial with probability C / W, where C is
 * the exact count: W·h/t is an unbiased estimate, and W times the interval of Clopper and Pearson
 * holds C with the job's confidence, however rare the hits are. Where W = 0 there is no clique; a
 * path of two vertices is an edge, so triangles come out exactly, without samples.
 *
 * <p>Time: the first pass reads what counting reads, and takes for each root about as many
 * additions as its neighbourhood has edges, for each size; a sample takes some hundred nanoseconds.
 * The numbers are the same for any number of threads: each root has random numbers of its own, and
 * sums over roots are taken in their order.
 */
public final class CpuCliqueEstimate {
  private final CliqueEstimate job;
  private final CpuJobRun run;
  private final TreeMap<Integer, Answer.SizeEstimate> found = new TreeMap<>();

  private CpuCliqueEstimate(CliqueEstimate job, CpuJobRun run) {
    this.job = job;
    this.run = run;
  }

  /**
   * Runs the job.
   *
   * @throws ComputeException HOPELESS when there are more paths than a double counts
   */
  public static Answer run(CliqueEstimate job, CpuJobRun run) {
    CpuCliqueEstimate estimate = new CpuCliqueEstimate(job, run);
    estimate.estimate();
    return new Answer.CliqueEstimates(job.confidence(), estimate.found);
  }

  /** Most memory of a job: paths and draws of every root, and what {@link ColorPaths} keeps. */
  public static JobBytes bytes(CliqueEstimate job, GraphShape graph, int threads) {
    long degree = graph.degeneracyBound();
    long words = degree / Long.SIZE + 1;
    long levels = Math.min(job.largest(), degree + 1);
    // The matrix, the masks and the counts grow by doubling; the two passes follow each other.
    long thread =
        4 * graph.vertices()
            + 4 * Long.BYTES * degree * words
            + 16 * degree * (levels + 1)
            + 128 * degree;
    long chunks = 48L * EstimatePolicy.MAXIMUM_CHUNKS;
    return new JobBytes(
        PathRoots.bytes(job, graph.vertices()) + chunks + 2L * (threads + 1) * thread, 0);
  }

  private void estimate() {
    for (int size = job.smallest(); size <= Math.min(2, job.largest()); size++) {
      found.put(
          size, exact((double) (size == 1 ? run.graph().vertexCount() : run.graph().edgeCount())));
    }
    if (job.largest() < 3) {
      return;
    }
    if (run.graph().vertexCount() == 0) {
      for (int size = Math.max(3, job.smallest()); size <= job.largest(); size++) {
        found.put(size, exact(0));
      }
      return;
    }
    run.plan("method", "color paths");
    OrientedGraph graph = run.oriented(Ordering.DEGENERACY);
    PathRoots roots = new PathRoots(graph, job, run.meter());
    RootChunks chunks = roots.chunks(run);
    run.control().beginPhase(Phase.COMPUTING, 2 * chunks.total());
    run.scheduler()
        .run(
            run.control(),
            new RootPasses<>(
                chunks,
                () -> new ColorPaths(graph, job.largest(), run.meter()),
                roots::count,
                _ -> {}));
    if (draw(roots)) {
      sample(graph, roots, chunks);
    }
  }

  /** Answers what needs no sample, and draws roots for the rest; false when nothing is left. */
  private boolean draw(PathRoots roots) {
    StopMeter meter = run.meter();
    boolean any = false;
    roots.addUp(meter);
    for (int size = roots.smallest(); size <= job.largest(); size++) {
      double total = roots.total(size);
      if (!(total <= EstimatePolicy.MOST_PATHS)) {
        throw new ComputeException(
            FailureCode.HOPELESS,
            "more than %.0e paths may be cliques of %d vertices: too many to sample from"
                .formatted(EstimatePolicy.MOST_PATHS, size));
      }
      if (total == 0 || (size == 3 && total < EstimatePolicy.EXACT_DOUBLES)) {
        found.put(size, exact(total));
      } else {
        any = true;
        roots.draw(size, total, seed(size, -1), meter);
      }
    }
    return any;
  }

  /** What one thread found. */
  private static final class Sampler {
    private final ColorPaths below;
    private final long[] hits;

    Sampler(ColorPaths below, int sizes) {
      this.below = below;
      this.hits = new long[sizes];
    }
  }

  private void sample(OrientedGraph graph, PathRoots roots, RootChunks chunks) {
    int smallest = roots.smallest();
    int sizes = job.largest() - smallest + 1;
    long[] hits = new long[sizes];
    run.scheduler()
        .run(
            run.control(),
            new RootPasses<>(
                chunks,
                () -> new Sampler(new ColorPaths(graph, job.largest(), run.meter()), sizes),
                (index, state) -> sample(roots, index, state),
                state -> {
                  for (int i = 0; i < sizes; i++) {
                    hits[i] += state.hits[i];
                  }
                }));
    for (int size = smallest; size <= job.largest(); size++) {
      if (!found.containsKey(size)) {
        found.put(size, estimate(roots.total(size), hits[size - smallest]));
      }
    }
  }

  private void sample(PathRoots roots, int index, Sampler sampler) {
    if (!roots.isDrawn(index)) {
      return;
    }
    sampler.below.load(roots.rank(index));
    for (int size = roots.smallest(); size <= job.largest(); size++) {
      int draws = roots.draws(size, index);
      if (draws > 0) {
        var random = new SplittableRandom(seed(size, roots.rank(index)));
        sampler.hits[size - roots.smallest()] += sampler.below.drawCliques(size - 1, draws, random);
      }
    }
  }

  private Answer.SizeEstimate estimate(double paths, long hits) {
    int samples = job.samples();
    BinomialInterval interval = BinomialInterval.of(hits, samples, job.confidence(), run.meter());
    double low = paths * interval.low() * (1 - EstimatePolicy.ROUNDING);
    double high = paths * interval.high() * (1 + EstimatePolicy.ROUNDING);
    return new Answer.SizeEstimate(
        paths * ((double) hits / samples),
        // Counts are whole: a bound between two of them moves to the next inside.
        Math.max(Math.ceil(low), hits == 0 ? 0 : 1),
        Math.floor(high),
        paths,
        samples,
        hits,
        false);
  }

  private static Answer.SizeEstimate exact(double count) {
    return new Answer.SizeEstimate(count, count, count, count, 0, 0, true);
  }

  /** Another one for every size and root. */
  private long seed(int size, int root) {
    return new SplittableRandom(new SplittableRandom(job.seed() + size).nextLong() + root)
        .nextLong();
  }
}
