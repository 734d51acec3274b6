package io.cliquestream.cli.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.kernels.cuda.kclique.KCliqueMeasurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A measurement of k-clique counts as text, as a Markdown table and as JSON. */
record KCliqueTable(String graph, KCliqueMeasurement measured) {
  private String about() {
    return String.format(
        Locale.ROOT,
        "%d vertices, %d edges; copy %.3f ms, prepare %.3f ms, medians of %d",
        measured.vertices(),
        measured.edges(),
        measured.copyMillis(),
        measured.prepareMillis(),
        measured.repeats());
  }

  private static String cliques(KCliqueMeasurement.Count count) {
    if (!count.ended()) {
      return "stopped at the limit";
    }
    return count.size().equals("all")
        ? "omega " + count.largest() + ": " + count.cliques()
        : count.cliques().toString();
  }

  /** Billions of nodes of pivot trees, or of sweeps, in a second of the kernel. */
  private static double rate(KCliqueMeasurement.Count count) {
    long work = count.sweeps() > 0 ? count.sweeps() : count.nodes();
    return count.kernelMillis() == 0 ? 0 : work / count.kernelMillis() / 1e6;
  }

  List<String> text() {
    List<String> lines = new ArrayList<>();
    lines.add("graph      " + graph);
    lines.add("gpu        " + measured.device());
    lines.add(about());
    lines.add(
        "%-34s %-11s %9s %7s %4s %12s %12s %10s %s"
            .formatted(
                "variant",
                "order",
                "order ms",
                "largest",
                "k",
                "kernel ms",
                "complete ms",
                "G steps/s",
                "cliques"));
    for (KCliqueMeasurement.Count count : measured.counts()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%-34s %-11s %9.3f %7d %4s %12.3f %12.3f %10.3f %s",
              count.variant(),
              count.ordering(),
              count.orderMillis(),
              count.maximumOutDegree(),
              count.size(),
              count.kernelMillis(),
              measured.completeMillis(count),
              rate(count),
              cliques(count)));
    }
    return lines;
  }

  List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(measured.device() + "; " + about());
    lines.add("");
    lines.add(
        "| graph | k | variant | order | order ms | kernel ms | complete ms | G steps/s | cliques |");
    lines.add("|---|---|---|---|---|---|---|---|---|");
    for (KCliqueMeasurement.Count count : measured.counts()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "| %s | %s | %s | %s | %.3f | %.3f | %.3f | %.3f | %s |",
              graph,
              count.size(),
              count.variant(),
              count.ordering(),
              count.orderMillis(),
              count.kernelMillis(),
              measured.completeMillis(count),
              rate(count),
              cliques(count)));
    }
    return lines;
  }

  String json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("graph", graph)
        .put("device", measured.device())
        .put("vertices", measured.vertices())
        .put("edges", measured.edges())
        .put("repeats", measured.repeats())
        .put("copyMillis", measured.copyMillis())
        .put("prepareMillis", measured.prepareMillis());
    var counts = root.putArray("counts");
    for (KCliqueMeasurement.Count count : measured.counts()) {
      counts
          .addObject()
          .put("variant", count.variant())
          .put("ordering", count.ordering())
          .put("orderMillis", count.orderMillis())
          .put("maximumOutDegree", count.maximumOutDegree())
          .put("k", count.size())
          .put("largest", count.largest())
          .put("cliques", count.cliques().toString())
          .put("kernelMillis", count.kernelMillis())
          .put("countMillis", count.countMillis())
          .put("completeMillis", measured.completeMillis(count))
          .put("nodes", count.nodes())
          .put("sweeps", count.sweeps())
          .put("deviceBytes", count.deviceBytes())
          .put("ended", count.ended());
    }
    return root.toPrettyString();
  }
}
