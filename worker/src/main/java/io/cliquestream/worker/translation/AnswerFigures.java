package io.cliquestream.worker.translation;

import io.cliquestream.contract.Counts;
import io.cliquestream.v1.Count;
import io.cliquestream.v1.FigureChange;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.ResultDifference;
import java.math.BigInteger;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The exact numbers of an answer, by the names that people know them by. */
public final class AnswerFigures {
  private AnswerFigures() {}

  /** Every figure of a result's answer; what is not there counts as 0. */
  public static SortedMap<String, BigInteger> of(JobResult.Builder result) {
    var figures = new TreeMap<String, BigInteger>();
    switch (result.getAnswerCase()) {
      case TRIANGLES -> {
        put(figures, "triangles", result.getTriangles().getTriangles());
        if (result.getTriangles().hasWedges()) {
          put(figures, "wedges", result.getTriangles().getWedges());
        }
      }
      case K_CLIQUES ->
          result
              .getKCliques()
              .getCliquesList()
              .forEach(size -> put(figures, size.getSize() + "-cliques", size.getCount()));
      case MAXIMUM_CLIQUE -> {
        var maximum = result.getMaximumClique();
        figures.put("clique number", BigInteger.valueOf(maximum.getCliqueNumber()));
        if (maximum.hasMaximumCliqueCount()) {
          put(figures, "maximum cliques", maximum.getMaximumCliqueCount());
        }
      }
      case MAXIMAL_CLIQUES -> {
        put(figures, "maximal cliques", result.getMaximalCliques().getCount());
        result
            .getMaximalCliques()
            .getBySizeList()
            .forEach(size -> put(figures, "of size " + size.getSize(), size.getCount()));
      }
      case MOTIFS ->
          result
              .getMotifs()
              .getMotifsList()
              .forEach(motif -> put(figures, motif.getName(), motif.getCount()));
      case PATTERN -> put(figures, "matches", result.getPattern().getMatches());
      case LISTING ->
          figures.put(
              "listed", new BigInteger(Long.toUnsignedString(result.getListing().getListed())));
      case CORE_NUMBERS -> {
        figures.put("degeneracy", BigInteger.valueOf(result.getCoreNumbers().getDegeneracy()));
        result
            .getCoreNumbers()
            .getCoresList()
            .forEach(
                core ->
                    figures.put(
                        "of core number " + core.getCore(),
                        BigInteger.valueOf(core.getVertices())));
      }
      // Estimates are no exact numbers.
      case CLIQUE_ESTIMATE, ANSWER_NOT_SET -> {}
    }
    figures.values().removeIf(value -> value.signum() == 0);
    return figures;
  }

  /**
   * Whether the figures say all of a result's answer, so that their difference can stand for it.
   * Estimates are no exact numbers, and two of the same graph differ.
   */
  public static boolean sayAllOf(JobResult.Builder result) {
    return !result.hasCliqueEstimate();
  }

  private static void put(SortedMap<String, BigInteger> figures, String name, Count count) {
    figures.put(name, Counts.toBigInteger(count));
  }

  /** What is other than it was. */
  public static ResultDifference difference(
      long baseVersion, SortedMap<String, BigInteger> before, SortedMap<String, BigInteger> after) {
    var difference = ResultDifference.newBuilder().setBaseVersion(baseVersion);
    var names = new TreeSet<>(before.keySet());
    names.addAll(after.keySet());
    for (String name : names) {
      BigInteger was = before.getOrDefault(name, BigInteger.ZERO);
      BigInteger is = after.getOrDefault(name, BigInteger.ZERO);
      if (!was.equals(is)) {
        difference.addFigures(
            FigureChange.newBuilder()
                .setName(name)
                .setBefore(Counts.of(was))
                .setAfter(Counts.of(is)));
      }
    }
    return difference.build();
  }
}
