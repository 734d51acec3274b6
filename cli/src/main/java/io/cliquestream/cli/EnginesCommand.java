package io.cliquestream.cli;

import io.cliquestream.contract.ExitCode;
import io.cliquestream.kernels.engine.EngineAvailability;
import io.cliquestream.kernels.engine.Engines;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists the engines of this machine. */
@Command(
    name = "engines",
    mixinStandardHelpOptions = true,
    description = "Lists the engines and whether this machine has them.")
final class EnginesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    for (EngineAvailability engine : Engines.survey()) {
      spec.commandLine()
          .getOut()
          .printf(
              "%-5s %-13s %s%n",
              engine.kind().label(),
              engine.available() ? "available" : "unavailable",
              engine.description());
    }
    return ExitCode.OK.number();
  }
}
