package io.cliquestream.cli.rows;

import java.util.List;

/** The kinds of row, with the names of their columns, which are part of the public contract. */
public enum RowKind {
  /** Cliques or triangles through a vertex. */
  VERTEX_COUNT(Shape.RECORD, "vertex", "count"),
  /** Cliques or triangles through an edge. */
  EDGE_COUNT(Shape.RECORD, "from", "to", "count"),
  /** The local clustering coefficient of a vertex. */
  VERTEX_COEFFICIENT(Shape.RECORD, "vertex", "coefficient"),
  /** The core number of a vertex, and its degree. */
  VERTEX_CORE(Shape.RECORD, "vertex", "core", "degree"),
  /** The truss number of an edge. */
  EDGE_TRUSS(Shape.RECORD, "from", "to", "truss"),
  /** An edge that only one of two graphs has. */
  EDGE_CHANGE(Shape.RECORD, "change", "from", "to"),
  /** Cliques of a size. */
  SIZE_COUNT(Shape.RECORD, "size", "count"),
  /** The estimated number of cliques of a size, and its interval. */
  SIZE_ESTIMATE(Shape.RECORD, "size", "estimate", "low", "high"),
  /** Subgraphs of a shape. */
  MOTIF_COUNT(Shape.RECORD, "motif", "count"),
  /** Any other figure of an answer. */
  FIGURE(Shape.RECORD, "figure", "value"),
  /** Cliques that all have one size. */
  CLIQUE_OF_ONE_SIZE(Shape.FIXED_SET, "clique"),
  /** Cliques of any size. */
  CLIQUE(Shape.FREE_SET, "clique"),
  /** A match, in the order of the pattern's vertices. */
  MATCH(Shape.FIXED_SET, "match");

  /** What a row is made of. */
  enum Shape {
    /** A value for each column. */
    RECORD,
    /** Vertices, equally many in every row: in a table a column for each. */
    FIXED_SET,
    /** Vertices, any number: in a table a line for each. */
    FREE_SET
  }

  private final Shape shape;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<String> columns;

  RowKind(Shape shape, String... columns) {
    this.shape = shape;
    this.columns = List.of(columns);
  }

  Shape shape() {
    return shape;
  }

  /** Names of the columns; of a set the one name of its vertices. */
  public List<String> columns() {
    return columns;
  }
}
