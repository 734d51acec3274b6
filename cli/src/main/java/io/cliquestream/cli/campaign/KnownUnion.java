package io.cliquestream.cli.campaign;

import io.cliquestream.contract.EdgeConsumer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A graph of many components, each a copy of one of a few {@link KnownGraph}s: as large as one
 * likes, and all that is in it is counted in the few, apart from the service.
 */
final class KnownUnion {
  private final String id;
  private final List<KnownGraph> kinds;
  private final List<SmallSubgraphs> subgraphs;
  private final int copies;

  /**
   * @param kinds of components
   * @param copies of each
   */
  KnownUnion(String id, List<KnownGraph> kinds, int copies) {
    this.id = id;
    this.kinds = List.copyOf(kinds);
    this.copies = copies;
    this.subgraphs = kinds.stream().map(kind -> new SmallSubgraphs(kind.rows())).toList();
  }

  String id() {
    return id;
  }

  int vertices() {
    return copies * kinds.stream().mapToInt(KnownGraph::vertices).sum();
  }

  /** Every edge once; the components one after the other, kind by kind. */
  void forEachEdge(EdgeConsumer edges) {
    int first = 0;
    for (int copy = 0; copy < copies; copy++) {
      for (KnownGraph kind : kinds) {
        for (int[] edge : kind.edges()) {
          edges.accept(first + edge[0], first + edge[1]);
        }
        first += kind.vertices();
      }
    }
  }

  private long sum(ToLongFunction<KnownGraph> count) {
    return copies * kinds.stream().mapToLong(count).sum();
  }

  /** Cliques of exactly so many vertices. */
  long cliques(int size) {
    return sum(kind -> kind.cliques(size));
  }

  int cliqueNumber() {
    return kinds.stream().mapToInt(KnownGraph::cliqueNumber).max().orElse(0);
  }

  long maximalCliques() {
    return sum(KnownGraph::maximalCliques);
  }

  /** Sets of so many vertices that hang together. */
  long connectedSets(int size) {
    return copies * subgraphs.stream().mapToLong(known -> known.connectedSets(size)).sum();
  }

  /** Cycles of so many vertices that have no chord. */
  long chordlessCycles(int length) {
    return copies * subgraphs.stream().mapToLong(known -> known.chordlessCycles(length)).sum();
  }

  /** Small graphs of a seed, as kinds of components. */
  static List<KnownGraph> kinds(long seed, int count) {
    List<KnownGraph> kinds = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      kinds.add(new KnownGraph("kind-" + number, seed * 1_000 + 500 + number));
    }
    return kinds;
  }
}
