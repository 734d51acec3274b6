package io.cliquestream.worker.translation;

import io.cliquestream.kernels.answer.Answer;
import io.cliquestream.kernels.answer.CountArray;
import java.math.BigInteger;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;

/**
 * What an answer said of each vertex in the run before, so that only those are told of whose value
 * is another one. A vertex that is not there has the value 0.
 *
 * @param ids of its vertices, ascending as unsigned numbers; taken over
 * @param answer of the run before
 */
public record VerticesBefore(long[] ids, Answer answer) {
  /** Takes the count of a vertex that has another one. */
  @FunctionalInterface
  interface CountSink {
    void count(long vertex, BigInteger count);
  }

  /** Takes the coefficient of a vertex that has another one. */
  @FunctionalInterface
  interface CoefficientSink {
    void coefficient(long vertex, double coefficient);
  }

  /** Tells of every vertex with another count, ascending. */
  void counts(long vertices, LongUnaryOperator id, CountArray counts, CountSink changed) {
    CountArray before = countsBefore().orElseThrow();
    walk(
        vertices,
        id,
        (old, now) -> {
          BigInteger was = old < 0 ? BigInteger.ZERO : before.get(old);
          BigInteger is = now < 0 ? BigInteger.ZERO : counts.get(now);
          if (!was.equals(is)) {
            changed.count(now < 0 ? ids[(int) old] : id.applyAsLong(now), is);
          }
        });
  }

  /** Tells of every vertex with another local clustering coefficient, ascending. */
  void coefficients(
      long vertices, LongUnaryOperator id, Answer.Clustering clustering, CoefficientSink changed) {
    Answer.Clustering before = ((Answer.Triangles) answer).clustering().orElseThrow();
    walk(
        vertices,
        id,
        (old, now) -> {
          double was = old < 0 ? 0 : before.local().get(old);
          double is = now < 0 ? 0 : clustering.local().get(now);
          if (was != is) {
            changed.coefficient(now < 0 ? ids[(int) old] : id.applyAsLong(now), is);
          }
        });
  }

  private Optional<CountArray> countsBefore() {
    return switch (answer) {
      case Answer.Triangles triangles -> triangles.perVertex();
      case Answer.KCliques cliques -> cliques.perVertex();
      case Answer.CoreNumbers cores -> cores.perVertex();
      default -> Optional.empty();
    };
  }

  /** Takes the places of one vertex; below 0 where it has none. */
  @FunctionalInterface
  private interface Places {
    void of(long old, long now);
  }

  /** Goes through the vertices of both, as both ascend. */
  private void walk(long vertices, LongUnaryOperator id, Places places) {
    int old = 0;
    LongConsumer gone = place -> places.of(place, -1);
    for (long now = 0; now < vertices; now++) {
      long vertex = id.applyAsLong(now);
      while (old < ids.length && Long.compareUnsigned(ids[old], vertex) < 0) {
        gone.accept(old++);
      }
      boolean both = old < ids.length && ids[old] == vertex;
      places.of(both ? old++ : -1, now);
    }
    while (old < ids.length) {
      gone.accept(old++);
    }
  }
}
