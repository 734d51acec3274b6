package io.cliquestream.cli.kafka;

import io.cliquestream.cli.job.SizeText;
import io.cliquestream.formats.GraphData;
import io.cliquestream.formats.GraphReader;
import io.cliquestream.formats.InputFormat;
import io.cliquestream.formats.ReadOptions;
import io.cliquestream.formats.names.IdKind;
import io.cliquestream.formats.source.S3Access;
import io.cliquestream.formats.source.UrlPermission;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.file.ReadLimits;
import io.cliquestream.worker.config.ByteSize;
import io.cliquestream.worker.memory.MemorySettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How graph files are read; shared by every command that reads one. */
public class GraphFileOptions {
  static final String IDS = "--ids";

  /** What {@link #IDS} is, in every command that has it, without the end of the sentence. */
  static final String IDS_DESCRIPTION =
      "What vertices are called by: numbers, names, or auto for numbers where every one is"
          + " (${DEFAULT-VALUE})";

  /** Of an edge array, at least. */
  private static final int BYTES_OF_A_PAIR = 8;

  @Option(
      names = "--format",
      defaultValue = "auto",
      converter = FormatConverter.class,
      paramLabel = "FORMAT",
      description =
          "auto, snap, mtx, dimacs, metis, u32, u64, csv, tsv, edges, adjacency, multiline, lgl,"
              + " graphml, gexf, gml, pajek, graph6, sparse6, json, parquet or arrow"
              + " (${DEFAULT-VALUE}).")
  private InputFormat format;

  @Option(
      names = IDS,
      defaultValue = "auto",
      converter = IdKindConverter.class,
      paramLabel = "KIND",
      description = IDS_DESCRIPTION + ".")
  private IdKind ids;

  @Option(
      names = "--name-by",
      paramLabel = "ATTRIBUTE",
      description =
          "Name vertices by this attribute of GraphML, GEXF, GML, Pajek or JSON; id for their ids.")
  private String nameBy;

  @Option(
      names = "--name-memory",
      defaultValue = "8GiB",
      converter = SizeText.class,
      paramLabel = "SIZE",
      description = "Most memory for names (${DEFAULT-VALUE}).")
  private ByteSize nameMemory;

  @Mixin private TableFileOptions table;

  @Option(names = "--allow-url", description = "Let files be http, https and s3 URLs.")
  private boolean urls;

  @Option(
      names = "--allow-private-url",
      description = "Let their hosts be this machine's or of private networks, too.")
  private boolean privateUrls;

  @Option(
      names = "--url-bytes",
      defaultValue = "4GiB",
      converter = SizeText.class,
      paramLabel = "SIZE",
      description = "Most bytes that a URL may give (${DEFAULT-VALUE}).")
  private ByteSize urlBytes;

  @Option(
      names = "--url-timeout",
      defaultValue = "10m",
      paramLabel = "DURATION",
      description = "Longest time that a URL may take (${DEFAULT-VALUE}).")
  private Duration urlTimeout;

  /**
   * Reads a graph from files, standard input ({@code -}) or URLs, all of them one graph; the caller
   * closes it.
   */
  public GraphData readData(List<String> sources, JobControl control) {
    return GraphReader.read(
        sources,
        new ReadOptions(
            format,
            table.options(),
            ids,
            Optional.ofNullable(nameBy),
            nameMemory.bytes(),
            new UrlPermission(
                urls || privateUrls,
                privateUrls,
                urlBytes.bytes(),
                urlTimeout,
                S3Access.of(System.getenv())),
            limits()),
        control);
  }

  /** A packed file of some kilobytes can hold more edges than any memory. */
  private static ReadLimits limits() {
    ReadLimits limits = ReadLimits.defaults();
    long pairs = MemorySettings.machineBytes() / BYTES_OF_A_PAIR;
    return limits.withMaximumPairs(Math.clamp(pairs, 1, limits.maximumPairs()));
  }

  /** Most bytes of names. */
  public long nameBytes() {
    return nameMemory.bytes();
  }

  /** What vertices are called by. */
  IdKind ids() {
    return ids;
  }

  /** Reads the edges of a file, without the names of vertices; the caller closes them. */
  public EdgeArray readEdges(Path file, JobControl control) {
    try (GraphData data = readData(List.of(file.toString()), control)) {
      return data.takeEdges();
    }
  }

  private static final class FormatConverter implements ITypeConverter<InputFormat> {
    @Override
    public InputFormat convert(String text) {
      return InputFormat.ofLabel(text)
          .orElseThrow(
              () ->
                  new TypeConversionException("'" + text + "' is none of " + InputFormat.labels()));
    }
  }

  static final class IdKindConverter implements ITypeConverter<IdKind> {
    @Override
    public IdKind convert(String text) {
      return IdKind.ofLabel(text)
          .orElseThrow(
              () -> new TypeConversionException("'" + text + "' is none of auto, numbers, names"));
    }
  }
}
