package io.cliquestream.kernels.cpu.schedule;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.OrientedGraph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.VertexLabels;
import io.cliquestream.kernels.part.RootRange;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** One run of a job on the CPU engine: what the algorithms get, and what they leave behind. */
public final class CpuJobRun {
  private final PreparedGraph graph;
  private final JobControl control;
  private final ListingSink sink;
  private final CpuScheduler scheduler;
  private final RootRange roots;
  private final SortedMap<String, String> plan = new TreeMap<>();
  private long prepareNanos;
  private long totalNanos;

  /** A run of a whole job. */
  public CpuJobRun(
      PreparedGraph graph, JobControl control, ListingSink sink, CpuScheduler scheduler) {
    this(graph, control, sink, scheduler, RootRange.ALL);
  }

  /** A run of a part: of what belongs to some roots. */
  public CpuJobRun(
      PreparedGraph graph,
      JobControl control,
      ListingSink sink,
      CpuScheduler scheduler,
      RootRange roots) {
    this.roots = roots;
    this.graph = graph;
    this.control = control;
    this.sink = sink;
    this.scheduler = scheduler;
  }

  /** Runs an algorithm from the start of the job's first phase to its answer. */
  public <T> T run(Supplier<T> algorithm) {
    long start = System.nanoTime();
    try {
      control.beginPhase(Phase.PREPARING, 1);
      control.checkStopped();
      return algorithm.get();
    } finally {
      totalNanos = System.nanoTime() - start;
    }
  }

  /** The undirected graph. */
  public Graph graph() {
    return graph.graph();
  }

  /** The roots of this run, of so many that there are; all of them unless it is a part's. */
  public RootRange roots(int count) {
    return roots.within(count);
  }

  /** The labels of its vertices, if it has any. */
  public Optional<VertexLabels> labels() {
    return graph.labels();
  }

  /** The graph oriented by an order; the wait for it counts as preparation. */
  public OrientedGraph oriented(Ordering ordering) {
    long start = System.nanoTime();
    try {
      plan("ordering", ordering.name().toLowerCase(java.util.Locale.ROOT));
      return graph.oriented(ordering, control);
    } finally {
      prepareNanos += System.nanoTime() - start;
    }
  }

  /** Cancellation, deadline and progress. */
  public JobControl control() {
    return control;
  }

  /** For a loop of one thread that no other way of stopping reaches. */
  public StopMeter meter() {
    return new StopMeter(control);
  }

  /** Takes what the job lists. */
  public ListingSink sink() {
    return sink;
  }

  /** Runs chunked work on the engine's threads. */
  public CpuScheduler scheduler() {
    return scheduler;
  }

  /** Records a choice of the planner. */
  public void plan(String name, Object value) {
    plan.put(name, value.toString());
  }

  /** What the planner chose. */
  public SortedMap<String, String> plan() {
    return Collections.unmodifiableSortedMap(plan);
  }

  /** Time spent on, or waiting for, orientations. */
  public long prepareNanos() {
    return prepareNanos;
  }

  /** Time of the run without preparation. */
  public long computeNanos() {
    return totalNanos - prepareNanos;
  }
}
