package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import io.cliquestream.kernels.job.KCliqueMethod;

/**
 * One way to count cliques of some sizes on one graph. Before anything runs it says how much memory
 * it takes; {@link #bind} gives it the memory, which several kernels may use in turn.
 */
public sealed interface CliqueKernel permits OurKernel, PaperKernel {
  /** How subtrees are counted. */
  KCliqueMethod method();

  /** Smallest size that is counted; with orientation the only one. */
  int least();

  /** In words, for plans and logs. */
  String text();

  /** Device bytes of a count. */
  long bytes();

  /** Lays the count out in memory of {@link #bytes} or more. */
  void bind(DeviceMemory memory);

  /** The C library's {@code cs_clique_work}, once bound. */
  NativeRecord work();

  /** What all slices together report as done; may wait for the lane. */
  double units();

  /** Enqueues what writes the units of work of all slices together. */
  void enqueueUnits(long deviceUnits);

  /** Roots, or tasks, of which a slice takes every so-manieth. */
  long tasks();

  /** Whether a launch of it heeds a pause, and another one goes on. */
  boolean isPausable();

  /** Enqueues one slice; must not wait. */
  void enqueue(NativeRecord slice);
}
