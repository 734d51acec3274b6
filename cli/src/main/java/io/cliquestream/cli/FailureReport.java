package io.cliquestream.cli;

import io.cliquestream.broker.BrokerException;
import io.cliquestream.cli.operate.WorkerApiException;
import io.cliquestream.client.ClientException;
import io.cliquestream.contract.ContractException;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.contract.Failures;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.config.ConfigurationException;
import io.cliquestream.worker.failure.WorkerException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Says in one line why a command failed, and turns the failure's category into an exit code. */
final class FailureReport implements IExecutionExceptionHandler {
  /** Property of the JVM that adds stack traces to unforeseen failures. */
  private static final String VERBOSE = "cliquestream.verbose";

  private static final long LARGE_HEAP_GIBIBYTES = 16;

  @Override
  public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    return switch (failure) {
      case ComputeException e ->
          report(err, FailureCode.forNumber(e.code().number()), e.getMessage());
      case WorkerException e -> report(err, e.code(), e.getMessage());
      case BrokerException e -> report(err, e.code(), e.getMessage());
      case ClientException e -> report(err, e.code(), e.getMessage());
      case WorkerApiException e -> {
        err.println("cliquestream: " + e.code() + ": " + oneLine(e.getMessage()));
        yield e.exitCode().number();
      }
      case ConfigurationException e ->
          report(err, FailureCode.FAILURE_CODE_OPTION_INVALID, e.getMessage());
      case ContractException e -> report(err, e.code(), e.getMessage());
      default -> {
        err.println(unforeseen(failure));
        if (isVerbose()) {
          failure.printStackTrace(err);
        }
        yield ExitCode.INTERNAL.number();
      }
    };
  }

  /** One line for what should not happen; the trace is for those who ask. */
  static String unforeseen(Throwable failure) {
    String hint =
        isVerbose() ? "" : " (CLIQUESTREAM_JAVA_OPTIONS=-D" + VERBOSE + " shows where it happened)";
    return "cliquestream: INTERNAL: " + oneLine(failure.toString()) + hint;
  }

  /** One line for the end of the heap, or of the memory beside it. */
  static String outOfMemory(OutOfMemoryError end) {
    long heap = Runtime.getRuntime().maxMemory();
    return ("cliquestream: JOB_MEMORY_EXCEEDED: memory is used up (%s); the Java heap takes %d MiB at"
            + " most, and CLIQUESTREAM_JAVA_OPTIONS=-Xmx%dg, say, changes that")
        .formatted(
            oneLine(String.valueOf(end.getMessage())),
            heap >> 20,
            Math.max(LARGE_HEAP_GIBIBYTES, 2 * (heap >> 30)));
  }

  private static boolean isVerbose() {
    return System.getProperty(VERBOSE) != null;
  }

  /** File names and messages of others may hold line breaks; a failure is one line. */
  private static String oneLine(String text) {
    return text.replaceAll("\\R+", " ");
  }

  private static int report(PrintWriter err, FailureCode code, String message) {
    err.println("cliquestream: " + Failures.nameOf(code) + ": " + oneLine(String.valueOf(message)));
    return ExitCode.of(code).number();
  }
}
