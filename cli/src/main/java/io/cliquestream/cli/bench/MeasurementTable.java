package io.cliquestream.cli.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.kernels.cuda.triangle.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A measurement as text, as a Markdown table and as JSON. */
record MeasurementTable(String graph, Measurement measured) {

  List<String> text() {
    List<String> lines = new ArrayList<>();
    lines.add("graph      " + graph);
    lines.add("gpu        " + measured.device());
    lines.add(
        "vertices %d, edges %d, oriented wedges %d, triangles %d"
            .formatted(
                measured.vertices(),
                measured.edges(),
                measured.orientedWedges(),
                measured.triangles()));
    lines.add(
        String.format(
            Locale.ROOT,
            "copy %.3f ms, prepare %.3f ms, all in %.3f ms, medians of %d",
            measured.copyMillis(),
            measured.prepareMillis(),
            measured.allInMillis(),
            measured.repeats()));
    lines.add(
        "%-16s %12s %12s %12s %8s %12s"
            .formatted("variant", "kernel ms", "plan ms", "predicted ms", "slices", "sliced ms"));
    for (Measurement.Kernel kernel : measured.kernels()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%-16s %12.3f %12.3f %12.3f %8d %12.3f",
              kernel.variant(),
              kernel.kernelMillis(),
              kernel.planMillis(),
              kernel.predictedMillis(),
              kernel.slices(),
              kernel.slicedMillis()));
    }
    return lines;
  }

  List<String> markdown() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s, medians of %d; %d vertices, %d edges, %d triangles"
            .formatted(
                measured.device(),
                measured.repeats(),
                measured.vertices(),
                measured.edges(),
                measured.triangles()));
    lines.add("");
    lines.add(
        "| graph | variant | kernel ms | slices | sliced ms | plan ms | copy ms | prepare ms | all in ms |");
    lines.add("|---|---|---|---|---|---|---|---|---|");
    for (Measurement.Kernel kernel : measured.kernels()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "| %s | %s | %.3f | %d | %.3f | %.3f | %.3f | %.3f | %.3f |",
              graph,
              kernel.variant(),
              kernel.kernelMillis(),
              kernel.slices(),
              kernel.slicedMillis(),
              kernel.planMillis(),
              measured.copyMillis(),
              measured.prepareMillis(),
              measured.allInMillis()));
    }
    return lines;
  }

  String json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("graph", graph)
        .put("device", measured.device())
        .put("vertices", measured.vertices())
        .put("edges", measured.edges())
        .put("orientedWedges", measured.orientedWedges())
        .put("triangles", Long.toString(measured.triangles()))
        .put("repeats", measured.repeats())
        .put("copyMillis", measured.copyMillis())
        .put("prepareMillis", measured.prepareMillis())
        .put("allInMillis", measured.allInMillis())
        .put("peakDeviceBytes", measured.deviceBytes());
    var kernels = root.putArray("kernels");
    for (Measurement.Kernel kernel : measured.kernels()) {
      kernels
          .addObject()
          .put("variant", kernel.variant())
          .put("kernelMillis", kernel.kernelMillis())
          .put("planMillis", kernel.planMillis())
          .put("predictedMillis", kernel.predictedMillis())
          .put("slices", kernel.slices())
          .put("slicedMillis", kernel.slicedMillis());
    }
    return root.toPrettyString();
  }
}
