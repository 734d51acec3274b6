package io.cliquestream.cli.output;

import io.cliquestream.formats.VertexNames;
import io.cliquestream.v1.VertexSet;
import java.util.stream.Collectors;

/** Sets of vertices as text. */
final class VertexLists {
  private VertexLists() {}

  /** As {@code {1 2 3}}; names, which may hold spaces, are separated by commas. */
  static String text(VertexSet set, VertexNames vertices) {
    return set.getVerticesList().stream()
        .map(vertices::of)
        .collect(Collectors.joining(vertices.areText() ? ", " : " ", "{", "}"));
  }
}
