package io.cliquestream.kernels.cuda.share;

/** How jobs are divided among devices. */
public final class SharePolicy {
  /**
   * Shortest predicted time of a job that is divided: others have to be told of it, and to make
   * their own order of the graph.
   */
  public static final long WORTH_NANOS = 40_000_000;

  /** A piece should take so long: it costs a launch and the tail of its last blocks. */
  private static final double PIECE_NANOS = 4e6;

  /** Pieces for each device at most: the last to end works alone for a piece. */
  private static final int MOST_PIECES = 48;

  /** And at least, so that a device that joins late finds some. */
  private static final int LEAST_PIECES = 4;

  /**
   * Launches that a device enqueues ahead of the one that runs: each is a piece that the others do
   * not get at the end.
   */
  public static final int AHEAD = 2;

  private SharePolicy() {}

  /** Pieces of a phase of so many predicted nanoseconds on one device. */
  public static int pieces(double nanos, int devices) {
    return devices * (int) Math.clamp(nanos / PIECE_NANOS / devices, LEAST_PIECES, MOST_PIECES);
  }
}
