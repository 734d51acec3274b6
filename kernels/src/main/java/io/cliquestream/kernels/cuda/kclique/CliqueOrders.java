package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.derived.ApproximateCoreGraph;
import io.cliquestream.kernels.cuda.graph.derived.DegeneracyGraph;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueMethod;
import io.cliquestream.kernels.job.KCliqueTuning.Choice;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The orders of one graph for one count, made when they are asked for; they stay with the graph.
 *
 * <p>Which one to count by, where the job leaves it open: the best that is there, if a short sample
 * under it says that the count takes less than would make another one worth its time; else that
 * other one. So a count of a millisecond pays for no order, and one of a second does not go
 * without. A peel for exact degeneracy never paid for itself: it is made only where it is asked
 * for, and used where another job has left it.
 */
final class CliqueOrders {
  private final Lane lane;
  private final CudaLibrary library;
  private final GraphUse use;
  private final KCliqueCount job;
  private final BiConsumer<String, Object> describe;
  private long nanos;

  CliqueOrders(
      Lane lane,
      CudaLibrary library,
      GraphUse use,
      KCliqueCount job,
      BiConsumer<String, Object> describe) {
    this.lane = lane;
    this.library = library;
    this.use = use;
    this.job = job;
    this.describe = describe;
  }

  /** The order that a job does not leave open; jobs that are not sampled get a fixed one. */
  static Optional<CliqueOrder> forced(KCliqueCount job) {
    if (job.tuning().get(Choice.APPROXIMATE_ORDER, 0) == 1) {
      return Optional.of(CliqueOrder.APPROXIMATE);
    }
    if (job.ordering().isPresent()) {
      return job.ordering().map(CliqueOrder::of);
    }
    boolean sampled = job.tuning().get(Choice.SAMPLED_ROOTS, 1) > 0;
    return job.tuning().paper() || !sampled
        ? Optional.of(CliqueOrder.DEGENERACY)
        : Optional.empty();
  }

  private static boolean mayApproximate(KCliqueCount job) {
    return job.tuning().get(Choice.APPROXIMATE_ORDER, 1) == 1;
  }

  /** Device bytes for orders that a job may make, at most. */
  static long bytes(KCliqueCount job, GraphKnowledge known) {
    boolean peeled = known.attached().contains(DegeneracyGraph.class);
    boolean approximate = known.attached().contains(ApproximateCoreGraph.class);
    CliqueOrder most =
        forced(job).orElse(mayApproximate(job) ? CliqueOrder.APPROXIMATE : CliqueOrder.DEGENERACY);
    return switch (most) {
      case DEGREE -> 0;
      case APPROXIMATE -> approximate ? 0 : ApproximateCoreGraph.bytes(known);
      case DEGENERACY -> peeled ? 0 : DegeneracyGraph.bytes(known);
    };
  }

  /** The order to begin with: the job's, or the best that is there. */
  CliqueOrder first() {
    return forced(job).orElseGet(this::bestThatIsThere);
  }

  private CliqueOrder bestThatIsThere() {
    CliqueOrder better = mayApproximate(job) ? CliqueOrder.APPROXIMATE : CliqueOrder.DEGENERACY;
    if (!isThere(better) && isThere(CliqueOrder.DEGENERACY)) {
      return CliqueOrder.DEGENERACY;
    }
    // Counts one by one take long enough for the better order, whatever the graph.
    return isThere(better) || job.local() ? better : CliqueOrder.DEGREE;
  }

  /** The order that may be worth making after one; none after one that the job forces. */
  Optional<CliqueOrder> after(CliqueOrder order) {
    return order != CliqueOrder.DEGREE || forced(job).isPresent()
        ? Optional.empty()
        : Optional.of(mayApproximate(job) ? CliqueOrder.APPROXIMATE : CliqueOrder.DEGENERACY);
  }

  /** A count by degree and a method that takes longer than this is worth another order. */
  double breakEvenNanos(CliqueOrder other, KCliqueMethod method) {
    double makes = DeviceCliquePolicy.orderNanos(other, use.graph().statistics().edges());
    return makes * DeviceCliquePolicy.scale(lane) / DeviceCliquePolicy.orderSaves(method);
  }

  /** The graph by an order. */
  DeviceGraph graph(CliqueOrder order) {
    long start = System.nanoTime();
    boolean found = isThere(order);
    DeviceGraph graph =
        switch (order) {
          case DEGREE -> use.graph();
          case APPROXIMATE -> approximate();
          case DEGENERACY -> degeneracy();
        };
    describe.accept("ordering", order.text());
    if (!found) {
      long took = System.nanoTime() - start;
      nanos += took;
      describe.accept(
          "predicted-order-ms-" + order.text(),
          millis(
              DeviceCliquePolicy.orderNanos(order, use.graph().statistics().edges())
                  * DeviceCliquePolicy.scale(lane)));
      describe.accept("measured-order-ms-" + order.text(), millis((double) took));
    }
    return graph;
  }

  private boolean isThere(CliqueOrder order) {
    return switch (order) {
      case DEGREE -> true;
      case APPROXIMATE -> use.attached(ApproximateCoreGraph.class).isPresent();
      case DEGENERACY -> use.attached(DegeneracyGraph.class).isPresent();
    };
  }

  private DeviceGraph approximate() {
    return use.attach(
            ApproximateCoreGraph.class,
            lane,
            on -> ApproximateCoreGraph.make(on, library, use, DeviceGraphMemory.SMALL))
        .graph();
  }

  private DeviceGraph degeneracy() {
    DegeneracyGraph oriented =
        use.attach(
            DegeneracyGraph.class,
            lane,
            on -> DegeneracyGraph.make(on, library, use, DeviceGraphMemory.SMALL));
    describe.accept("degeneracy", oriented.degeneracy());
    return oriented.graph();
  }

  private static String millis(double nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / 1e6);
  }

  /** Time spent on making orders. */
  long nanos() {
    return nanos;
  }
}
