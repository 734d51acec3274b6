package io.cliquestream.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.contract.ExitCode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lets a worker end. */
@Command(
    name = "drain",
    mixinStandardHelpOptions = true,
    description = {
      "Lets a worker end in order: it takes no more jobs, ends those that run, and leaves.",
      "What it has no time for (drain.timeout) is another worker's. Nothing is lost."
    })
public final class DrainCommand implements Callable<Integer> {
  @Mixin private WorkerOptions worker;
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "WORKER",
      description = "Its name, as 'workers' shows it; the one that is asked when not given.")
  private String name;

  @Option(
      names = "--note",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Why; kept in the audit log.")
  private String note;

  @Override
  public Integer call() {
    ObjectNode request = WorkerApi.object();
    if (name != null) {
      request.put("worker", name);
    }
    if (!note.isEmpty()) {
      request.put("note", note);
    }
    JsonNode answer;
    try (WorkerApi api = worker.open()) {
      answer = api.post("/drain", request);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        worker.json() ? answer : (name == null ? "the worker" : name) + " was told to drain");
    out.flush();
    return ExitCode.OK.number();
  }
}
