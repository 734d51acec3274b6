package io.cliquestream.kernels.cuda.maxclique;

import io.cliquestream.kernels.cuda.share.Share;
import java.math.BigInteger;

/**
 * What one device does of a count of all maximum cliques that several share: parts of the roots,
 * every so many-th each. The clique number is known, so that no device waits for another's bound;
 * each clique is of one root, so counts add up.
 *
 * @param search for all cliques
 * @param size of a maximum clique
 */
record SharedCount(DeviceSearch search, Share share, int size) {
  /** Counts the parts that this device gets. */
  BigInteger run() {
    int parts = DeviceMaximumPolicy.PARTS_PER_DEVICE * Math.max(1, share.devices());
    BigInteger count = BigInteger.ZERO;
    long done = 0;
    for (int part = share.take(0, parts); part >= 0; part = share.take(0, parts)) {
      search.startPart(part, parts, size - 1, size);
      var _ = search.run(Long.MAX_VALUE);
      count = count.add(BigInteger.valueOf(search.counted()));
      done++;
    }
    share.did(0, done, parts);
    return count;
  }
}
