package io.cliquestream.kernels.part;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which ranks of an interval are covered, by disjoint intervals; neighbors are put together. */
final class RootCoverage {
  private final RootRange whole;
  private final TreeMap<Integer, Integer> ends = new TreeMap<>();

  RootCoverage(RootRange whole) {
    this.whole = whole;
  }

  /** Covers an interval unless some of it is covered; returns whether it was not. */
  boolean add(RootRange range) {
    Map.Entry<Integer, Integer> before = ends.floorEntry(range.first());
    Map.Entry<Integer, Integer> after = ends.ceilingEntry(range.first());
    if ((before != null && before.getValue() > range.first())
        || (after != null && after.getKey() < range.end())) {
      return false;
    }
    int first = range.first();
    int end = range.end();
    if (before != null && before.getValue() == first) {
      first = before.getKey();
    }
    if (after != null && after.getKey() == end) {
      end = after.getValue();
      ends.remove(after.getKey());
    }
    ends.put(first, end);
    return true;
  }

  /** Whether every rank is covered. */
  boolean isWhole() {
    return missing().isEmpty();
  }

  /** What is not covered, ascending. */
  List<RootRange> missing() {
    List<RootRange> missing = new ArrayList<>();
    int next = whole.first();
    for (Map.Entry<Integer, Integer> covered : ends.entrySet()) {
      if (covered.getKey() > next) {
        missing.add(new RootRange(next, covered.getKey()));
      }
      next = covered.getValue();
    }
    if (next < whole.end()) {
      missing.add(new RootRange(next, whole.end()));
    }
    return missing;
  }
}
