package io.cliquestream.kernels.cpu.match;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A range of roots in a listing: the matches found and not yet given to the sink, and the last
 * match found, from which the search goes on when the buffer was full. Used by one thread at a
 * time.
 */
final class ListingRange {
  final int firstRoot;
  final int endRoot;
  final Deque<int[]> found = new ArrayDeque<>();

  /** Bound vertices of the last match found; null before the first. */
  int[] last;

  boolean finished;

  ListingRange(int firstRoot, int endRoot) {
    this.firstRoot = firstRoot;
    this.endRoot = endRoot;
  }
}
