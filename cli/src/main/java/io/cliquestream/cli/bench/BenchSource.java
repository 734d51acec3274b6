package io.cliquestream.cli.bench;

import io.cliquestream.cli.kafka.GraphFileOptions;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Where the graph of a benchmark comes from: a file, or a model to generate. */
final class BenchSource {
  private static final class Choice {
    @Option(names = "--graph", paramLabel = "FILE", description = "The graph file.")
    private Path file;

    @Parameters(
        arity = "1..*",
        paramLabel = "MODEL NUMBERS...",
        description = "Or a model to generate, such as rmat 20 16 0.57 0.19 0.19 7.")
    private List<String> model;
  }

  @ArgGroup(multiplicity = "1")
  private Choice choice;

  @Mixin private GraphFileOptions files;

  BenchedGraph open() {
    return choice.file == null
        ? BenchedGraph.generate(choice.model)
        : BenchedGraph.read(choice.file, files);
  }
}
