package io.cliquestream.cli.kafka;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.file.GraphFileFormat;
import io.cliquestream.kernels.graph.file.GraphFiles;
import io.cliquestream.kernels.graph.file.ReadLimits;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How a graph file is read; shared by every command that reads one. */
public final class GraphFileOptions {
  @Option(
      names = "--format",
      defaultValue = "auto",
      converter = FormatConverter.class,
      paramLabel = "FORMAT",
      description = "auto, snap, mtx, dimacs, metis, u32 or u64 (${DEFAULT-VALUE}).")
  private GraphFileFormat format;

  /** Reads the edges of a file; the caller closes them. */
  public EdgeArray read(Path file, JobControl control) {
    return GraphFiles.read(file, format, ReadLimits.defaults(), control);
  }

  private static final class FormatConverter implements ITypeConverter<GraphFileFormat> {
    @Override
    public GraphFileFormat convert(String text) {
      return GraphFileFormat.ofLabel(text)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'" + text + "' is none of auto, snap, mtx, dimacs, metis, u32, u64"));
    }
  }
}
