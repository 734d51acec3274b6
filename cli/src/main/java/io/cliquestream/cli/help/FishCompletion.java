package io.cliquestream.cli.help;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Completion for fish: a line for each command and option, on the condition that the words before
 * are that command's.
 */
final class FishCompletion {
  private FishCompletion() {}

  static String script(CommandLine root) {
    StringBuilder out = new StringBuilder();
    out.append("# Completion of cliquestream for fish.\n");
    out.append(
        """
        function __cliquestream_at
            set -l words
            for word in (commandline -opc)[2..-1]
                string match -q -- '-*' $word; and break
                set -a words $word
            end
            test "$words" = "$argv"
        end
        complete -c cliquestream -f
        """);
    command(root, List.of(), out);
    return out.toString();
  }

  private static void command(CommandLine command, List<String> words, StringBuilder out) {
    String at = "-n '__cliquestream_at " + String.join(" ", words) + "'";
    command
        .getSubcommands()
        .forEach(
            (word, next) ->
                out.append("complete -c cliquestream ")
                    .append(at)
                    .append(" -a ")
                    .append(word)
                    .append(" -d ")
                    .append(quote(Descriptions.of(next)))
                    .append('\n'));
    for (OptionSpec option : command.getCommandSpec().options()) {
      if (!option.hidden()) {
        option(option, at, out);
      }
    }
    command
        .getSubcommands()
        .forEach(
            (word, next) -> {
              List<String> below = new ArrayList<>(words);
              below.add(word);
              command(next, below, out);
            });
  }

  private static void option(OptionSpec option, String at, StringBuilder out) {
    out.append("complete -c cliquestream ").append(at);
    for (String name : option.names()) {
      out.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^--?", ""));
    }
    if (option.arity().max() > 0) {
      if (option.completionCandidates() != null) {
        String values =
            StreamSupport.stream(option.completionCandidates().spliterator(), false)
                .collect(Collectors.joining(" "));
        out.append(" -x -a ").append(quote(values));
      } else {
        out.append(option.type() == Path.class ? " -r -F" : " -x");
      }
    }
    out.append(" -d ").append(quote(Descriptions.of(option))).append('\n');
  }

  private static String quote(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
