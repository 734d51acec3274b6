package io.cliquestream.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.cli.output.PrintingCommand;
import java.io.PrintWriter;
import picocli.CommandLine.Mixin;

/** A command that asks a worker one thing and shows the answer, as JSON or for people. */
abstract class AskingCommand extends PrintingCommand {
  @Mixin private WorkerOptions worker;

  /** Asks. */
  abstract JsonNode ask(WorkerApi api);

  /** Shows what {@link #ask} gave to a person. */
  abstract void print(PrintWriter out, JsonNode answer);

  @Override
  protected final void run(PrintWriter out) {
    JsonNode answer;
    try (WorkerApi api = worker.open()) {
      answer = ask(api);
    }
    if (worker.json()) {
      out.println(answer);
    } else {
      print(out, answer);
    }
  }
}
