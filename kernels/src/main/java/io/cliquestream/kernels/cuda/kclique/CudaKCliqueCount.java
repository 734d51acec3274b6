package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DegeneracyGraph;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.DeviceWork;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.job.Answer;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts k-cliques on a device, for one k, a range or every k (Almasri et al., ICS 2022; see {@code
 * src/main/cuda/cliques}). The graph is oriented by degeneracy, which stays with it on the device.
 * Small k are counted clique by clique along the orientation, others by pivoting, one run for all
 * sizes. Answers are exact, however large.
 */
public final class CudaKCliqueCount implements DeviceWork<Answer.KCliques> {
  /** The C library's word for no upper bound. */
  private static final int UNBOUNDED = -1;

  private final CudaLibrary library;
  private final Graph host;
  private final KCliqueCount job;
  private final SortedMap<String, String> plan = new TreeMap<>();
  private long prepareNanos;

  /**
   * A count.
   *
   * @throws ComputeException OPTION_INVALID when a bounded range spans more than 2^20 sizes
   */
  public CudaKCliqueCount(CudaLibrary library, Graph host, KCliqueCount job) {
    if (job.largest() != KCliqueCount.ALL
        && job.largest() - job.smallest() >= KCliquePolicy.MOST_SIZES) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID,
          "a range of k may span at most " + KCliquePolicy.MOST_SIZES + " sizes");
    }
    this.library = library;
    this.host = host;
    this.job = job;
  }

  private boolean byDegree() {
    return job.ordering().filter(Ordering.DEGREE::equals).isPresent();
  }

  @Override
  public long bytes(GraphKnowledge known) {
    boolean reoriented = !byDegree() && !known.attached().contains(DegeneracyGraph.class);
    return (reoriented ? DegeneracyGraph.bytes(known) : 0)
        + known
            .bytesOf(CliqueCount.class)
            .orElse(KCliquePolicy.GUESSED_BYTES + 24 * known.vertices())
        + 2 * DeviceGraphMemory.SMALL;
  }

  @Override
  public Answer.KCliques run(Lane lane, GraphUse use) {
    plan.clear();
    prepareNanos = use.prepareNanos();
    plan("graph", use.found() ? "resident" : "prepared");
    plan(
        "ordering",
        (byDegree() ? Ordering.DEGREE : Ordering.DEGENERACY).name().toLowerCase(Locale.ROOT));
    SortedMap<Integer, BigInteger> counts = new TreeMap<>();
    if (job.largest() > 2 && host.edgeCount() > 0) {
      try (CliqueCount count =
          new CliqueCount(lane, library, use, oriented(lane, use), this::plan)) {
        count(count, use.graph().statistics().vertices(), counts);
      }
    } else {
      plan("method", "sizes");
    }
    return answer(counts);
  }

  private DeviceGraph oriented(Lane lane, GraphUse use) {
    if (byDegree()) {
      return use.graph();
    }
    long start = System.nanoTime();
    DegeneracyGraph oriented =
        use.attach(
            DegeneracyGraph.class,
            lane,
            on -> DegeneracyGraph.make(on, library, use, DeviceGraphMemory.SMALL));
    prepareNanos += System.nanoTime() - start;
    plan("degeneracy", oriented.degeneracy());
    return oriented.graph();
  }

  private void count(CliqueCount count, long vertices, SortedMap<Integer, BigInteger> counts) {
    int least = Math.max(3, job.smallest());
    KCliqueMethod method = job.method().orElseGet(() -> chosen(least));
    plan("method", method.name().toLowerCase(Locale.ROOT));
    switch (method) {
      case PIVOTING -> {
        int most = job.largest() == KCliqueCount.ALL ? UNBOUNDED : job.largest();
        BigInteger[] found = count.count(method, least, most);
        for (int k = least; k < found.length && k <= job.largest(); k++) {
          counts.put(k, found[k]);
        }
      }
      case ORIENTATION -> {
        for (int k = least; k <= Math.min(job.largest(), vertices); k++) {
          BigInteger found = count.count(method, k, k)[k];
          counts.put(k, found);
          if (found.signum() == 0) {
            break;
          }
        }
      }
    }
  }

  private KCliqueMethod chosen(int least) {
    return job.smallest() == job.largest() && least <= KCliquePolicy.LARGEST_ORIENTATION_K
        ? KCliqueMethod.ORIENTATION
        : KCliqueMethod.PIVOTING;
  }

  private Answer.KCliques answer(SortedMap<Integer, BigInteger> counts) {
    if (job.smallest() == 1) {
      counts.put(1, BigInteger.valueOf(host.vertexCount()));
    }
    if (job.smallest() <= 2 && job.largest() >= 2) {
      counts.put(2, BigInteger.valueOf(host.edgeCount()));
    }
    if (job.largest() == KCliqueCount.ALL) {
      counts.values().removeIf(count -> count.signum() == 0);
    } else {
      for (int k = job.smallest(); k <= job.largest(); k++) {
        counts.putIfAbsent(k, BigInteger.ZERO);
      }
    }
    return new Answer.KCliques(counts, Optional.empty());
  }

  private void plan(String name, Object value) {
    plan.put(name, value.toString());
  }

  /** What was chosen. */
  public SortedMap<String, String> plan() {
    return plan;
  }

  /** Time spent on the graph and its orientation. */
  public long prepareNanos() {
    return prepareNanos;
  }
}
