package io.cliquestream.cli;

import io.cliquestream.broker.BrokerException;
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
  @Override
  public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    return switch (failure) {
      case ComputeException e ->
          report(err, FailureCode.forNumber(e.code().number()), e.getMessage());
      case WorkerException e -> report(err, e.code(), e.getMessage());
      case BrokerException e -> report(err, e.code(), e.getMessage());
      case ClientException e -> report(err, e.code(), e.getMessage());
      case ConfigurationException e ->
          report(err, FailureCode.FAILURE_CODE_OPTION_INVALID, e.getMessage());
      case ContractException e -> report(err, e.code(), e.getMessage());
      default -> {
        err.println("cliquestream: INTERNAL: " + failure);
        failure.printStackTrace(err);
        yield ExitCode.INTERNAL.number();
      }
    };
  }

  private static int report(PrintWriter err, FailureCode code, String message) {
    err.println("cliquestream: " + Failures.nameOf(code) + ": " + message);
    return ExitCode.of(code).number();
  }
}
