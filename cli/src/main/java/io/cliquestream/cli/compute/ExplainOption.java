package io.cliquestream.cli.compute;

import picocli.CommandLine.Option;

/** Whether to show a plan and run nothing; for jobs that follow a matching plan. */
final class ExplainOption {
  @Option(
      names = "--explain",
      description =
          "Show the matching plan (order, restrictions, automorphisms, cached intersections,"
              + " predicted cost) and run nothing.")
  private boolean explain;

  boolean asked() {
    return explain;
  }
}
