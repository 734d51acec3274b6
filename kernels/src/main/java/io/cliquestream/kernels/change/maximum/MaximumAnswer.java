package io.cliquestream.kernels.change.maximum;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.change.ChangedEdges;
import io.cliquestream.kernels.change.GraphVersion;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.clique.CommonSubgraph;
import io.cliquestream.kernels.change.rows.ChangedArcs;
import io.cliquestream.kernels.change.rows.RowView;
import io.cliquestream.kernels.change.state.EdgeOrder;
import io.cliquestream.kernels.change.state.MaintainedAnswer;
import io.cliquestream.kernels.change.state.StateReader;
import io.cliquestream.kernels.change.state.StateWriter;
import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.change.state.StepForecast;
import io.cliquestream.kernels.job.MaximumClique;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The clique number with a clique that proves it, or all maximum cliques, kept while edges change.
 *
 * <p>A larger clique must hold an inserted edge, so only the common neighbours of inserted edges
 * are searched, for one vertex more than there were (for as many where all are wanted), and most of
 * them are too few to look at. A deleted edge matters where a kept clique holds it: with another
 * one left nothing has to be done; without any, and without an inserted edge that makes up for it,
 * the size may have fallen anywhere and the engine counts anew.
 *
 * <p>All maximum cliques are kept up to a bound; beyond it every change that can matter counts
 * anew.
 */
public final class MaximumAnswer implements MaintainedAnswer {
  /** Most cliques kept. */
  private static final int MOST_KEPT = 4_096;

  private static final int MOST_MEMBERS = 1 << 14;
  private static final int GRAIN = 32;
  private static final int PARALLEL = 128;

  private final MaximumClique job;
  private int size;
  private BigInteger count = BigInteger.ZERO;

  /** Slots, ascending. */
  private List<int[]> cliques = List.of();

  /** Whether {@link #cliques} holds every one of that size. */
  private boolean complete;

  /** An answer to a job; see {@link #adopt}. */
  public MaximumAnswer(MaximumClique job) {
    this.job = job;
  }

  /** The job that an engine is to run so that everything needed is in its answer. */
  public static MaximumClique complete(MaximumClique job) {
    return job.all() && job.limit() < MOST_KEPT
        ? new MaximumClique(true, MOST_KEPT, job.heuristic(), job.search(), job.breadthFirst())
        : job;
  }

  @Override
  public void adopt(Answer answer, GraphVersion version) {
    Answer.Maximum known = (Answer.Maximum) answer;
    EdgeOrder order = EdgeOrder.of(version.rows());
    size = known.cliqueNumber();
    count = known.count().orElse(BigInteger.ZERO);
    List<int[]> kept = new ArrayList<>();
    for (int[] clique : known.cliques()) {
      int[] slots = Arrays.stream(clique).map(order::slot).toArray();
      Arrays.sort(slots);
      kept.add(slots);
    }
    cliques = kept;
    complete = job.all() && count.equals(BigInteger.valueOf(kept.size()));
  }

  @Override
  public double predict(VersionChange change) {
    return StepForecast.commonNeighbors(change);
  }

  @Override
  public Runnable advance(VersionChange change, StepBudget budget) {
    List<int[]> left = new ArrayList<>();
    for (int[] clique : cliques) {
      if (!isBroken(clique, change)) {
        left.add(clique);
      }
    }
    Search search = new Search(change.inserted(), budget, left);
    search.edges.forParts(PARALLEL, GRAIN, search::part);
    if (search.best < size
        || search.found.isEmpty()
        || (job.all() && !complete && search.best == size)
        || search.overflown) {
      throw StepBudget.exceeded();
    }
    return () -> {
      complete = job.all();
      size = search.best;
      cliques = search.found;
      count = BigInteger.valueOf(cliques.size());
    };
  }

