package io.cliquestream.cli.rows;

import io.cliquestream.v1.CliquesOfSize;
import io.cliquestream.v1.Count;
import io.cliquestream.v1.EstimatedCliques;
import io.cliquestream.v1.MotifCount;
import io.cliquestream.v1.TriangleAnswer;
import io.cliquestream.v1.VerticesOfCore;
import java.io.IOException;
import java.util.List;

/** Figures of an answer as rows, for jobs that were asked for nothing longer. */
final class FigureRows {
  private FigureRows() {}

  static long sizes(List<CliquesOfSize> sizes, RowWriter out) throws IOException {
    for (CliquesOfSize size : sizes) {
      out.begin(RowKind.SIZE_COUNT);
      out.count(size.getSize());
      PageRows.count(size.getCount(), out);
      out.end();
    }
    return sizes.size();
  }

  static long motifs(List<MotifCount> motifs, RowWriter out) throws IOException {
    for (MotifCount motif : motifs) {
      out.begin(RowKind.MOTIF_COUNT);
      out.text(motif.getName());
      PageRows.count(motif.getCount(), out);
      out.end();
    }
    return motifs.size();
  }

  static long cores(List<VerticesOfCore> cores, RowWriter out) throws IOException {
    for (VerticesOfCore core : cores) {
      out.begin(RowKind.CORE_COUNT);
      out.count(core.getCore());
      out.count(core.getVertices());
      out.end();
    }
    return cores.size();
  }

  static long estimates(List<EstimatedCliques> sizes, RowWriter out) throws IOException {
    for (EstimatedCliques size : sizes) {
      out.begin(RowKind.SIZE_ESTIMATE);
      out.count(size.getSize());
      out.real(size.getEstimate());
      out.real(size.getLow());
      out.real(size.getHigh());
      out.end();
    }
    return sizes.size();
  }

  static long triangles(TriangleAnswer answer, RowWriter out) throws IOException {
    return figure("triangles", answer.getTriangles(), out);
  }

  static long figure(String name, Count value, RowWriter out) throws IOException {
    out.begin(RowKind.FIGURE);
    out.text(name);
    PageRows.count(value, out);
    out.end();
    return 1;
  }
}
