package io.cliquestream.kernels.cuda.enumerate;

/**
 * The roots of one search that a device hands out: all of them, or range after range. A range ends
 * when all its roots are handed out; what the search makes of them may still be under way when the
 * next one begins, so that the device never runs dry between two.
 */
final class SearchRoots {
  private final SharedSearches job;
  private final int phase;
  private final int firstPiece;
  private long roots;
  private long first;
  private long end;

  /** Roots of ranges that have ended. */
  private long before;

  /**
   * Roots of a search that other devices may take part in.
   *
   * @param firstPiece which this device has taken; -1 for all roots, as long as they are not shared
   */
  SearchRoots(SharedSearches job, int phase, int firstPiece) {
    this.job = job;
    this.phase = phase;
    this.firstPiece = firstPiece;
  }

  /** All roots of a search that no other device takes part in. */
  static SearchRoots all() {
    return new SearchRoots(null, 0, -1);
  }

  /** To be called first, when it is known how many roots there are. */
  void begin(long allRoots) {
    roots = allRoots;
    if (firstPiece < 0) {
      end = roots;
    } else {
      take(firstPiece);
    }
  }

  /** Whether the range is all roots. */
  boolean isWhole() {
    return first == 0 && end == roots;
  }

  /** Whether it has none: no piece is left. */
  boolean isEmpty() {
    return first == end;
  }

  /** Its first root. */
  long first() {
    return first;
  }

  /** Past its last root. */
  long end() {
    return end;
  }

  /** How many roots this device has handed out, when its present range has come to a place. */
  long done(long taken) {
    return before + Math.max(0, taken - first);
  }

  /**
   * Goes on to the next range when the present one has ended, which an offer to other devices may
   * bring about.
   *
   * @param taken the roots of the range before this one are handed out
   * @return whether the search must be told of the range that this left
   */
  boolean advance(long taken) {
    if (job == null || isEmpty()) {
      return false;
    }
    boolean cut = job.offer(phase, taken, roots) && taken < end;
    if (cut) {
      end = taken;
    }
    if (taken < end) {
      return false;
    }
    before += end - first;
    first = end;
    take(job.next(phase));
    return cut || !isEmpty();
  }

  /** The range of a piece, or of the next one that has roots. */
  private void take(int next) {
    long from = job.cutFrom(phase);
    int pieces = job.pieces(phase);
    for (int piece = next; piece >= 0; piece = job.next(phase)) {
      long start = from + before(roots - from, piece, pieces);
      long stop = from + before(roots - from, piece + 1, pieces);
      if (start < stop) {
        first = start;
        end = stop;
        return;
      }
    }
  }

  /** Roots before a piece. */
  private static long before(long roots, int piece, int pieces) {
    return roots / pieces * piece + roots % pieces * piece / pieces;
  }

  /** Says how many roots this device has done, once nothing of them is under way. */
  void did(long taken) {
    if (job != null) {
      job.did(phase, done(taken), roots);
    }
  }
}
