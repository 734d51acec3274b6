package io.cliquestream.cli.job;

import io.cliquestream.v1.BreadthFirstSearch;
import io.cliquestream.v1.CliqueOrientation;
import io.cliquestream.v1.SubListOrder;
import io.cliquestream.v1.WindowOrder;
import picocli.CommandLine.Option;

/** Choices of the breadth-first search for maximum cliques. */
final class BreadthFirstOptions {
  private enum Orientation {
    degree(CliqueOrientation.CLIQUE_ORIENTATION_DEGREE),
    index(CliqueOrientation.CLIQUE_ORIENTATION_INDEX);

    private final CliqueOrientation orientation;

    Orientation(CliqueOrientation orientation) {
      this.orientation = orientation;
    }
  }

  private enum SubLists {
    rising(SubListOrder.SUB_LIST_ORDER_RISING_DEGREE),
    falling(SubListOrder.SUB_LIST_ORDER_FALLING_DEGREE);

    private final SubListOrder order;

    SubLists(SubListOrder order) {
      this.order = order;
    }
  }

  private enum Order {
    descending(WindowOrder.WINDOW_ORDER_DESCENDING),
    ascending(WindowOrder.WINDOW_ORDER_ASCENDING),
    index(WindowOrder.WINDOW_ORDER_INDEX);

    private final WindowOrder order;

    Order(WindowOrder order) {
      this.order = order;
    }
  }

  @Option(
      names = "--seeds",
      defaultValue = "0",
      paramLabel = "N",
      description = "Vertices a multi-run heuristic starts from; 0: all (${DEFAULT-VALUE}).")
  private int seeds;

  @Option(
      names = "--orientation",
      defaultValue = "degree",
      paramLabel = "NAME",
      description = "Which end keeps an edge, the smaller ${COMPLETION-CANDIDATES}.")
  private Orientation orientation;

  @Option(
      names = "--sub-lists",
      defaultValue = "rising",
      paramLabel = "NAME",
      description = "Degrees inside a sub-list: ${COMPLETION-CANDIDATES}.")
  private SubLists subLists;

  @Option(names = "--core-bounds", description = "Prune by core numbers instead of degrees.")
  private boolean coreBounds;

  @Option(
      names = "--window",
      defaultValue = "0",
      paramLabel = "N",
      description = "Entries of the 2-clique list searched at a time; 0: what memory holds.")
  private int window;

  @Option(
      names = "--window-order",
      defaultValue = "descending",
      paramLabel = "NAME",
      description = "Sub-lists by the degree of their source: ${COMPLETION-CANDIDATES}.")
  private Order windowOrder;

  @Option(
      names = "--windows-at-once",
      defaultValue = "0",
      paramLabel = "N",
      description = "0, 1: the whole GPU on one window; more: a window on each of N blocks.")
  private int windowsAtOnce;

  @Option(
      names = "--color-from",
      defaultValue = "0",
      paramLabel = "N",
      description = "Color sub-lists of N vertices or more, to prune by it; 0: none.")
  private int colorFrom;

  BreadthFirstSearch message() {
    return BreadthFirstSearch.newBuilder()
        .setSeeds(Limits.notNegative("--seeds", seeds))
        .setOrientation(orientation.orientation)
        .setSubLists(subLists.order)
        .setCoreBounds(coreBounds)
        .setWindow(Limits.notNegative("--window", window))
        .setWindowOrder(windowOrder.order)
        .setWindowsAtOnce(Limits.notNegative("--windows-at-once", windowsAtOnce))
        .setColorFrom(Limits.notNegative("--color-from", colorFrom))
        .build();
  }
}
