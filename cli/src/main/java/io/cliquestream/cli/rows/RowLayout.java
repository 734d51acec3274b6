package io.cliquestream.cli.rows;

import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows that an answer has, known from the question: a file without a row has its columns all
 * the same.
 *
 * @param kinds one or more, in the order in which they come
 * @param width vertices of each set, where the question says it; 0 elsewhere
 */
public record RowLayout(List<RowKind> kinds, int width) {
  public RowLayout {
    kinds = List.copyOf(kinds);
  }

  /** Rows of one kind. */
  public static RowLayout of(RowKind kind) {
    return new RowLayout(List.of(kind), 0);
  }

  /** The rows of a job's answer. */
  public static RowLayout of(Job job) {
    return switch (job) {
      case TriangleCount count ->
          local(count.perVertex(), count.perEdge(), count.clustering(), RowKind.FIGURE);
      case KCliqueCount count ->
          local(count.perVertex(), count.perEdge(), false, RowKind.SIZE_COUNT);
      case MaximumClique _ -> of(RowKind.CLIQUE_OF_ONE_SIZE);
      case MaximalCliques maximal -> of(maximal.list() ? RowKind.CLIQUE : RowKind.SIZE_COUNT);
      case MotifCensus _ -> of(RowKind.MOTIF_COUNT);
      case PatternMatch match ->
          match.list()
              ? new RowLayout(List.of(RowKind.MATCH), match.pattern().vertexCount())
              : of(RowKind.FIGURE);
      case CliqueListing listing -> new RowLayout(List.of(RowKind.CLIQUE_OF_ONE_SIZE), listing.k());
      case CliqueEstimate _ -> of(RowKind.SIZE_ESTIMATE);
      case CoreDecomposition cores ->
          of(cores.perVertex() ? RowKind.VERTEX_COUNT : RowKind.CORE_COUNT);
    };
  }

  private static RowLayout local(
      boolean perVertex, boolean perEdge, boolean clustering, RowKind otherwise) {
    List<RowKind> kinds = new ArrayList<>();
    if (perVertex) {
      kinds.add(RowKind.VERTEX_COUNT);
    }
    if (perEdge) {
      kinds.add(RowKind.EDGE_COUNT);
    }
    if (clustering) {
      kinds.add(RowKind.VERTEX_COEFFICIENT);
    }
    return kinds.isEmpty() ? of(otherwise) : new RowLayout(kinds, 0);
  }

  boolean has(RowKind kind) {
    return kinds.contains(kind);
  }

  /** The one kind of a file that holds no other. */
  RowKind only() {
    return kinds.getFirst();
  }
}
