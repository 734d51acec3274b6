package io.cliquestream.cli.rows;

import java.util.List;

/** The kinds of row, with the names of their columns, which are part of the public contract. */
public enum RowKind {
  /** Cliques or triangles through a vertex; its core number. */
  VERTEX_COUNT(Shape.RECORD, Column.vertex("vertex"), Column.count("count")),
  /** Cliques or triangles through an edge. */
  EDGE_COUNT(Shape.RECORD, Column.vertex("from"), Column.vertex("to"), Column.count("count")),
  /** The local clustering coefficient of a vertex. */
  VERTEX_COEFFICIENT(Shape.RECORD, Column.vertex("vertex"), Column.real("coefficient")),
  /** The core number of a vertex, and its degree. */
  VERTEX_CORE(Shape.RECORD, Column.vertex("vertex"), Column.count("core"), Column.count("degree")),
  /** The truss number of an edge. */
  EDGE_TRUSS(Shape.RECORD, Column.vertex("from"), Column.vertex("to"), Column.count("truss")),
  /** An edge that only one of two graphs has. */
  EDGE_CHANGE(Shape.RECORD, Column.text("change"), Column.vertex("from"), Column.vertex("to")),
  /** Cliques of a size. */
  SIZE_COUNT(Shape.RECORD, Column.count("size"), Column.count("count")),
  /** The estimated number of cliques of a size, and its interval. */
  SIZE_ESTIMATE(
      Shape.RECORD,
      Column.count("size"),
      Column.real("estimate"),
      Column.real("low"),
      Column.real("high")),
  /** Vertices of a core number. */
  CORE_COUNT(Shape.RECORD, Column.count("core"), Column.count("vertices")),
  /** Subgraphs of a shape. */
  MOTIF_COUNT(Shape.RECORD, Column.text("motif"), Column.count("count")),
  /** Any other figure of an answer. */
  FIGURE(Shape.RECORD, Column.text("figure"), Column.text("value")),
  /** Cliques that all have one size. */
  CLIQUE_OF_ONE_SIZE(Shape.FIXED_SET, Column.vertex("clique")),
  /** Cliques of any size. */
  CLIQUE(Shape.FREE_SET, Column.vertex("clique")),
  /** A match, in the order of the pattern's vertices. */
  MATCH(Shape.FIXED_SET, Column.vertex("match"));

  /** What a row is made of. */
  enum Shape {
    /** A value for each column. */
    RECORD,
    /** Vertices, equally many in every row: in a table a column for each. */
    FIXED_SET,
    /** Vertices, any number: in a table a line for each. */
    FREE_SET
  }

  /** What a column holds. */
  enum Value {
    /** Ids, or names. */
    VERTEX,
    /** Whole numbers. */
    COUNT,
    /** Fractions. */
    REAL,
    /** Words, and figures of every kind. */
    TEXT
  }

  /** A column. */
  record Column(String name, Value value) {
    static Column vertex(String name) {
      return new Column(name, Value.VERTEX);
    }

    static Column count(String name) {
      return new Column(name, Value.COUNT);
    }

    static Column real(String name) {
      return new Column(name, Value.REAL);
    }

    static Column text(String name) {
      return new Column(name, Value.TEXT);
    }
  }

  private final Shape shape;

  @SuppressWarnings("ImmutableEnumChecker") // List.of
  private final List<Column> columns;

  RowKind(Shape shape, Column... columns) {
    this.shape = shape;
    this.columns = List.of(columns);
  }

  Shape shape() {
    return shape;
  }

  /** Names of the columns; of a set the one name of its vertices. */
  public List<String> columns() {
    return columns.stream().map(Column::name).toList();
  }

  /** The same with what they hold. */
  List<Column> typed() {
    return columns;
  }
}
