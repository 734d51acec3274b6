package io.cliquestream.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lets a worker end. */
@Command(
    name = "drain",
    mixinStandardHelpOptions = true,
    description = {
      "Lets a worker end in order: it takes no more jobs, ends those that run, and leaves.",
      "What it has no time for (drain.timeout) is another worker's. Nothing is lost."
    })
public final class DrainCommand extends AskingCommand {

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
  JsonNode ask(WorkerApi api) {
    ObjectNode request = WorkerApi.object();
    if (name != null) {
      request.put("worker", name);
    }
    if (!note.isEmpty()) {
      request.put("note", note);
    }
    return api.post("/drain", request);
  }

  @Override
  void print(PrintWriter out, JsonNode answer) {
    out.println((name == null ? "the worker" : name) + " was told to drain");
  }
}
