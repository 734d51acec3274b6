package io.cliquestream.kernels.cuda.device;

/**
 * Work on one lane. Called on the lane's thread, with the device's context current. It must be able
 * to run again from its start, since a task that stood beside a fault is run again.
 */
@FunctionalInterface
public interface LaneTask<T> {
  /** Does the work. Everything it enqueued is waited for before the lane takes another task. */
  T run(Lane lane);
}
