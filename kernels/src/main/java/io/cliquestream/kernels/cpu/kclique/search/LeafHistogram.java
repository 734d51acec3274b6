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
 * for any graph. Columns grow to the largest h seen: at most (D+2)²/2 longs for out-degree D, since
 * h + p ≤ D + 1; in practice a small part of it. For one thread; threads' histograms are merged.
 */
public final class LeafHistogram {
  private record Cell(int held, int pivots) {}

  private record Pairs(int held, int pivots, int pairs) {}

  /** By pivots, then by held vertices: what one leaf adds to lies side by side. */
  private final long[][] columns;

  private final Map<Cell, BigInteger> spilled = new HashMap<>();
  private final Map<Pairs, BigInteger> manyPairs = new HashMap<>();
  private final ExactSum missing = new ExactSum();
  private final long[][] pairFactors;
  private int largestPivots;

  /** For leaves of at most {@code largestClique} vertices. */
  public LeafHistogram(int largestClique) {
    columns = new long[largestClique + 2][];
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

  /** A leaf with cliques among further vertices, of numbers as {@link SmallCliques} has them. */
  void leafWithCliques(int held, int pivots, long low, long high) {
    add(held, pivots, 1);
    int size = held;
    for (long rest = low; rest != 0; rest >>>= SmallCliques.FIELD) {
      add(++size, pivots, rest & SmallCliques.FIELD_MASK);
    }
    size = held + SmallCliques.SIZES;
    for (long rest = high; rest != 0; rest >>>= SmallCliques.FIELD) {
      add(++size, pivots, rest & SmallCliques.FIELD_MASK);
    }
  }

  /** Cliques of the largest size wanted that earlier leaves stood for but that do not exist. */
  public void subtractFromLargest(long cliques) {
    missing.add(cliques);
  }

  private void add(int held, int pivots, long times) {
    long[] column = columns[pivots];
    if (column == null || held >= column.length) {
      column = grow(held, pivots);
    }
    long sum = column[held] + times;
    if (sum < 0) {
      spill(held, pivots, BigInteger.valueOf(column[held]).add(BigInteger.valueOf(times)));
      sum = 0;
    }
    column[held] = sum;
  }

  private long[] grow(int held, int pivots) {
    long[] column = columns[pivots];
    int length = Math.max(16, held + 1 + held / 2);
    column = column == null ? new long[length] : Arrays.copyOf(column, length);
    columns[pivots] = column;
    largestPivots = Math.max(largestPivots, pivots);
    return column;
  }

  private void spill(int held, int pivots, BigInteger value) {
    spilled.merge(new Cell(held, pivots), value, BigInteger::add);
  }

  /** Takes in what another thread counted. */
  public void merge(LeafHistogram other) {
    for (int pivots = 0; pivots <= other.largestPivots; pivots++) {
      long[] column = other.columns[pivots];
      for (int held = 0; column != null && held < column.length; held++) {
        if (column[held] != 0) {
          add(held, pivots, column[held]);
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
    int top = Math.min(largest, columns.length - 1);
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
      long[] column = pivots < columns.length ? columns[pivots] : null;
      for (int held = 0; held <= top; held++) {
        BigInteger term = terms == null || terms[held] == null ? BigInteger.ZERO : terms[held];
        if (column != null && held < column.length) {
          term = term.add(BigInteger.valueOf(column[held]));
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
