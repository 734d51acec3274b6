package io.cliquestream.cli.rows;

import io.cliquestream.contract.Counts;
import io.cliquestream.contract.JobKind;
import io.cliquestream.v1.Count;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.ResultPage;
import io.cliquestream.v1.VertexSet;
import java.io.IOException;
import java.util.List;

/** The rows of result pages, and of a result that has no pages. */
public final class PageRows {
  private PageRows() {}

  /**
   * Writes the rows of a page.
   *
   * @return how many
   */
  public static long write(ResultPage page, JobKind job, RowWriter out) throws IOException {
    return switch (page.getContentCase()) {
      case VERTEX_COUNTS -> {
        var counts = page.getVertexCounts();
        for (int i = 0; i < counts.getVerticesCount(); i++) {
          out.begin(RowKind.VERTEX_COUNT);
          out.vertex(counts.getVertices(i));
          count(counts.getCounts(i), out);
          out.end();
        }
        yield counts.getVerticesCount();
      }
      case EDGE_COUNTS -> {
        var counts = page.getEdgeCounts();
        for (int i = 0; i < counts.getFromCount(); i++) {
          out.begin(RowKind.EDGE_COUNT);
          out.vertex(counts.getFrom(i));
          out.vertex(counts.getTo(i));
          count(counts.getCounts(i), out);
          out.end();
        }
        yield counts.getFromCount();
      }
      case VERTEX_COEFFICIENTS -> {
        var coefficients = page.getVertexCoefficients();
        for (int i = 0; i < coefficients.getVerticesCount(); i++) {
          out.begin(RowKind.VERTEX_COEFFICIENT);
          out.vertex(coefficients.getVertices(i));
          out.real(coefficients.getCoefficients(i));
          out.end();
        }
        yield coefficients.getVerticesCount();
      }
      case VERTEX_SETS -> sets(page.getVertexSets().getSetsList(), job, out);
      case CONTENT_NOT_SET -> 0;
    };
  }

  /**
   * Writes the rows that a result itself holds: its maximum cliques, and, where no array or list
   * was asked for, its figures.
   *
   * @return how many
   */
  public static long write(JobResult result, JobKind job, RowLayout rows, RowWriter out)
      throws IOException {
    return switch (result.getAnswerCase()) {
      case MAXIMUM_CLIQUE -> sets(result.getMaximumClique().getCliquesList(), job, out);
      case K_CLIQUES ->
          rows.has(RowKind.SIZE_COUNT)
              ? FigureRows.sizes(result.getKCliques().getCliquesList(), out)
              : 0;
      case MAXIMAL_CLIQUES ->
          rows.has(RowKind.SIZE_COUNT)
              ? FigureRows.sizes(result.getMaximalCliques().getBySizeList(), out)
              : 0;
      case MOTIFS -> FigureRows.motifs(result.getMotifs().getMotifsList(), out);
      case TRIANGLES ->
          rows.has(RowKind.FIGURE) ? FigureRows.triangles(result.getTriangles(), out) : 0;
      case PATTERN ->
          rows.has(RowKind.FIGURE)
              ? FigureRows.figure("matches", result.getPattern().getMatches(), out)
              : 0;
      case CLIQUE_ESTIMATE ->
          FigureRows.estimates(result.getCliqueEstimate().getCliquesList(), out);
      case CORE_NUMBERS ->
          rows.has(RowKind.CORE_COUNT)
              ? FigureRows.cores(result.getCoreNumbers().getCoresList(), out)
              : 0;
      case LISTING, ANSWER_NOT_SET -> 0;
    };
  }

  private static long sets(List<VertexSet> sets, JobKind job, RowWriter out) throws IOException {
    RowKind kind =
        switch (job) {
          case MATCH -> RowKind.MATCH;
          case MAXIMAL_CLIQUES -> RowKind.CLIQUE;
          case MAX_CLIQUE,
              LIST_CLIQUES,
              TRIANGLES,
              K_CLIQUES,
              MOTIFS,
              CLIQUE_ESTIMATE,
              CORE_NUMBERS ->
              RowKind.CLIQUE_OF_ONE_SIZE;
        };
    for (VertexSet set : sets) {
      out.begin(kind);
      for (int i = 0; i < set.getVerticesCount(); i++) {
        out.vertex(set.getVertices(i));
      }
      out.end();
    }
    return sets.size();
  }

  static void count(Count count, RowWriter out) throws IOException {
    if (count.getHigh() == 0 && count.getBeyond128Bits().isEmpty()) {
      out.count(count.getLow());
    } else {
      out.count(Counts.toBigInteger(count));
    }
  }
}
