package io.cliquestream.formats;

import io.cliquestream.formats.columns.EdgeColumns;
import io.cliquestream.formats.edges.LongTable;
import io.cliquestream.formats.edges.Renumbering;
import io.cliquestream.formats.foreign.ForeignInput;
import io.cliquestream.formats.foreign.Gexf;
import io.cliquestream.formats.foreign.Gml;
import io.cliquestream.formats.foreign.GraphMl;
import io.cliquestream.formats.foreign.JsonGraph;
import io.cliquestream.formats.foreign.NeighborLists;
import io.cliquestream.formats.foreign.PackedBits;
import io.cliquestream.formats.foreign.Pajek;
import io.cliquestream.formats.names.IdKind;
import io.cliquestream.formats.source.Content;
import io.cliquestream.formats.source.Packing;
import io.cliquestream.formats.source.Source;
import io.cliquestream.formats.source.SpooledFile;
import io.cliquestream.formats.table.TableOptions;
import io.cliquestream.formats.table.TableReader;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Phase;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCategory;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.file.GraphFileFormat;
import io.cliquestream.kernels.graph.file.GraphFiles;
import io.cliquestream.kernels.names.NameDictionary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a graph from any number of sources: files, {@code -} for standard input, URLs; plain or
 * packed by gzip, zstd, bzip2, xz or zip; in any {@link InputFormat}. Several sources are one
 * graph, in which equal ids, or equal names, are one vertex.
 *
 * <p>Vertices are numbers, up to 2^64 - 1, or have names, as {@link ReadOptions#ids} says; a graph
 * whose sources have the one and the other is refused. Where names are read and every one turns out
 * to be a number, written in the one way, vertices are numbers unless names were asked for.
 *
 * <p>Failures are {@link ComputeException}s that name the source: as those of {@link GraphFiles},
 * and OPTION_INVALID. A source that cannot be read in the format that was said is described by what
 * it looks like. Nothing stays allocated after one.
 */
public final class GraphReader {
  private final ReadOptions options;
  private final JobControl control;
  private final List<EdgeArray> parts = new ArrayList<>();
  private final List<Boolean> namedParts = new ArrayList<>();
  private NameDictionary dictionary;
  private String numbered;
  private String named;

  private GraphReader(ReadOptions options, JobControl control) {
    this.options = options;
    this.control = control;
  }

  /**
   * Reads a graph; the bytes of files count as the work of the preparing phase.
   *
   * @param sources paths, {@code -} or URLs, one or more
   * @param options how to read them; the same for all sources
   * @param control of the reading: it may be stopped, and progress is told to it
   * @return the caller's to close
   */
  public static GraphData read(List<String> sources, ReadOptions options, JobControl control) {
    if (sources.isEmpty() || sources.stream().filter(Source.STANDARD_INPUT::equals).count() > 1) {
      throw InputFailures.option("one source or more is expected, and '-' once at most");
    }
    GraphReader reader = new GraphReader(options, control);
    boolean finished = false;
    try {
      control.beginPhase(Phase.PREPARING, (double) Source.bytes(sources));
      for (String source : sources) {
        try (Source open = Source.open(source, options.urls(), control)) {
          reader.read(open);
        }
      }
      GraphData data = reader.finish();
      finished = true;
      return data;
    } finally {
      if (!finished) {
        reader.parts.forEach(EdgeArray::close);
        if (reader.dictionary != null) {
          reader.dictionary.close();
        }
      }
    }
  }

  private void read(Source source) {
    try (Content content =
        Content.open(
            source.name(), source.stream(), options.limits().maximumContentBytes(), control)) {
      InputFormat said = options.format();
      boolean sniffed = said == InputFormat.AUTO;
      InputFormat format = sniffed ? FormatSniffer.detect(content, options.table()) : said;
      if (format == InputFormat.AUTO
          && options.ids() == IdKind.NAMES
          && !FormatSniffer.isNamedAsPairs(content)) {
        format = InputFormat.EDGES;
      }
      try {
        read(source, content, format);
      } catch (ComputeException e) {
        ComputeException failure = naming(e, content);
        throw sniffed ? failure : described(failure, content, said);
      }
    }
  }

  /** A bound on all sources together is met in one of them. */
  private static ComputeException naming(ComputeException failure, Content content) {
    return failure.code() != FailureCode.GRAPH_TOO_LARGE
            || failure.getMessage().startsWith(content.name())
        ? failure
        : new ComputeException(
            failure.code(), content.name() + ": " + failure.getMessage(), failure);
  }

  /** Adds what a source looks like to the failure of reading it in another format. */
  private static ComputeException described(
      ComputeException failure, Content content, InputFormat said) {
    if (failure.code().category() != FailureCategory.INPUT) {
      return failure;
    }
    Optional<InputFormat> likely = FormatSniffer.guess(content).filter(found -> found != said);
    return likely
        .map(
            found ->
                new ComputeException(
                    failure.code(),
                    failure.getMessage()
                        + "; it looks like %s (--format %s)"
                            .formatted(found.description(), found.label()),
                    failure))
        .orElse(failure);
  }

  private void read(Source source, Content content, InputFormat format) {
    GraphFileFormat kernel =
        format == InputFormat.AUTO ? GraphFileFormat.AUTO : format.kernel().orElse(null);
    if (kernel != null) {
      if (options.ids() == IdKind.NAMES) {
        throw InputFailures.option(
            "vertices of this format are numbers; --ids names goes with tables, lists and files of"
                + " other tools");
      }
      numbers(content, kernel(source, content, kernel));
      return;
    }
    switch (format) {
      case CSV, TSV, EDGES -> table(source, content, format);
      case PARQUET, ARROW -> columns(source, content, format);
      case GRAPH6, SPARSE6 -> {
        if (options.ids() == IdKind.NAMES) {
          throw InputFailures.option("vertices of graph6 and sparse6 are numbers");
        }
        numbers(content, PackedBits.read(foreign(content, null)));
      }
      case ADJACENCY -> names(content, NeighborLists.readAdjacency(foreign(content)));
      case MULTILINE -> names(content, NeighborLists.readMultiline(foreign(content)));
      case LGL -> names(content, NeighborLists.readLgl(foreign(content)));
      case GRAPHML -> names(content, GraphMl.read(foreign(content)));
      case GEXF -> names(content, Gexf.read(foreign(content)));
      case GML -> names(content, Gml.read(foreign(content)));
      case PAJEK -> names(content, Pajek.read(foreign(content)));
      case JSON -> names(content, JsonGraph.read(foreign(content)));
      case AUTO, SNAP, MATRIX_MARKET, DIMACS, METIS, U32, U64 ->
          throw new IllegalArgumentException("the compute library reads " + format);
    }
  }

  /** What the compute library can open itself it does, pairs from their place. */
  private EdgeArray kernel(Source source, Content content, GraphFileFormat format) {
    boolean known =
        switch (content.packing()) {
          case NONE, GZIP, ZSTD -> !content.hadMark();
          case BZIP2, XZ, ZIP -> false;
        };
    return source
        .file()
        .filter(_ -> known)
        .map(file -> GraphFiles.read(file, format, options.limits(), control))
        .orElseGet(
            () -> GraphFiles.read(content, content.name(), format, options.limits(), control));
  }

  private void table(Source source, Content content, InputFormat format) {
    TableOptions table = options.table();
    if (table.delimiter() == TableOptions.FIND && format != InputFormat.CSV) {
      table = table.withDelimiter(format == InputFormat.TSV ? '\t' : TableOptions.BLANKS);
    }
    if (format == InputFormat.EDGES) {
      // Lists of words know no quotes, and comments as lists of numbers do.
      table = table.withQuote(0).withComment(table.comment().isEmpty() ? "#" : table.comment());
    }
    TableReader.Table read =
        TableReader.read(
            content,
            content.packing() == Packing.NONE ? source.length() : 0,
            table,
            options.ids(),
            this::dictionary,
            options.limits(),
            control);
    if (read.named()) {
      names(content, read.edges());
    } else {
      numbers(content, read.edges());
    }
  }

  private void columns(Source source, Content content, InputFormat format) {
    EdgeColumns.Read read =
        format == InputFormat.ARROW
            ? EdgeColumns.arrow(
                content,
                options.table(),
                options.ids(),
                this::dictionary,
                options.limits(),
                control)
            : parquet(source, content);
    if (read.named()) {
      names(content, read.edges());
    } else {
      numbers(content, read.edges());
    }
  }

  /** From its end, so from a file: its own, or one that is made of what comes. */
  private EdgeColumns.Read parquet(Source source, Content content) {
    Optional<Path> own = source.file().filter(_ -> content.packing() == Packing.NONE);
    if (own.isPresent()) {
      return parquet(content, own.get());
    }
    try (SpooledFile spooled = SpooledFile.of(content)) {
      return parquet(content, spooled.path());
    }
  }

  private EdgeColumns.Read parquet(Content content, Path file) {
    return EdgeColumns.parquet(
        content.name(),
        file,
        options.table(),
        options.ids(),
        this::dictionary,
        options.limits(),
        control);
  }

  private ForeignInput foreign(Content content) {
    return foreign(content, dictionary());
  }

  private ForeignInput foreign(Content content, NameDictionary names) {
    return new ForeignInput(
        content, names, options.nameBytes(), options.nameBy(), options.limits(), control);
  }

  private NameDictionary dictionary() {
    if (dictionary == null) {
      dictionary = new NameDictionary(options.nameBytes());
    }
    return dictionary;
  }

  private void numbers(Content content, EdgeArray edges) {
    parts.add(edges);
    if (edges.size() > 0) {
      numbered = content.name();
      edges.requireIdsBelow(options.limits().vertexBound(), options.limits().parallelism());
    }
    namedParts.add(false);
  }

  private void names(Content content, EdgeArray edges) {
    parts.add(edges);
    if (edges.size() > 0) {
      named = content.name();
    }
    namedParts.add(true);
  }

  private GraphData finish() {
    boolean asNumbers = named == null || (options.ids() != IdKind.NAMES && dictionary.allNumbers());
    if (options.ids() == IdKind.NUMBERS && !asNumbers) {
      throw InputFailures.invalid(
          named, "its vertices have names; --ids names takes them, and auto where there are some");
    }
    if (numbered != null && !asNumbers) {
      throw InputFailures.invalid(
          named,
          "its vertices have names, and those of %s are numbers; --ids names takes all for names,"
                  .formatted(numbered)
              + " where the format has them");
    }
    if (asNumbers && named != null) {
      toNumbers();
    }
    NameDictionary names = asNumbers ? null : dictionary;
    if (asNumbers && dictionary != null) {
      dictionary.close();
      dictionary = null;
    }
    List<EdgeArray> all = List.copyOf(parts);
    // A join uses its parts up, failed or not.
    parts.clear();
    return new GraphData(EdgeArray.join(all, control), names);
  }

  private void toNumbers() {
    try (LongTable values = new LongTable()) {
      for (long number = 0; number < dictionary.size(); number++) {
        if ((number & 0xFFF) == 0) {
          control.checkStopped();
        }
        values.set(number, Long.parseUnsignedLong(dictionary.name(number)));
      }
      for (int part = 0; part < parts.size(); part++) {
        if (namedParts.get(part)) {
          // Used up, failed or not.
          EdgeArray before = parts.set(part, EdgeArray.narrow());
          parts.set(part, Renumbering.of(before, values, control)).close();
        }
      }
    }
  }
}
