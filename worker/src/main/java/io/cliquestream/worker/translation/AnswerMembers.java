package io.cliquestream.worker.translation;

import io.cliquestream.contract.Counts;
import io.cliquestream.v1.CliquesOfSize;
import io.cliquestream.v1.Count;
import io.cliquestream.v1.EstimatedCliques;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.ResultDifference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The members that an answer has in JSON wherever it is shown, in their order: texts, numbers and
 * maps of them, for any library that writes JSON. Whole numbers are decimal strings. Sets of
 * vertices are not among them: what vertices are called depends on who asks.
 */
public final class AnswerMembers {
  private AnswerMembers() {}

  /** The answer's own; empty without an answer. */
  public static Map<String, Object> of(JobResult result) {
    Map<String, Object> members = new LinkedHashMap<>();
    switch (result.getAnswerCase()) {
      case TRIANGLES -> {
        var triangles = result.getTriangles();
        put(members, "triangles", triangles.getTriangles());
        if (triangles.hasWedges()) {
          put(members, "wedges", triangles.getWedges());
          members.put("transitivity", triangles.getTransitivity());
          members.put("averageClustering", triangles.getAverageClustering());
        }
      }
      case K_CLIQUES -> {
        members.put("cliques", sizes(result.getKCliques().getCliquesList()));
        if (result.getPartial()) {
          members.put("exactTo", result.getKCliques().getExactTo());
        }
      }
      case MAXIMUM_CLIQUE ->
          members.put(
              "cliqueNumber", Integer.toString(result.getMaximumClique().getCliqueNumber()));
      case MAXIMAL_CLIQUES -> {
        put(members, "maximalCliques", result.getMaximalCliques().getCount());
        members.put("bySize", sizes(result.getMaximalCliques().getBySizeList()));
      }
      case MOTIFS -> {
        Map<String, Object> motifs = new LinkedHashMap<>();
        result
            .getMotifs()
            .getMotifsList()
            .forEach(motif -> put(motifs, motif.getName(), motif.getCount()));
        members.put("motifs", motifs);
      }
      case PATTERN -> put(members, "matches", result.getPattern().getMatches());
      case LISTING -> {
        members.put("listed", Long.toUnsignedString(result.getListing().getListed()));
        members.put("complete", result.getListing().getComplete());
      }
      case CLIQUE_ESTIMATE -> {
        members.put("confidence", result.getCliqueEstimate().getConfidence());
        Map<String, Object> estimates = new LinkedHashMap<>();
        result
            .getCliqueEstimate()
            .getCliquesList()
            .forEach(size -> estimates.put(Integer.toString(size.getSize()), estimate(size)));
        members.put("estimates", estimates);
      }
      case CORE_NUMBERS -> {
        members.put("degeneracy", Integer.toString(result.getCoreNumbers().getDegeneracy()));
        Map<String, Object> cores = new LinkedHashMap<>();
        result
            .getCoreNumbers()
            .getCoresList()
            .forEach(
                core ->
                    cores.put(
                        Integer.toString(core.getCore()),
                        Long.toUnsignedString(core.getVertices())));
        members.put("verticesByCore", cores);
      }
      case ANSWER_NOT_SET -> {}
    }
    return members;
  }

  /** What a difference to another version says of figures, by their names. */
  public static Map<String, Object> figures(ResultDifference difference) {
    Map<String, Object> figures = new LinkedHashMap<>();
    difference
        .getFiguresList()
        .forEach(
            figure -> {
              Map<String, Object> change = new LinkedHashMap<>();
              put(change, "before", figure.getBefore());
              put(change, "after", figure.getAfter());
              figures.put(figure.getName(), change);
            });
    return figures;
  }

  private static Map<String, Object> sizes(List<CliquesOfSize> list) {
    Map<String, Object> sizes = new LinkedHashMap<>();
    list.forEach(size -> put(sizes, Integer.toString(size.getSize()), size.getCount()));
    return sizes;
  }

  private static Map<String, Object> estimate(EstimatedCliques size) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("estimate", size.getEstimate());
    members.put("low", size.getLow());
    members.put("high", size.getHigh());
    members.put("paths", size.getPaths());
    members.put("samples", Long.toUnsignedString(size.getSamples()));
    members.put("hits", Long.toUnsignedString(size.getHits()));
    members.put("exact", size.getExact());
    return members;
  }

  private static void put(Map<String, Object> members, String name, Count count) {
    members.put(name, Counts.toDecimal(count));
  }
}
