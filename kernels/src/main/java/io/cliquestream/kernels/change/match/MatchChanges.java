package io.cliquestream.kernels.change.match;

import io.cliquestream.kernels.change.ChangedEdges;
import io.cliquestream.kernels.change.VersionChange;
import io.cliquestream.kernels.change.maximal.MaximalDifference;
import io.cliquestream.kernels.change.pattern.PatternDifference;
import io.cliquestream.kernels.change.rows.RowView;
import io.cliquestream.kernels.change.state.StepBudget;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Finds what a query matches in one of two versions and not in the other: exactly the difference of
 * the two sets of matches, each match once, however many edges of it changed. Replaying all changes
 * from the empty graph gives the matches of the last.
 */
public final class MatchChanges {
  private final VersionChange change;
  private final MatchQuery query;
  private final MatchSink sink;
  private final StepBudget budget;
  private long appeared;
  private long vanished;
  private long listed;

  private MatchChanges(VersionChange change, MatchQuery query, MatchSink sink, StepBudget budget) {
    this.change = change;
    this.query = query;
    this.sink = sink;
    this.budget = budget;
  }

  /**
   * Finds the matches that differ. Takes no memory that grows with their number.
   *
   * @param stop asked every few milliseconds
   * @param change from the older version to the newer one, both leased by the caller
   * @param query which matches are wanted
   * @param sink takes those that vanished, then those that appeared, up to the query's limit each
   *     way
   * @return exact numbers, those beyond the limit included
   * @throws io.cliquestream.kernels.control.StoppedException when {@code stop} ended it; some
   *     matches may have gone to the sink
   * @throws ComputeException OPTION_INVALID when the query names labels and vertices have none;
   *     JOB_MEMORY_EXCEEDED when a clique's edge has too many common neighbours
   */
  public static MatchTotals find(
      VersionChange change, MatchQuery query, MatchSink sink, StopCheck stop) {
    boolean labelled =
        query.label().isPresent() || query.pattern().filter(p -> p.isLabelled()).isPresent();
    if (labelled && change.labels(change.after()) == null) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID, "the query names labels, but the graph has none");
    }
    var search = new MatchChanges(change, query, sink, new StepBudget(stop, Long.MAX_VALUE / 2));
    try {
      search.side(false);
      search.side(true);
    } catch (StepBudget.Exceeded e) {
      throw new ComputeException(
          FailureCode.JOB_MEMORY_EXCEEDED,
          "the ends of a changed edge have too many common neighbours",
          e);
    }
    return new MatchTotals(search.appeared, search.vanished, search.listed);
  }

  private void side(boolean appears) {
    MatchFilter filter = new MatchFilter(query, view(appears), change.labels(view(appears)));
    if (filter.isImpossible()) {
      return;
    }
    if (query.pattern().isPresent()) {
      patterns(appears, filter);
    } else {
      cliques(appears, filter);
    }
  }

  private RowView view(boolean appears) {
    return edges(appears).rows();
  }

  private ChangedEdges edges(boolean inserted) {
    return inserted ? change.inserted() : change.deleted();
  }

  private void patterns(boolean appears, MatchFilter filter) {
    var difference =
        new PatternDifference(
            query.pattern().orElseThrow(), query.induced(), change, appears, budget);
    var names = new MatchNames(query.pattern().orElseThrow());
    RowView view = view(appears);
    Cause cause = new Cause(change);
    long[] before = {0};
    difference.run(
        (byVertex, rank, inserted) -> {
          if (filter.accepts(byVertex, byVertex.length)) {
            if (before[0]++ < query.limit()) {
              long[] ids = names.canonical(ids(view, byVertex, byVertex.length));
              cause.start(edges(inserted), rank);
              look(cause, byVertex, appears);
              tell(appears, names.id(ids), ids, cause);
            }
          }
        });
    count(appears, before[0]);
  }

  private void cliques(boolean appears, MatchFilter filter) {
    StepBudget.Meter meter = budget.meter();
    RowView view = view(appears);
    Cause cause = new Cause(change);
    var difference =
        new MaximalDifference(edges(appears), edges(!appears), query.leastSize(), meter);
    long[] before = {0};
    MaximalDifference.Found found =
        (slots, size, rank, own) -> {
          if (filter.accepts(slots, size)) {
            if (before[0]++ < query.limit()) {
              long[] ids = MatchNames.ascending(ids(view, slots, size));
              cause.start(edges(own == appears), rank);
              if (own) {
                forPairs(size, (i, j) -> cause.look(edges(appears), slots[i], slots[j]));
              }
              tell(appears, MatchNames.cliqueId(ids), ids, cause);
            }
          }
        };
    for (ChangedEdges edges : List.of(change.deleted(), change.inserted())) {
      for (int rank = 0; rank < edges.count(); rank++) {
        int low = edges.low(rank);
        int high = edges.high(rank);
        if (edges.inserted() == appears) {
          difference.own(rank, low, high, found);
        } else {
          difference.other(rank, low, high, found);
        }
      }
    }
    meter.tell();
    count(appears, before[0]);
  }

  private static long[] ids(RowView view, int[] slots, int size) {
    long[] ids = new long[size];
    for (int i = 0; i < size; i++) {
      ids[i] = view.id(slots[i]);
    }
    return ids;
  }

  private void count(boolean appears, long found) {
    if (appears) {
      appeared += found;
    } else {
      vanished += found;
    }
  }

  /** An edge-induced match differs by its own edges, a vertex-induced one by any pair. */
  private void look(Cause cause, int[] byVertex, boolean appears) {
    Pattern pattern = query.pattern().orElseThrow();
    forPairs(
        byVertex.length,
        (i, j) -> {
          if (query.induced() == Induced.VERTEX) {
            cause.look(byVertex[i], byVertex[j]);
          } else if (pattern.hasEdge(i, j)) {
            cause.look(edges(appears), byVertex[i], byVertex[j]);
          }
        });
  }

  @FunctionalInterface
  private interface Pair {
    void look(int first, int second);
  }

  private static void forPairs(int size, Pair pair) {
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        pair.look(i, j);
      }
    }
  }

  private void tell(boolean appears, String id, long[] ids, Cause cause) {
    listed++;
    sink.accept(new MatchChange(appears, id, ids, cause.from(), cause.to(), cause.inserted()));
  }

  /** What a query asks of the vertices of a match, in one version's slots. */
  private static final class MatchFilter {
    private final int[] containing;
    private final java.util.BitSet touching;
    private final int label;
    private final IntUnaryOperator labels;
    private boolean impossible;

    MatchFilter(MatchQuery query, RowView view, IntUnaryOperator labels) {
      this.containing = query.containing().stream().mapToInt(view::slot).toArray();
      for (int slot : containing) {
        impossible |= slot < 0;
      }
      if (query.touching().isEmpty()) {
        touching = null;
      } else {
        touching = new java.util.BitSet();
        for (long id : query.touching()) {
          int slot = view.slot(id);
          if (slot >= 0) {
            touching.set(slot);
          }
        }
        impossible |= touching.isEmpty();
      }
      this.label = query.label().orElse(-1);
      this.labels = labels;
    }

    /** Whether no match of this version can have what is asked for. */
    boolean isImpossible() {
      return impossible;
    }

    boolean accepts(int[] slots, int size) {
      for (int wanted : containing) {
        if (!holds(slots, size, wanted)) {
          return false;
        }
      }
      return (touching == null || touches(slots, size)) && (label < 0 || hasLabel(slots, size));
    }

    private static boolean holds(int[] slots, int size, int wanted) {
      for (int i = 0; i < size; i++) {
        if (slots[i] == wanted) {
          return true;
        }
      }
      return false;
    }

    private boolean touches(int[] slots, int size) {
      for (int i = 0; i < size; i++) {
        if (touching.get(slots[i])) {
          return true;
        }
      }
      return false;
    }

    private boolean hasLabel(int[] slots, int size) {
      for (int i = 0; i < size; i++) {
        if (labels.applyAsInt(slots[i]) == label) {
          return true;
        }
      }
      return false;
    }
  }
}
