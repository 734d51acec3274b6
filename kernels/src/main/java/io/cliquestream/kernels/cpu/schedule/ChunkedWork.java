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

  /**
   * Whether it is done sooner than another thread wakes up, so that the caller's own thread does
   * all of it. Such a work must not recurse: that thread's stack may be an ordinary one.
   */
  default boolean isSmall() {
    return false;
  }

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
