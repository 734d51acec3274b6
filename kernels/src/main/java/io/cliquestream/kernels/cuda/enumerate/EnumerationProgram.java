package io.cliquestream.kernels.cuda.enumerate;

import io.cliquestream.kernels.cuda.driver.DeviceFunction;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.Pattern;
import java.util.List;
import java.util.Optional;

/**
 * What to do with every connected vertex-induced subgraph of a size: a kernel of the caller's that
 * prunes and classes them. See {@code docs/write-your-own-enumeration.md}.
 *
 * @param kernel from a module built with {@code enumerate/module.cuh}; empty for the library's own
 *     census
 * @param vertices of a subgraph, 2 to 8
 * @param classes of results, 1 to 1,024
 * @param arguments of the program, at most 8
 */
public record EnumerationProgram(
    Optional<DeviceFunction> kernel, int vertices, int classes, List<Long> arguments) {
  /**
   * Checks the bounds.
   *
   * @throws ComputeException OPTION_INVALID when one is exceeded
   */
  public EnumerationProgram {
    arguments = List.copyOf(arguments);
    if (vertices < 2 || vertices > Pattern.MAXIMUM_VERTICES) {
      throw invalid("subgraphs have 2 to 8 vertices, not " + vertices);
    }
    if (kernel.isPresent() && (classes < 1 || classes > EnumeratePolicy.PROGRAM_CLASSES)) {
      throw invalid("a program has 1 to 1024 classes, not " + classes);
    }
    if (arguments.size() > EnumeratePolicy.PROGRAM_ARGUMENTS) {
      throw invalid("a program has at most 8 arguments, not " + arguments.size());
    }
  }

  private static ComputeException invalid(String message) {
    return new ComputeException(FailureCode.OPTION_INVALID, message);
  }
}
