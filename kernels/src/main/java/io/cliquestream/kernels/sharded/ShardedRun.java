package io.cliquestream.kernels.sharded;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.answer.WideListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * One run of a job on a graph: gives the job's algorithm its shards one after another, and runs on
 * an engine what the algorithm wants to know of them. Used by one thread.
 */
final class ShardedRun {
  private final RootedGraph graph;
  private final PartRunner engine;
  private final ShardRoom room;
  private final JobControl control;
  private final WideListingSink sink;
  private final Parallelism parallelism;
  private final SortedMap<String, String> plan = new TreeMap<>();
  private final long startNanos = System.nanoTime();
  private EngineKind kind = EngineKind.CPU;
  private long computeNanos;
  private long shards;
  private long mostVertices;
  private long mostBytes;

  ShardedRun(
      RootedGraph graph,
      PartRunner engine,
      ShardRoom room,
      JobControl control,
      WideListingSink sink) {
    this.graph = graph;
    this.engine = engine;
    this.room = room;
    this.control = control;
    this.sink = sink;
    this.parallelism = Parallelism.available().until(control);
  }

  RootedGraph graph() {
    return graph;
  }

  JobControl control() {
    return control;
  }

  /** Takes what the job lists, as vertices of the whole graph. */
  WideListingSink sink() {
    return sink;
  }

  /** How shards and their parts are built. */
  Parallelism parallelism() {
    return parallelism;
  }

  /** For a loop of the calling thread. */
  StopMeter meter() {
    return parallelism.meter();
  }

  /** Records a choice. */
  void plan(String name, Object value) {
    plan.put(name, value.toString());
  }

  /** Works on one shard. */
  @FunctionalInterface
  interface ShardTask {
    /**
     * Works on a shard, which is closed afterwards. Until it has run the shard on the engine, and
     * the shard without its roots where it does, it takes nothing of what it learns for good: a
     * shard that the engine cannot hold is cut again.
     *
     * @param work its share of the run's work
     * @return whether further shards are wanted
     */
    boolean shard(Shard shard, double work);
  }

  /** Takes what an engine said about a shard's graph, or a part of it. */
  @FunctionalInterface
  interface SignedAnswer {
    /**
     * Takes an answer.
     *
     * @param part whose ids are vertices of the whole graph
     * @param plus whether the answer is to be added; else to be taken away
     */
    void answer(Graph part, Answer answer, boolean plus);
  }

  /**
   * Gives every shard with an edge to a task.
   *
   * @param radius steps from a root that a shard holds
   * @param minimumDegree asked before each shard: vertices of smaller degree are left out
   * @param task sees the shards from the largest degrees to the smallest
   */
  void forEachShard(int radius, LongSupplier minimumDegree, ShardTask task) {
    long least = graph.firstOfDegree(minimumDegree.getAsLong());
    control.beginPhase(Phase.COMPUTING, work(least, graph.vertexCount()));
    try (ShardCutter cutter = new ShardCutter(graph, room, radius, parallelism)) {
      boolean wanted = true;
      while (wanted) {
        long end = cutter.end();
        Optional<Shard> next = cutter.next(minimumDegree.getAsLong());
        if (next.isEmpty()) {
          break;
        }
        try (Shard shard = next.get()) {
          double work = work(cutter.end(), end);
          if (shard.graph().vertexCount() == 0) {
            control.workDone(work);
          } else {
            wanted = given(cutter, shard, task, work);
          }
        }
      }
    }
  }

  /** Gives a shard to a task, or back to the cutter when the engine cannot hold it. */
  private boolean given(ShardCutter cutter, Shard shard, ShardTask task, double work) {
    try {
      boolean wanted = task.shard(shard, work);
      shards++;
      Graph part = shard.graph();
      mostVertices = Math.max(mostVertices, part.vertexCount());
      mostBytes = Math.max(mostBytes, room.bytes(part.vertexCount(), part.edgeCount()));
      return wanted;
    } catch (ShardRefused refused) {
      cutter.refuse(shard, refused);
      return true;
    }
  }

  /** Runs a job on every shard with and without its roots: what the roots bring is the rest. */
  void forEachDifference(int radius, int minimumDegree, Job job, SignedAnswer answers) {
    forEachShard(
        radius,
        () -> minimumDegree,
        (shard, work) -> {
          Answer with = run(shard.prepared(), job, ListingSink.NONE, work / 2);
          shard.prepared().releaseOrientations();
          try (PreparedGraph.Owned without = shard.withoutRoots(parallelism)) {
            if (without.graph().vertexCount() == 0) {
              control.workDone(work / 2);
              answers.answer(shard.graph(), with, true);
            } else {
              Answer rest = run(without, job, ListingSink.NONE, work / 2);
              answers.answer(shard.graph(), with, true);
              answers.answer(without.graph(), rest, false);
            }
          }
          return true;
        });
  }

  /** The work of the roots between two positions: their neighbours. */
  private double work(long first, long end) {
    StopMeter meter = meter();
    double sum = 0;
    for (long position = first; position < end; position++) {
      meter.work(4);
      sum += graph.degree(graph.atPosition(position));
    }
    return sum;
  }

  /**
   * Runs a job on a shard's graph or a part of it.
   *
   * @param work its share of the run's work
   */
  Answer run(PreparedGraph part, Job job, ListingSink partSink, double work) {
    return run(part, job, partSink, control.part(work));
  }

  /**
   * The same under a control made before, by which {@code partSink} can end it alone.
   *
   * @throws StoppedException with what is proven about the part alone
   * @throws ShardRefused when the engine cannot hold the part, and has listed nothing of it
   */
  Answer run(PreparedGraph part, Job job, ListingSink partSink, JobControl partControl) {
    boolean[] listed = {false};
    ListingSink noting =
        vertices -> {
          listed[0] = true;
          partSink.accept(vertices);
        };
    JobOutcome outcome;
    try {
      outcome = engine.run(part, job, partControl, noting);
    } catch (ComputeException e) {
      if (e.code() == FailureCode.JOB_MEMORY_EXCEEDED && !listed[0]) {
        throw new ShardRefused(e);
      }
      throw e;
    }
    partControl.finishPart();
    outcome.slices().forEach(partControl::slice);
    kind = outcome.engine();
    computeNanos += outcome.computeNanos();
    plan.putAll(outcome.plan());
    return outcome.answer();
  }

  /** The finished run. */
  JobOutcome outcome(Answer answer) {
    plan("shards", shards);
    plan("shard-vertices", mostVertices);
    plan("shard-bytes", mostBytes);
    long total = System.nanoTime() - startNanos;
    return new JobOutcome(kind, answer, plan, total - computeNanos, computeNanos)
        .withSlices(control.slices());
  }
}
