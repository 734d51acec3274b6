package io.cliquestream.kernels.answer;

import java.util.List;
import java.util.SortedMap;

/**
 * A finished job.
 *
 * @param engine which engine computed it: {@link EngineKind#CPU} or {@link EngineKind#CUDA}
 * @param answer what the job found
 * @param plan what the planner chose, as names and values
 * @param prepareNanos time spent on, or waiting for, orientations; the next two are parts of it
 * @param computeNanos time of the algorithm itself
 * @param copyNanos time that bringing the graph to a device took; 0 on the host
 * @param planNanos time of plans made over the oriented graph before anything was counted
 * @param memory what it took of memory, as far as the engine measures that by itself
 * @param slices those that devices did the job in, in the order of their beginnings, 64 at most
 *     with neighbours merged; of all GPUs of this host that shared it, and of all shards. Empty on
 *     the host, where work is done in thousands of small pieces, and for what other workers did
 */
public record JobOutcome(
    EngineKind engine,
    Answer answer,
    SortedMap<String, String> plan,
    long prepareNanos,
    long computeNanos,
    long copyNanos,
    long planNanos,
    Memory memory,
    List<Slice> slices) {

  /**
   * What a job took of memory, in bytes.
   *
   * @param allocatedHeapBytes that its threads allocated on the heap, all together: it never held
   *     more; 0 where that is not measured
   * @param offHeapBytes most that its working memory off the heap held at a time; graphs and their
   *     orientations, which jobs share, are not in it
   * @param predictedDeviceBytes set aside on a device before it ran there; 0 without one. Of a job
   *     that ran in several pieces the largest, here and in the next
   * @param deviceBytes most that it held on the device at a time, what it left there for other jobs
   *     included
   */
  public record Memory(
      long allocatedHeapBytes, long offHeapBytes, long predictedDeviceBytes, long deviceBytes) {
    /** Nothing was measured. */
    public static final Memory UNKNOWN = new Memory(0, 0, 0, 0);
  }

  /**
   * A bounded launch of a long kernel, or several merged ones with what lay between them.
   *
   * @param startNanos when it began, on this host's {@link System#nanoTime} line: Linux's
   *     CLOCK_MONOTONIC, one clock for all processes of a host, so that a time taken in a device's
   *     own process may be compared with one taken here
   * @param endNanos when its end was seen
   * @param share what it did of its phase's estimated work, by the measure of progress; a job that
   *     takes several phases, or begins again, may do more than 1 in all
   * @param launches how many launches it is
   */
  public record Slice(long startNanos, long endNanos, double share, int launches) {
    /**
     * Both as one.
     *
     * @param other a slice next to this one
     * @return from the first beginning to the last end
     */
    public Slice and(Slice other) {
      return new Slice(
          Math.min(startNanos, other.startNanos),
          Math.max(endNanos, other.endNanos),
          share + other.share,
          launches + other.launches);
    }
  }

  /**
   * An outcome of which neither memory nor slices are known.
   *
   * @param engine which engine computed it
   * @param answer what the job found
   * @param plan what the planner chose, as names and values
   * @param prepareNanos time spent on, or waiting for, orientations
   * @param computeNanos time of the algorithm itself
   * @param copyNanos time that bringing the graph to a device took; 0 on the host
   * @param planNanos time of plans made over the oriented graph
   */
  public JobOutcome(
      EngineKind engine,
      Answer answer,
      SortedMap<String, String> plan,
      long prepareNanos,
      long computeNanos,
      long copyNanos,
      long planNanos) {
    this(
        engine,
        answer,
        plan,
        prepareNanos,
        computeNanos,
        copyNanos,
        planNanos,
        Memory.UNKNOWN,
        List.of());
  }

  /**
   * An outcome of which only the two sums are known.
   *
   * @param engine which engine computed it
   * @param answer what the job found
   * @param plan what the planner chose, as names and values
   * @param prepareNanos time spent on, or waiting for, orientations
   * @param computeNanos time of the algorithm itself
   */
  public JobOutcome(
      EngineKind engine,
      Answer answer,
      SortedMap<String, String> plan,
      long prepareNanos,
      long computeNanos) {
    this(engine, answer, plan, prepareNanos, computeNanos, 0, 0);
  }

  /**
   * {@return the same with another plan}
   *
   * @param other names and values
   */
  public JobOutcome withPlan(SortedMap<String, String> other) {
    return new JobOutcome(
        engine, answer, other, prepareNanos, computeNanos, copyNanos, planNanos, memory, slices);
  }

  /**
   * {@return the same with other slices}
   *
   * @param other in the order of their beginnings
   */
  public JobOutcome withSlices(List<Slice> other) {
    return new JobOutcome(
        engine, answer, plan, prepareNanos, computeNanos, copyNanos, planNanos, memory, other);
  }
}
