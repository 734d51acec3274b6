package io.cliquestream.kernels.cpu.motif;

import io.cliquestream.kernels.cpu.ranked.ExactSum;
import io.cliquestream.kernels.pattern.LocalSum;
import java.math.BigInteger;
import java.util.EnumMap;
import java.util.Map;

/** One exact sum for every {@link LocalSum}; each thread fills its own. */
final class SumTable {
  private final Map<LocalSum, ExactSum> sums = new EnumMap<>(LocalSum.class);

  SumTable() {
    for (LocalSum sum : LocalSum.values()) {
      sums.put(sum, new ExactSum());
    }
  }

  /** The sum to add to. */
  ExactSum at(LocalSum sum) {
    return sums.get(sum);
  }

  /** Adds every sum of another table. */
  void add(SumTable other) {
    sums.forEach((sum, value) -> value.add(other.at(sum)));
  }

  /** The value of a sum. */
  BigInteger value(LocalSum sum) {
    return at(sum).value();
  }
}
