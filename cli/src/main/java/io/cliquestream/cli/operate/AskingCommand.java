package io.cliquestream.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.contract.ExitCode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that asks a worker one thing and shows the answer, as JSON or for people. */
abstract class AskingCommand implements Callable<Integer> {
  @Mixin private WorkerOptions worker;
  @Spec private CommandSpec spec;

  /** Asks. */
  abstract JsonNode ask(WorkerApi api);

  /** Shows what {@link #ask} gave to a person. */
  abstract void print(PrintWriter out, JsonNode answer);

  @Override
  public final Integer call() {
    JsonNode answer;
    try (WorkerApi api = worker.open()) {
      answer = ask(api);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (worker.json()) {
      out.println(answer);
    } else {
      print(out, answer);
    }
    out.flush();
    return ExitCode.OK.number();
  }
}
