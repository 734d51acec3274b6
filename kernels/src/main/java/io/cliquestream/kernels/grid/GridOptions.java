package io.cliquestream.kernels.grid;

import io.cliquestream.kernels.control.Parallelism;
import java.nio.file.Path;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * How a graph is cut and what it may take.
 *
 * @param budgetBytes most bytes of parts in memory, and of what a part takes while it is sorted; 1
 *     or more. Beside it a run takes 8 bytes for each id up to the largest one
 * @param folder where the file of the parts lies while the job runs: 12 bytes an arc
 * @param parallelism threads
 * @param n classes of ranks, 1 to {@value GridPlan#MOST_CLASSES}; the smallest that fits when empty
 * @param m shares of each task, 1 to {@value #MOST_SHARES}; four a thread when empty
 */
public record GridOptions(
    long budgetBytes, Path folder, Parallelism parallelism, OptionalInt n, OptionalInt m) {
  /** Largest {@code m}. */
  public static final int MOST_SHARES = 1 << 16;

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException for a budget below 1 byte, or n or m out of its range
   */
  public GridOptions {
    Objects.requireNonNull(folder);
    Objects.requireNonNull(parallelism);
    if (budgetBytes < 1) {
      throw new IllegalArgumentException("a budget of " + budgetBytes + " bytes");
    }
    if (n.isPresent() && (n.getAsInt() < 1 || n.getAsInt() > GridPlan.MOST_CLASSES)) {
      throw new IllegalArgumentException(n.getAsInt() + " classes of ranks");
    }
    if (m.isPresent() && (m.getAsInt() < 1 || m.getAsInt() > MOST_SHARES)) {
      throw new IllegalArgumentException(m.getAsInt() + " shares");
    }
  }

  /**
   * Cut as the budget demands.
   *
   * @param budgetBytes most bytes of parts in memory
   * @param folder for the parts, which go when the count ends
   * @param parallelism threads, and what stops them
   * @return options that leave n and m to the plan
   */
  public static GridOptions of(long budgetBytes, Path folder, Parallelism parallelism) {
    return new GridOptions(
        budgetBytes, folder, parallelism, OptionalInt.empty(), OptionalInt.empty());
  }

  /**
   * {@return the same with n and m forced}
   *
   * @param forcedN classes of ranks, 1 to {@value GridPlan#MOST_CLASSES}
   * @param forcedM shares of each task, 1 to {@value #MOST_SHARES}
   */
  public GridOptions with(int forcedN, int forcedM) {
    return new GridOptions(
        budgetBytes, folder, parallelism, OptionalInt.of(forcedN), OptionalInt.of(forcedM));
  }

  int shares() {
    return m.orElse(4 * parallelism.threads());
  }
}