  private static boolean isBroken(int[] clique, VersionChange change) {
    if (change.deleted().count() == 0) {
      return false;
    }
    ChangedArcs gone = change.deleted().arcs();
    RowView after = change.after();
    int touched = 0;
    int[] members = new int[clique.length];
    for (int member : clique) {
      if (gone.touches(member)) {
        members[touched++] = member;
      }
    }
    for (int i = 0; i < touched; i++) {
      for (int j = 0; j < i; j++) {
        if (!after.hasEdge(members[i], members[j])) {
          return true;
        }
      }
    }
    return false;
  }

  /** Searches the common neighbours of inserted edges. */
  private final class Search {
    private final ChangedEdges edges;
    private final StepBudget budget;
    private final List<int[]> found = new ArrayList<>();

    /** Size of what was found, or of what was there. */
    private volatile int best;

    private boolean overflown;

    Search(ChangedEdges edges, StepBudget budget, List<int[]> left) {
      this.edges = edges;
      this.budget = budget;
      this.found.addAll(left);
      this.best = size;
    }

    /** Least size of a clique that is wanted now. */
    private int wanted() {
      return Math.max(2, job.all() || found.isEmpty() ? best : best + 1);
    }

    private void part(int from, int to) {
      StepBudget.Meter meter = budget.meter();
      CommonSubgraph subgraph = new CommonSubgraph(edges.stages(), meter, MOST_MEMBERS);
      LargeCliqueSearch search = new LargeCliqueSearch(meter);
      for (int rank = from; rank < to; rank++) {
        int low = edges.low(rank);
        int high = edges.high(rank);
        subgraph.stage(rank);
        if (subgraph.members(low, high) + 2 >= wantedNow()) {
          search.run(
              subgraph.load(),
              () -> wantedNow() - 2,
              (members, length) -> take(low, high, subgraph, members, length));
        }
      }
      meter.tell();
    }

    private synchronized int wantedNow() {
      return wanted();
    }

    private synchronized void take(
        int low, int high, CommonSubgraph subgraph, int[] members, int length) {
      if (length + 2 < wanted()) {
        return; // another thread found a larger one meanwhile
      }
      int[] clique = new int[length + 2];
      for (int i = 0; i < length; i++) {
        clique[i] = subgraph.slot(members[i]);
      }
      clique[length] = low;
      clique[length + 1] = high;
      Arrays.sort(clique);
      if (clique.length > best) {
        found.clear();
        overflown = false;
        best = clique.length;
      }
      if (found.size() < MOST_KEPT) {
        found.add(clique);
      } else {
        overflown = true;
      }
    }
  }

  @Override
  public Answer answer(GraphVersion version) {
    EdgeOrder order = EdgeOrder.of(version.rows());
    List<int[]> listed =
        cliques.stream()
            .map(clique -> Arrays.stream(clique).map(order::vertex).sorted().toArray())
            .sorted(Arrays::compare)
            .limit(job.all() ? job.limit() : 1)
            .toList();
    return new Answer.Maximum(
        size, size, job.all() ? Optional.of(count) : Optional.empty(), listed);
  }

  @Override
  public void save(GraphVersion version, StateWriter out) throws IOException {
    out.number(size);
    out.big(count);
    out.number(complete ? 1 : 0);
    out.number(cliques.size());
    for (int[] clique : cliques) {
      for (int slot : clique) {
        out.number(version.id(slot));
      }
    }
  }

  @Override
  public void restore(GraphVersion version, StateReader in) throws IOException {
    size = in.number(0, Integer.MAX_VALUE);
    count = in.big();
    complete = in.number(0, 1) == 1;
    List<int[]> kept = new ArrayList<>();
    for (int left = in.number(0, Integer.MAX_VALUE); left > 0; left--) {
      int[] clique = new int[size];
      for (int i = 0; i < size; i++) {
        clique[i] = version.slot(in.number());
        if (clique[i] < 0) {
          throw new IOException("the state names a vertex that is not there");
        }
      }
      Arrays.sort(clique);
      kept.add(clique);
    }
    cliques = kept;
  }
}
