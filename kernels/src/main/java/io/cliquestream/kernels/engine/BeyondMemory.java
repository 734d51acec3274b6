package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.graph.DeviceGraphMemory;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.DenseLimits;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphMemory;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.sharded.PartRunner;
import io.cliquestream.kernels.sharded.ShardRoom;
import io.cliquestream.kernels.sharded.ShardedEngine;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A job on a device that may not hold it: tried as a whole, and where the device's budget is too
 * small for that, by another way of the device's where it has one, or in shards that are predicted
 * to fit (see the package {@code sharded}), one after another on the same device.
 *
 * @param kind of the device's engine
 * @param device runs it on graphs that fit; JOB_MEMORY_EXCEEDED where one does not
 * @param prediction of the device bytes that a graph takes
 * @param budget most device bytes, as {@code prediction} counts them
 * @param partitioned another way of the device's than by shards, tried before them;
 *     JOB_MEMORY_EXCEEDED where it does not fit
 */
record BeyondMemory(
    EngineKind kind,
    PartRunner device,
    Prediction prediction,
    long budget,
    Optional<PartRunner> partitioned) {
  /** Device bytes of a job on a graph that is not known yet. */
  @FunctionalInterface
  interface Prediction {
    /** Bytes for a graph of so many vertices and edges; no fewer for more of either. */
    long bytes(long vertices, long edges);
  }

  /**
   * Runs the job.
   *
   * @throws ComputeException JOB_MEMORY_EXCEEDED when what a single root needs does not fit; what
   *     the device says otherwise
   */
  JobOutcome run(PreparedGraph graph, Job job, JobControl control, ListingSink sink) {
    boolean[] listed = {false};
    ListingSink noting =
        vertices -> {
          listed[0] = true;
          sink.accept(vertices);
        };
    Optional<JobOutcome> whole = attempted(device, graph, job, control, noting, listed);
    if (whole.isEmpty() && partitioned.isPresent()) {
      whole = attempted(partitioned.get(), graph, job, control, noting, listed);
    }
    return whole.orElseGet(() -> inShards(graph, job, control, sink));
  }

  /** Nothing where the device's memory is too small for that. */
  private static Optional<JobOutcome> attempted(
      PartRunner runner,
      PreparedGraph graph,
      Job job,
      JobControl control,
      ListingSink sink,
      boolean[] listed) {
    try {
      return Optional.of(runner.run(graph, job, control, sink));
    } catch (ComputeException e) {
      // A list that has begun is not begun again.
      if (e.code() != FailureCode.JOB_MEMORY_EXCEEDED || listed[0]) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private JobOutcome inShards(PreparedGraph graph, Job job, JobControl control, ListingSink sink) {
    Graph rows = graph.graph();
    long whole = prediction.bytes(rows.vertexCount(), rows.edgeCount());
    JobOutcome outcome = new ShardedEngine(device, new DeviceRoom()).run(graph, job, control, sink);
    SortedMap<String, String> plan = new TreeMap<>(outcome.plan());
    plan.put("predicted-bytes", Long.toString(whole));
    plan.put("budget-bytes", Long.toString(budget));
    // A list that was long enough ended its shard, which said nothing then.
    boolean onHost = plan.get("shards").equals("0");
    return new JobOutcome(
            onHost ? EngineKind.CPU : kind,
            outcome.answer(),
            plan,
            outcome.prepareNanos(),
            outcome.computeNanos())
        .withSlices(outcome.slices());
  }

  /** What the device's budget has room for. */
  private final class DeviceRoom implements ShardRoom {
    /** A shard of so many vertices has an edge for two of them at least. */
    private final int mostVertices = most();

    private int most() {
      int low = 1;
      int high = DenseLimits.MAXIMUM_VERTICES;
      while (low < high) {
        int middle = (int) (((long) low + high + 1) >>> 1);
        if (bytes(middle, middle / 2) <= budget) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      return low;
    }

    @Override
    public int mostVertices() {
      return mostVertices;
    }

    @Override
    public long mostBytes() {
      return budget;
    }

    @Override
    public long bytes(long vertices, long edges) {
      return prediction.bytes(vertices, edges);
    }

    @Override
    public ComputeException tooLarge(String needed) {
      return new ComputeException(
          FailureCode.JOB_MEMORY_EXCEEDED,
          ("%s, is more than the device's budget of %d bytes holds; --engine cpu has no such"
                  + " bound, and engine.device-bytes raises it as far as the device has memory")
              .formatted(needed, budget));
    }
  }

  /**
   * Host memory of a job: counts by vertex and edge as they arrive and as they are answered, and
   * where a device with such a budget cannot hold the graph a shard, the same without its roots,
   * and what cutting takes.
   */
  static JobBytes hostBytes(GraphShape graph, long budget) {
    long n = graph.vertices();
    long m = graph.edges();
    long counts = 24 * n + 16 * m;
    if (!DeviceGraphMemory.isBeyond(n, m, budget)) {
      return new JobBytes(1L << 20, counts);
    }
    long shard = Math.min(GraphMemory.graphBytes(n, m), budget);
    return new JobBytes(1L << 20, counts + 2 * shard + 16 * n);
  }
}
