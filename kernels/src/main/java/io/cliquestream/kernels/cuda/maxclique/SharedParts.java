package io.cliquestream.kernels.cuda.maxclique;

import io.cliquestream.kernels.cuda.share.Share;
import java.util.function.UnaryOperator;

/**
 * What one device does of a search for one maximum clique that several share: parts of the roots,
 * every so many-th each, so that every part has its share of the largest.
 *
 * <p>All devices know of one bound. A clique that one of them finds raises it, and between two
 * slices the others hear of that. Every size that the bound has had is that of a clique which some
 * device keeps, or has given up for a larger one: so the largest is kept when all parts are
 * searched.
 */
final class SharedParts {
  private final DeviceSearch search;
  private final Share share;
  private final UnaryOperator<int[]> verified;
  private final int upper;
  private int[] largest;

  /**
   * What is left of a search.
   *
   * @param verified checks a clique
   * @param largest a clique that this device has found before; empty for none
   * @param upper no clique of the graph has more vertices
   */
  SharedParts(
      DeviceSearch search, Share share, UnaryOperator<int[]> verified, int[] largest, int upper) {
    this.search = search;
    this.share = share;
    this.verified = verified;
    this.largest = largest;
    this.upper = upper;
  }

  /** Searches the parts that this device gets. */
  void run() {
    int parts = DeviceMaximumPolicy.PARTS_PER_DEVICE * Math.max(1, share.devices());
    share.raise(largest.length);
    long done = 0;
    for (int part = share.take(0, parts); part >= 0; part = share.take(0, parts)) {
      search.startPart(part, parts, Math.max(largest.length, share.bound()), upper);
      while (!search.run(0)) {
        share.raise(search.bound());
        search.raise(share.bound());
      }
      share.raise(search.bound());
      keep();
      done++;
    }
    share.did(0, done, parts);
  }

  /** Keeps what the present part has found so far; after a stop, too. */
  void keep() {
    search.found().ifPresent(clique -> largest = verified.apply(clique));
  }

  /** The largest clique that this device has kept, empty for none. */
  int[] largest() {
    return largest;
  }

  /** No clique of the graph has more vertices. */
  int upper() {
    return Math.max(upper, largest.length);
  }
}
