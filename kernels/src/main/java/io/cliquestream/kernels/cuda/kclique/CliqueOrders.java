package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.graph.ApproximateCoreGraph;
import io.cliquestream.kernels.cuda.graph.DegeneracyGraph;
import io.cliquestream.kernels.cuda.graph.DeviceGraph;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.KCliqueTuning.Choice;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The orders of one graph for one count, made when they are asked for; they stay with the graph.
 *
 * <p>Which one to count by, where the job leaves it open, is climbed like a ladder: a short sample
 * under the best order that is there tells the time of the count. The next order is made when what
 * it is known to save of that time is more than it takes to make; then a sample is drawn under it.
 * So a count of a millisecond pays for no peel, and a count of a second does not go without.
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
    long graph = DeviceGraphMemory.graph(known.vertices(), known.edges());
    long first = approximate ? 0 : ApproximateCoreGraph.bytes(known);
    long second = peeled ? 0 : DegeneracyGraph.bytes(known);
    Optional<CliqueOrder> forced = forced(job);
    if (forced.isEmpty()) {
      // Working memory of the first is free again when the second is made.
      return peeled ? 0 : Math.max(first, (approximate ? 0 : graph) + second);
    }
    return switch (forced.get()) {
      case DEGREE -> 0;
      case APPROXIMATE -> first;
      case DEGENERACY -> second;
    };
  }

  /** The order to begin with: the job's, or the best that is there. */
  CliqueOrder first() {
    return forced(job)
        .orElseGet(
            () -> {
              if (use.attached(DegeneracyGraph.class).isPresent()) {
                return CliqueOrder.DEGENERACY;
              }
              // Counts one by one take long enough for the cheap order whatever the graph.
              if (!mayApproximate(job)) {
                return job.local() ? CliqueOrder.DEGENERACY : CliqueOrder.DEGREE;
              }
              return job.local() || use.attached(ApproximateCoreGraph.class).isPresent()
                  ? CliqueOrder.APPROXIMATE
                  : CliqueOrder.DEGREE;
            });
  }

  /** The next better order, unless the job forces this one. */
  Optional<CliqueOrder> after(CliqueOrder order) {
    if (forced(job).isPresent() || job.local()) {
      return Optional.empty();
    }
    return switch (order) {
      case DEGREE ->
          Optional.of(mayApproximate(job) ? CliqueOrder.APPROXIMATE : CliqueOrder.DEGENERACY);
      case APPROXIMATE -> Optional.of(CliqueOrder.DEGENERACY);
      case DEGENERACY -> Optional.empty();
    };
  }

  /** A count that takes longer than this under an order is worth the next one. */
  double breakEvenNanos(CliqueOrder next) {
    double makes = KCliquePolicy.orderNanos(next, use.graph().statistics().edges());
    return makes * KCliquePolicy.scale(lane) / KCliquePolicy.orderSaves(next);
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
              KCliquePolicy.orderNanos(order, use.graph().statistics().edges())
                  * KCliquePolicy.scale(lane)));
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
