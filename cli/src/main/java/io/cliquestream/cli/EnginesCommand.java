package io.cliquestream.cli;

import io.cliquestream.cli.output.PrintingCommand;
import io.cliquestream.kernels.engine.EngineAvailability;
import io.cliquestream.kernels.engine.Engines;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** Lists the engines of this machine. */
@Command(
    name = "engines",
    mixinStandardHelpOptions = true,
    description = "Lists the engines and whether this machine has them.")
final class EnginesCommand extends PrintingCommand {
  @Override
  protected void run(PrintWriter out) {
    for (EngineAvailability engine : Engines.survey()) {
      out.printf(
          "%-5s %-13s %s%n",
          engine.kind().label(),
          engine.available() ? "available" : "unavailable",
          engine.description());
    }
  }
}
