package io.cliquestream.worker.jobs.exchange;

import java.util.Base64;
import java.util.BitSet;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Writes the offsets finished above a partition's watermark into the metadata of its committed
 * offset, and reads them back: {@code "1:"} and the bits of {@code offset - watermark}, least
 * significant first, in URL-safe Base64. A window of 16,384 offsets takes at most 2,734 characters
 * of the broker's 4,096.
 */
public final class FinishedOffsets {
  private static final String FORMAT = "1:";

  private FinishedOffsets() {}

  public static String encode(long watermark, NavigableSet<Long> finished) {
    if (finished.isEmpty()) {
      return "";
    }
    var bits = new BitSet();
    for (long offset : finished) {
      bits.set(Math.toIntExact(offset - watermark));
    }
    return FORMAT + Base64.getUrlEncoder().withoutPadding().encodeToString(bits.toByteArray());
  }

  /** Metadata that somebody else wrote stands for nothing finished. */
  public static NavigableSet<Long> decode(long watermark, String metadata) {
    var finished = new TreeSet<Long>();
    if (metadata == null || !metadata.startsWith(FORMAT)) {
      return finished;
    }
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(metadata.substring(FORMAT.length()));
    } catch (IllegalArgumentException foreign) {
      return finished;
    }
    BitSet.valueOf(bytes).stream().forEach(bit -> finished.add(watermark + bit));
    return finished;
  }
}
