package io.cliquestream.kernels.cpu.kclique.search;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.ranked.ExactSum;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What pivoting found, without a single big number while it runs: how often each kind of leaf
 * occurred. A leaf with h held and p pivot vertices stands for x^h · (1 + x)^p, where the
 * coefficient of x^k counts k-cliques (Jain and Seshadhri, Pivoter, section 4). A set of s disjoint
 * non-edges on top multiplies by (1 + 2x)^s: of each pair none, or either one.
 *
 * <p>Counters are longs that spill into big integers before they overflow, so the result is exact
 * for any graph. Rows grow to the largest p seen: at most (D+2)²/2 longs for out-degree D, since h
 * + p ≤ D + 1; in practice a small part of it. For one thread; threads' histograms are merged.
 */
public final class LeafHistogram {
  private record Cell(int held, int pivots) {}

  private record Pairs(int held, int pivots, int pairs) {}

  private final long[][] rows;
  private final Map<Cell, BigInteger> spilled = new HashMap<>();
  private final Map<Pairs, BigInteger> manyPairs = new HashMap<>();
  private final ExactSum missing = new ExactSum();
  private final long[][] pairFactors;
  private int largestPivots;

  /** For leaves of at most {@code largestClique} vertices. */
  public LeafHistogram(int largestClique) {
    rows = new long[largestClique + 2][];
    pairFactors = new long[KCliquePolicy.EXPANDED_PAIRS + 1][];
    for (int pairs = 0; pairs <= KCliquePolicy.EXPANDED_PAIRS; pairs++) {
      pairFactors[pairs] = new long[pairs + 1];
      for (int i = 0; i <= pairs; i++) {
        long one = i == pairs ? 0 : pairFactors[pairs - 1][i];
        long two = i == 0 ? 0 : 2 * pairFactors[pairs - 1][i - 1];
        pairFactors[pairs][i] = pairs == 0 ? 1 : one + two;
      }
    }
  }

  /** One leaf. */
  public void leaf(int held, int pivots) {
    add(held, pivots, 1);
  }

  /** A leaf with disjoint non-edges among further vertices. */
  public void leafWithPairs(int held, int pivots, int pairs) {
    if (pairs > KCliquePolicy.EXPANDED_PAIRS) {
      manyPairs.merge(new Pairs(held, pivots, pairs), BigInteger.ONE, BigInteger::add);
      return;
    }
    long[] factors = pairFactors[pairs];
    for (int i = 0; i <= pairs; i++) {
      add(held + i, pivots, factors[i]);
    }
  }

  /** Leaves with i further held vertices, {@code times[i]} of them, for i up to {@code degree}. */
  public void leafTimes(int held, int pivots, long[] times, int degree) {
    for (int i = 0; i <= degree; i++) {
      add(held + i, pivots, times[i]);
    }
  }

  /** The same with numbers of any size. */
  public void leafTimes(int held, int pivots, BigInteger[] times) {
    for (int i = 0; i < times.length; i++) {
      if (times[i].bitLength() < Long.SIZE) {
        add(held + i, pivots, times[i].longValue());
      } else {
        spill(held + i, pivots, times[i]);
      }
    }
  }

  /** Cliques of the largest size wanted that earlier leaves stood for but that do not exist. */
  public void subtractFromLargest(long cliques) {
    missing.add(cliques);
  }

  private void add(int held, int pivots, long times) {
    long[] row = rows[held];
    if (row == null || pivots >= row.length) {
      row = grow(held, pivots);
    }
    long sum = row[pivots] + times;
    if (sum < 0) {
      spill(held, pivots, BigInteger.valueOf(row[pivots]).add(BigInteger.valueOf(times)));
      sum = 0;
    }
    row[pivots] = sum;
  }

  private long[] grow(int held, int pivots) {
    long[] row = rows[held];
    int length = Math.max(16, pivots + 1 + pivots / 2);
    row = row == null ? new long[length] : Arrays.copyOf(row, length);
    rows[held] = row;
    largestPivots = Math.max(largestPivots, length - 1);
    return row;
  }

  private void spill(int held, int pivots, BigInteger value) {
    spilled.merge(new Cell(held, pivots), value, BigInteger::add);
  }

  /** Takes in what another thread counted. */
  public void merge(LeafHistogram other) {
    for (int held = 0; held < other.rows.length; held++) {
      long[] row = other.rows[held];
      for (int pivots = 0; row != null && pivots < row.length; pivots++) {
        if (row[pivots] != 0) {
          add(held, pivots, row[pivots]);
        }
      }
    }
    other.spilled.forEach((cell, value) -> spill(cell.held, cell.pivots, value));
    other.manyPairs.forEach((pairs, value) -> manyPairs.merge(pairs, value, BigInteger::add));
    missing.add(other.missing);
  }

  /**
   * Number of cliques by size, 0 … {@code largest}: Σ x^h (1+x)^p by Horner's rule in (1 + x), cut
   * off above x^largest. Costs largest · (largest p) additions.
   */
  public BigInteger[] counts(int largest, JobControl control) {
    int top = Math.min(largest, rows.length - 1);
    int highest = largestPivots;
    Map<Integer, BigInteger[]> further = furtherTerms(top);
    for (int pivots : further.keySet()) {
      highest = Math.max(highest, pivots);
    }
    BigInteger[] counts = new BigInteger[top + 1];
    Arrays.fill(counts, BigInteger.ZERO);
    int degree = 0;
    for (int pivots = highest; pivots >= 0; pivots--) {
      control.checkStopped();
      if (degree > 0 || counts[0].signum() != 0) {
        degree = Math.min(top, degree + 1);
      }
      for (int j = degree; j >= 1; j--) {
        counts[j] = counts[j].add(counts[j - 1]);
      }
      BigInteger[] terms = further.get(pivots);
      for (int held = 0; held <= top; held++) {
        long[] row = rows[held];
        BigInteger term = terms == null || terms[held] == null ? BigInteger.ZERO : terms[held];
        if (row != null && pivots < row.length) {
          term = term.add(BigInteger.valueOf(row[pivots]));
        }
        if (term.signum() != 0) {
          counts[held] = counts[held].add(term);
          degree = Math.max(degree, held);
        }
      }
    }
    if (top == largest) {
      counts[top] = counts[top].subtract(missing.value());
    }
    return counts;
  }

  /** What the plain counters do not hold, as terms x^h by p. */
  private Map<Integer, BigInteger[]> furtherTerms(int top) {
    Map<Integer, BigInteger[]> terms = new HashMap<>();
    spilled.forEach((cell, value) -> addTerm(terms, top, cell.held, cell.pivots, value));
    manyPairs.forEach(
        (pairs, value) -> {
          BigInteger factor = value;
          for (int i = 0; i <= pairs.pairs && pairs.held + i <= top; i++) {
            addTerm(terms, top, pairs.held + i, pairs.pivots, factor);
            factor =
                factor
                    .multiply(BigInteger.valueOf(2L * (pairs.pairs - i)))
                    .divide(BigInteger.valueOf(i + 1L));
          }
        });
    return terms;
  }

  private static void addTerm(
      Map<Integer, BigInteger[]> terms, int top, int held, int pivots, BigInteger value) {
    if (held <= top) {
      BigInteger[] row = terms.computeIfAbsent(pivots, key -> new BigInteger[top + 1]);
      row[held] = row[held] == null ? value : row[held].add(value);
    }
  }
}
