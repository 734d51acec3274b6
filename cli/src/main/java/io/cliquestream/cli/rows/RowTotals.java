package io.cliquestream.cli.rows;

import io.cliquestream.v1.ResultPage;

/** How many rows pages hold. */
public final class RowTotals {
  private RowTotals() {}

  /** Rows of one page. */
  public static int of(ResultPage page) {
    return switch (page.getContentCase()) {
      case VERTEX_COUNTS -> page.getVertexCounts().getVerticesCount();
      case EDGE_COUNTS -> page.getEdgeCounts().getFromCount();
      case VERTEX_COEFFICIENTS -> page.getVertexCoefficients().getVerticesCount();
      case VERTEX_SETS -> page.getVertexSets().getSetsCount();
      case CONTENT_NOT_SET -> 0;
    };
  }
}
