package io.cliquestream.kernels.cuda.share;

/** How jobs are divided among devices. */
public final class SharePolicy {
  /**
   * Shortest predicted time of a job that is divided: others have to be told of it, and to make
   * their own order of the graph.
   */
  public static final long WORTH_NANOS = 40_000_000;

  /**
   * Time of a piece of a search, whose last roots leave most of the device idle for 8 to 19 ms
   * (6-cliques of rmat20, 8-cliques of rmat18, H200).
   */
  public static final double SEARCH_PIECE_NANOS = 80e6;

  /** The same where a piece can pause while others want the device: fewer ones make less anew. */
  public static final double LONG_PIECE_NANOS = 800e6;

  /** Time of a piece where all roots are short. */
  public static final double FLAT_PIECE_NANOS = 4e6;

  /** Pieces for each device at least, so that one that joins late finds some. */
  private static final int LEAST_PIECES = 4;

  /**
   * Launches that a device enqueues ahead of the one that runs: each is a piece that the others do
   * not get at the end.
   */
  public static final int AHEAD = 2;

  private SharePolicy() {}

  /**
   * Pieces of a phase: as many for each device.
   *
   * @param nanos predicted time of the phase on one device
   * @param pieceNanos time that a piece should take
   * @param most pieces of the phase
   */
  public static int pieces(double nanos, double pieceNanos, int devices, int most) {
    double each = Math.ceil(nanos / pieceNanos / devices);
    return devices * (int) Math.clamp(each, LEAST_PIECES, Math.max(LEAST_PIECES, most / devices));
  }
}
