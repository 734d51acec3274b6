package io.cliquestream.cli.job;

import io.cliquestream.v1.Ordering;

/** The orientation's order on the command line. */
enum OrderingOption {
  auto(Ordering.ORDERING_CHOSEN),
  degree(Ordering.ORDERING_DEGREE),
  degeneracy(Ordering.ORDERING_DEGENERACY);

  private final Ordering ordering;

  OrderingOption(Ordering ordering) {
    this.ordering = ordering;
  }

  Ordering ordering() {
    return ordering;
  }
}
