package io.cliquestream.loadgen.generate;

import io.cliquestream.contract.EdgeConsumer;
import io.cliquestream.contract.EdgeSource;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * A generated graph as a source of edges: each undirected edge once, smaller id first, ascending.
 *
 * <p>A graph that fits the memory is kept between two walks; a larger one is generated again, round
 * by round. For one thread at a time; works with several inside.
 */
public final class GeneratedGraph implements EdgeSource, AutoCloseable {
  private final GraphModel model;
  private final GeneratorLimits limits;
  private final Buckets buckets;
  private final List<Buckets.Round> rounds;
  private SortedRound kept;

  private GeneratedGraph(GraphModel model, GeneratorLimits limits) {
    this.model = model;
    this.limits = limits;
    this.buckets = Buckets.count(model, limits.threads());
    this.rounds = buckets.rounds(limits.memoryBytes());
  }

  /**
   * Counts the draws, which fixes how the graph will be generated.
   *
   * @throws io.cliquestream.contract.ContractException {@code GRAPH_TOO_LARGE} when even the
   *     smallest part of the graph does not fit the memory
   */
  public static GeneratedGraph open(GraphModel model, GeneratorLimits limits) {
    return new GeneratedGraph(model, limits);
  }

  /** What is generated. */
  public GraphModel model() {
    return model;
  }

  /** Times that everything is drawn in one walk. */
  public int rounds() {
    return rounds.size();
  }

  @Override
  public void forEach(EdgeConsumer edges) {
    forEachKey(key -> edges.accept(EdgeKey.lower(key), EdgeKey.upper(key)));
  }

  void forEachKey(LongConsumer keys) {
    if (rounds.size() == 1) {
      if (kept == null) {
        kept = SortedRound.generate(model, buckets, rounds.getFirst(), limits.threads());
      }
      kept.forEach(keys);
      return;
    }
    for (Buckets.Round round : rounds) {
      try (var sorted = SortedRound.generate(model, buckets, round, limits.threads())) {
        sorted.forEach(keys);
      }
    }
  }

  @Override
  public void close() {
    if (kept != null) {
      kept.close();
      kept = null;
    }
  }
}
