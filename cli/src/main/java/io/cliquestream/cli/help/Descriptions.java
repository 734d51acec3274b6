package io.cliquestream.cli.help;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/** What help says of a command or an option, its variables filled in. */
final class Descriptions {
  private Descriptions() {}

  static String of(CommandLine command) {
    return String.join(" ", command.getCommandSpec().usageMessage().description());
  }

  static String of(ArgSpec argument) {
    String candidates =
        argument.completionCandidates() == null
            ? ""
            : StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                .collect(Collectors.joining(", "));
    return Arrays.stream(argument.description())
        .collect(Collectors.joining(" "))
        .replace("${DEFAULT-VALUE}", String.valueOf(argument.defaultValueString()))
        .replace("${COMPLETION-CANDIDATES}", candidates)
        .replace("%%", "%");
  }
}
