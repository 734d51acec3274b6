package io.cliquestream.kernels.change.clique;

import io.cliquestream.kernels.change.ChangedEdges;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.state.CountTable;
import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.bitset.BitMatrix;
import io.cliquestream.kernels.cpu.kclique.search.LeafHistogram;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * Cliques that came and went: for each changed edge, in its stage, the cliques of the subgraph that
 * its ends' common neighbours induce, with two vertices less. DLSY (Dhulipala, Liu, Shun, Yu,
 * Parallel Batch-Dynamic k-Clique Counting, APOCS 2021) count these edges first, too; the small
 * graphs are then the matrices of this library's static counter.
 */
public final class CliqueDelta {
  private final VersionChange change;
  private final StepBudget budget;
  private final int smallest;
  private final int largest;
  private final boolean perVertex;
  private final boolean perEdge;

  /** By size, cliques more. */
  private BigInteger[] bySize = new BigInteger[0];

  private final CountTable byVertex = new CountTable();
  private final CountTable byEdge = new CountTable();

  /** For sizes from {@code smallest}, 3 or more, to {@code largest}. */
  public CliqueDelta(
      VersionChange change,
      StepBudget budget,
      int smallest,
      int largest,
      boolean perVertex,
      boolean perEdge) {
    this.change = change;
    this.budget = budget;
    this.smallest = smallest;
    this.largest = largest;
    this.perVertex = perVertex;
    this.perEdge = perEdge;
  }

  /** Counts. */
  public void run() {
    for (ChangedEdges edges : List.of(change.deleted(), change.inserted())) {
      edges.forParts(
          CliquePolicy.PARALLEL, CliquePolicy.GRAIN, (from, to) -> new Part(edges).count(from, to));
    }
  }

  /** How many more cliques of a size there are. */
  public BigInteger more(int size) {
    return size < bySize.length ? bySize[size] : BigInteger.ZERO;
  }

  /** Largest size of which the number may have changed. */
  int largestChanged() {
    return bySize.length - 1;
  }

  /** By slot, how many cliques more. */
  public CountTable byVertex() {
    return byVertex;
  }

  /** By edge, how many cliques more. */
  public CountTable byEdge() {
    return byEdge;
  }

  private synchronized void add(BigInteger[] more, boolean insertions) {
    if (more.length > bySize.length) {
      int before = bySize.length;
      bySize = Arrays.copyOf(bySize, more.length);
      Arrays.fill(bySize, before, more.length, BigInteger.ZERO);
    }
    for (int size = 0; size < more.length; size++) {
      bySize[size] = insertions ? bySize[size].add(more[size]) : bySize[size].subtract(more[size]);
    }
  }

  /** What one thread does with a range of edges. */
  private final class Part {
    private final ChangedEdges edges;
    private final int sign;
    private final StepBudget.Meter meter = budget.meter();
    private final CommonSubgraph subgraph;
    private final CliqueCounter tally;
    private final PivotCount pivots;
    private final boolean one;
    private LeafHistogram histogram;
    private int histogramSize;
    private long total;
    private final CountTable vertices = perVertex ? new CountTable() : null;
    private final CountTable pairs = perEdge ? new CountTable() : null;

    Part(ChangedEdges edges) {
      this.edges = edges;
      this.sign = edges.inserted() ? 1 : -1;
      this.subgraph =
          new CommonSubgraph(
              edges.stages(),
              meter,
              perEdge ? CliquePolicy.MOST_PAIRED : CliquePolicy.MOST_MEMBERS);
      this.one =
          perVertex || perEdge || (smallest == largest && largest <= CliquePolicy.LARGEST_LISTED);
      this.tally = new CliqueCounter(meter, perVertex);
      this.pivots = new PivotCount(meter);
    }

    void count(int from, int to) {
      for (int rank = from; rank < to; rank++) {
        int low = edges.low(rank);
        int high = edges.high(rank);
        subgraph.stage(rank);
        int members = subgraph.members(low, high);
        if (members + 2 >= smallest) {
          if (one) {
            countOne(low, high, members);
          } else {
            countAll(members);
          }
        }
      }
      meter.tell();
      finish();
    }

    private void countAll(int members) {
      BitMatrix matrix = subgraph.load();
      if (histogram == null || members > histogramSize) {
        flush();
        histogramSize = members + members / 2;
        histogram = new LeafHistogram(histogramSize + 2);
      }
      pivots.count(matrix, 2, largest, histogram);
    }

    private void flush() {
      if (histogram != null) {
        int top = Math.min(largest, histogramSize + 2);
        add(histogram.counts(top, JobControl.unbounded()), edges.inserted());
      }
    }

    private void countOne(int low, int high, int members) {
      int r = largest - 2;
      if (r == 1) {
        triangles(low, high, members);
        return;
      }
      if (r == 2 && !perVertex && !perEdge) {
        total = Math.addExact(total, subgraph.edges());
        return;
      }
      BitMatrix matrix = subgraph.loadUpper();
      long found = tally.count(matrix, r, perEdge);
      total = Math.addExact(total, found);
      if (found == 0) {
        return;
      }
      if (perVertex) {
        vertices.add(low, sign * found);
        vertices.add(high, sign * found);
        for (int i = 0; i < members; i++) {
          addIfAny(vertices, subgraph.slot(i), tally.ofMember(i));
        }
      }
      if (perEdge) {
        pairs.add(CountTable.edge(low, high), sign * found);
        for (int i = 0; i < members; i++) {
          int slot = subgraph.slot(i);
          addIfAny(pairs, CountTable.edge(low, slot), ofMember(i, members, r));
          addIfAny(pairs, CountTable.edge(high, slot), ofMember(i, members, r));
          for (int j = i + 1; j < members; j++) {
            addIfAny(pairs, CountTable.edge(slot, subgraph.slot(j)), tally.ofPair(i, j));
          }
        }
      }
    }

    /** Cliques through a member: each holds r - 1 pairs with it. */
    private long ofMember(int member, int members, int r) {
      long sum = 0;
      for (int other = 0; other < members; other++) {
        if (other != member) {
          sum += tally.ofPair(Math.min(member, other), Math.max(member, other));
        }
      }
      return sum / (r - 1);
    }

    private void triangles(int low, int high, int members) {
      total += members;
      if (members == 0) {
        return;
      }
      if (perVertex) {
        vertices.add(low, (long) sign * members);
        vertices.add(high, (long) sign * members);
      }
      if (perEdge) {
        pairs.add(CountTable.edge(low, high), (long) sign * members);
      }
      for (int i = 0; i < members; i++) {
        if (perVertex) {
          vertices.add(subgraph.slot(i), sign);
        }
        if (perEdge) {
          pairs.add(CountTable.edge(low, subgraph.slot(i)), sign);
          pairs.add(CountTable.edge(high, subgraph.slot(i)), sign);
        }
      }
    }

    private void addIfAny(CountTable to, long key, long count) {
      if (count != 0) {
        to.add(key, sign * count);
      }
    }

    private void finish() {
      if (one) {
        BigInteger[] more = new BigInteger[largest + 1];
        Arrays.fill(more, BigInteger.ZERO);
        more[largest] = BigInteger.valueOf(total);
        add(more, edges.inserted());
      } else {
        flush();
      }
      if (perVertex) {
        synchronized (byVertex) {
          byVertex.addAll(vertices);
        }
      }
      if (perEdge) {
        synchronized (byEdge) {
          byEdge.addAll(pairs);
        }
      }
    }
  }
}
