package io.cliquestream.cli.kafka;

import java.util.List;
import picocli.CommandLine.Option;

/** The files of the one graph that a command is about, and how they are read. */
public final class GraphSources extends GraphFileOptions {
  @Option(
      names = "--graph",
      required = true,
      paramLabel = "FILE",
      description = "The graph file, - for standard input, or a URL; several are one graph.")
  private List<String> sources;

  public List<String> names() {
    return sources;
  }
}
