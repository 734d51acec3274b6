package io.cliquestream.kernels.cpu.schedule;

/** Ends a search that a forecast tries, once it takes too long. */
public final class BudgetSpentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Without a stack: it is thrown where it is expected. */
  public BudgetSpentException() {
    super("sampling budget spent", null, false, false);
  }
}
