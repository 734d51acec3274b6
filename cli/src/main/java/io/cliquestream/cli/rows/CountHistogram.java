package io.cliquestream.cli.rows;

import io.cliquestream.v1.Count;
import io.cliquestream.v1.ResultPage;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How many vertices have how large a count: zero, one, two to three, four to seven, and so on to
 * powers of two; the entries of pages by vertex, or numbers one by one.
 */
public final class CountHistogram {
  private long[] buckets = new long[65];

  /** Adds the counts by vertex of a page, if it has some. */
  public void add(ResultPage page) {
    if (page.getContentCase() == ResultPage.ContentCase.VERTEX_COUNTS) {
      for (Count count : page.getVertexCounts().getCountsList()) {
        add(bits(count));
      }
    }
  }

  /** Adds a number of 0 or more. */
  public void add(long number) {
    add(Long.SIZE - Long.numberOfLeadingZeros(number));
  }

  private void add(int bits) {
    if (bits >= buckets.length) {
      buckets = Arrays.copyOf(buckets, Math.max(bits + 1, 2 * buckets.length));
    }
    buckets[bits]++;
  }

  private static int bits(Count count) {
    if (!count.getBeyond128Bits().isEmpty()) {
      return new BigInteger(1, count.getBeyond128Bits().toByteArray()).bitLength();
    }
    return count.getHigh() != 0
        ? 128 - Long.numberOfLeadingZeros(count.getHigh())
        : Long.SIZE - Long.numberOfLeadingZeros(count.getLow());
  }

  /** Whether nothing was added. */
  public boolean isEmpty() {
    return Arrays.stream(buckets).allMatch(bucket -> bucket == 0);
  }

  /**
   * A bar of the histogram.
   *
   * @param label the counts in it, such as 4–7
   * @param vertices how many have such a count
   */
  public record Bucket(String label, long vertices) {}

  /** The buckets from the first to the last that is not empty. */
  public List<Bucket> bars() {
    int first = 0;
    int last = buckets.length - 1;
    while (first < last && buckets[first] == 0) {
      first++;
    }
    while (last > first && buckets[last] == 0) {
      last--;
    }
    List<Bucket> bars = new ArrayList<>();
    for (int bits = first; bits <= last; bits++) {
      bars.add(new Bucket(label(bits), buckets[bits]));
    }
    return bars;
  }

  private static String label(int bits) {
    if (bits <= 1) {
      return Integer.toString(bits);
    }
    // Beyond 2^40 the digits tell less than the power.
    return bits > 40 ? "2^" + (bits - 1) + "…" : (1L << (bits - 1)) + "–" + ((1L << bits) - 1);
  }
}
