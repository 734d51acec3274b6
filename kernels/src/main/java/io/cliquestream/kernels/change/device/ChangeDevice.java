package io.cliquestream.kernels.change.device;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.PreparedGraph;
import java.util.Optional;

/**
 * A device that holds copies of graphs, takes batches of changes and counts what they did. What it
 * holds may go at any time: for want of memory, or with its process. Safe for use by any number of
 * threads, one call for a copy at a time.
 */
public interface ChangeDevice {
  /** {@return whether it takes calls now} */
  boolean isReady();

  /** {@return what it is expected to take, and what it refuses} */
  DeviceCosts costs();

  /**
   * Makes a copy of a graph, whose vertices are the copy's first ids.
   *
   * @param copy a number that no other copy had
   * @param mostIds bound of the ids that later batches name
   * @param graph read during the call alone
   * @param control of the job that waits; may end the call
   * @throws io.cliquestream.kernels.failure.ComputeException when it cannot be held
   */
  void load(long copy, PreparedGraph graph, int mostIds, JobControl control);

  /**
   * Takes a copy further and counts. After anything but an answer the copy is of no use.
   *
   * @param copy as it was given to {@link #load}
   * @param step the batch, where it leads from, and what is counted of it
   * @param control of the job that waits; may end the call
   * @return empty when there is no such copy, or it has not taken as many batches as expected
   * @throws io.cliquestream.kernels.failure.ComputeException when it cannot be done
   */
  Optional<ChangeCounts> count(long copy, ChangeStep step, JobControl control);

  /**
   * Lets a copy go; does nothing for one that is gone. Does not fail.
   *
   * @param copy as it was given to {@link #load}
   */
  void drop(long copy);
}
