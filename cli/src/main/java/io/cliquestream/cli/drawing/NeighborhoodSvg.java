package io.cliquestream.cli.drawing;

import io.cliquestream.formats.VertexNames;
import io.cliquestream.kernels.graph.Graph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Some vertices of a graph, such as a clique, with those around them that have most ties to them:
 * the vertices on an inner circle, the others on an outer one, every edge among them.
 */
public final class NeighborhoodSvg {
  private static final int SIZE = 560;
  private static final int MOST_INSIDE = 40;
  private static final int MOST_OUTSIDE = 28;

  /** Rows longer than this are looked at in part; hubs have neighbours enough. */
  private static final int MOST_NEIGHBORS = 20_000;

  private final Graph graph;
  private final VertexNames names;
  private final List<Integer> inside = new ArrayList<>();
  private final List<Integer> outside = new ArrayList<>();
  private final long left;

  /**
   * Chooses what is shown.
   *
   * @param focus vertices of the graph; the first 40 are drawn
   */
  public NeighborhoodSvg(Graph graph, VertexNames names, List<Integer> focus) {
    this.graph = graph;
    this.names = names;
    inside.addAll(focus.subList(0, Math.min(MOST_INSIDE, focus.size())));
    Map<Integer, Integer> ties = new HashMap<>();
    for (int v : inside) {
      long end = Math.min(graph.offset(v + 1), graph.offset(v) + MOST_NEIGHBORS);
      for (long i = graph.offset(v); i < end; i++) {
        ties.merge(graph.neighbor(i), 1, Integer::sum);
      }
    }
    focus.forEach(ties::remove);
    ties.entrySet().stream()
        .sorted(
            Map.Entry.<Integer, Integer>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MOST_OUTSIDE)
        .forEach(entry -> outside.add(entry.getKey()));
    this.left = (long) ties.size() - outside.size();
  }

  /** What is not drawn, in words; empty when all is. */
  public String note() {
    return left <= 0
        ? ""
        : String.format(Locale.ROOT, "%,d more neighbours with fewer ties are not drawn", left);
  }

  /** The picture as an element of a page. */
  public String svg(String title) {
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "<svg class=\"neighborhood\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n",
            SIZE,
            SIZE,
            Html.escape(title)));
    double middle = SIZE / 2.0;
    double innerRadius = inside.size() == 1 ? 0 : outside.isEmpty() ? 200 : 130;
    Map<Integer, double[]> places = new HashMap<>();
    place(inside, middle, innerRadius, places);
    place(outside, middle, 215, places);
    List<Integer> all = new ArrayList<>(inside);
    all.addAll(outside);
    // Those among the vertices in focus are drawn last, above the others.
    StringBuilder above = new StringBuilder();
    for (int i = 0; i < all.size(); i++) {
      for (int j = i + 1; j < all.size(); j++) {
        if (graph.hasEdge(all.get(i), all.get(j))) {
          boolean within = j < inside.size();
          double[] from = places.get(all.get(i));
          double[] to = places.get(all.get(j));
          (within ? above : out)
              .append(
                  String.format(
                      Locale.ROOT,
                      "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
                      within ? "within" : i < inside.size() ? "tie" : "around",
                      from[0],
                      from[1],
                      to[0],
                      to[1]));
        }
      }
    }
    out.append(above);
    for (int i = 0; i < all.size(); i++) {
      vertex(all.get(i), i < inside.size(), places.get(all.get(i)), middle, out);
    }
    return out.append("</svg>\n").toString();
  }

  private static void place(
      List<Integer> vertices, double middle, double radius, Map<Integer, double[]> places) {
    for (int i = 0; i < vertices.size(); i++) {
      double angle = 2 * Math.PI * i / vertices.size() - Math.PI / 2;
      places.put(
          vertices.get(i),
          new double[] {middle + radius * Math.cos(angle), middle + radius * Math.sin(angle)});
    }
  }

  private void vertex(int vertex, boolean focus, double[] place, double middle, StringBuilder out) {
    String name = names.of(graph.originalId(vertex));
    double awayX = place[0] - middle;
    // The name of a vertex in the middle stands below it.
    double awayY = place[1] == middle && awayX == 0 ? 1 : place[1] - middle;
    double length = Math.hypot(awayX, awayY);
    out.append(
        String.format(
            Locale.ROOT,
            "<g class=\"%s\"><title>%s, degree %d</title>"
                + "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"/>"
                + "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text></g>%n",
            focus ? "focus" : "neighbor",
            Html.escape(name),
            graph.degree(vertex),
            place[0],
            place[1],
            focus ? 8 : 5,
            place[0] + 15 * awayX / length,
            place[1] + 15 * awayY / length + 4,
            awayX > 5 ? "start" : awayX < -5 ? "end" : "middle",
            Html.escape(Html.cut(name, 14))));
  }
}
