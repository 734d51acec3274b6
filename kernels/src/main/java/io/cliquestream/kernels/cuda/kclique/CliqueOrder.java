package io.cliquestream.kernels.cuda.kclique;

import io.cliquestream.kernels.graph.Ordering;
import java.util.Locale;

/** An order to orient a graph by on the device, the cheapest first. */
public enum CliqueOrder {
  /** By degree, as the graph lies on the device anyway. */
  DEGREE,
  /** Near a degeneracy order, in a few passes over the edges. */
  APPROXIMATE,
  /** By exact degeneracy: a peel, whose rounds depend on one another. */
  DEGENERACY;

  /** The order that a job asks for. */
  static CliqueOrder of(Ordering ordering) {
    return switch (ordering) {
      case DEGREE -> DEGREE;
      case DEGENERACY -> DEGENERACY;
    };
  }

  /** The name in plans and on the command line. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
