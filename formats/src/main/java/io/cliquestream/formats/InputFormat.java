package io.cliquestream.formats;

import io.cliquestream.kernels.graph.file.GraphFileFormat;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a source can hold: the compute library's formats, and those of other tools. */
public enum InputFormat {
  /** Recognised by content and name. */
  AUTO("auto", ""),
  /**
   * Text with a pair of numbers a line between blanks, as SNAP has it; {@code #} and {@code %}
   * begin comments.
   */
  SNAP("snap", "numbers between blanks"),
  /** MatrixMarket in coordinates; ids from 1 in the file. */
  MATRIX_MARKET("mtx", "MatrixMarket"),
  /** DIMACS: a {@code p} line and {@code e} lines. */
  DIMACS("dimacs", "DIMACS"),
  /** METIS, one line of neighbours for each vertex. */
  METIS("metis", "METIS"),
  /** Pairs of ids of 32 bits, little-endian, and nothing else. */
  U32("u32", "plain pairs of 32 bits"),
  /** Pairs of ids of 64 bits, little-endian, and nothing else. */
  U64("u64", "plain pairs of 64 bits"),
  /** Rows of columns: any delimiter, quotes, with or without a header. */
  CSV("csv", "a table with delimiters"),
  /** The same with tabs between the columns. */
  TSV("tsv", "a table with tabs"),
  /** Two names a line between blanks, perhaps with a weight or NetworkX's attributes behind. */
  EDGES("edges", "two names a line"),
  /** A vertex and its neighbours a line, as NetworkX writes it. */
  ADJACENCY("adjacency", "a vertex and its neighbours a line"),
  /**
   * A vertex and the number of its neighbours, and a line for each of them, as NetworkX writes it.
   */
  MULTILINE("multiline", "a vertex and how many neighbours, who follow"),
  /** Large Graph Layout of igraph. */
  LGL("lgl", "igraph's LGL"),
  /** GraphML, an XML of nodes and edges. */
  GRAPHML("graphml", "GraphML"),
  /** GEXF, Gephi's XML. */
  GEXF("gexf", "GEXF"),
  /** GML, text of nested keys and values. */
  GML("gml", "GML"),
  /** A Pajek network, with vertices, arcs and edges. */
  PAJEK("pajek", "a Pajek network"),
  /** Nauty's graph6: a line of printable characters for a graph. */
  GRAPH6("graph6", "graph6"),
  /** Nauty's sparse6: the same for sparse graphs. */
  SPARSE6("sparse6", "sparse6"),
  /** Node-link data and its relatives. */
  JSON("json", "JSON"),
  /** Columns of Apache Parquet. */
  PARQUET("parquet", "Parquet"),
  /** Columns of Apache Arrow, as a file (Feather) or a stream. */
  ARROW("arrow", "Arrow");

  private final String label;
  private final String description;

  InputFormat(String label, String description) {
    this.label = label;
    this.description = description;
  }

  /** {@return the name people give the format in options} */
  public String label() {
    return label;
  }

  /** {@return what it is, in a few words for a message} */
  public String description() {
    return description;
  }

  /** The compute library's format, if it is one of those. */
  Optional<GraphFileFormat> kernel() {
    return switch (this) {
      case SNAP -> Optional.of(GraphFileFormat.SNAP);
      case MATRIX_MARKET -> Optional.of(GraphFileFormat.MATRIX_MARKET);
      case DIMACS -> Optional.of(GraphFileFormat.DIMACS);
      case METIS -> Optional.of(GraphFileFormat.METIS);
      case U32 -> Optional.of(GraphFileFormat.U32);
      case U64 -> Optional.of(GraphFileFormat.U64);
      case AUTO,
          CSV,
          TSV,
          EDGES,
          ADJACENCY,
          MULTILINE,
          LGL,
          GRAPHML,
          GEXF,
          GML,
          PAJEK,
          GRAPH6,
          SPARSE6,
          JSON,
          PARQUET,
          ARROW ->
          Optional.empty();
    };
  }

  /**
   * The format of a name, letters in either case.
   *
   * @param text such as {@code csv}
   * @return empty when no format has this name
   */
  public static Optional<InputFormat> ofLabel(String text) {
    String wanted = text.toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(format -> format.label.equals(wanted)).findFirst();
  }

  /** {@return every name, with commas between} */
  public static String labels() {
    return Arrays.stream(values()).map(InputFormat::label).collect(Collectors.joining(", "));
  }
}
