package io.cliquestream.kernels.cpu.schedule;

/**
 * Work cut into chunks that any thread may do in any order.
 *
 * @param <S> what one thread accumulates while it works: scratch memory and partial sums
 */
public interface ChunkedWork<S> {
  /** Number of chunks. */
  long chunkCount();

  /** Estimated cost of a chunk in the job's own unit; their sum is the job's estimated work. */
  double cost(long chunk);

  /** A state for one thread; called at most once for each thread of the scheduler. */
  S newState();

  /** Does one chunk. Takes some milliseconds, or asks {@link Slice} whether to split itself. */
  void process(long chunk, S state, Slice<S> slice);

  /** Takes in the state of one thread after everything is done; called by one thread. */
  void merge(S state);

  /**
   * The same for a job that was stopped: takes in what a thread's state proves although chunks were
   * left in their midst. Takes nothing unless it says otherwise.
   */
  default void mergeStopped(S state) {}
}
