package io.cliquestream.cli.help;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Manual pages in the language of man(7), from the same description as the help: a page for each
 * command and each kind of job, named as git names its own.
 */
final class ManualPages {
  private ManualPages() {}

  /** Contents by file name, such as cliquestream-compute-triangles.1. */
  static SequencedMap<String, String> of(CommandLine root) {
    SequencedMap<String, String> pages = new LinkedHashMap<>();
    write(root, pages);
    return pages;
  }

  private static void write(CommandLine command, Map<String, String> pages) {
    pages.put(name(command) + ".1", page(command));
    new TreeMap<>(command.getSubcommands()).values().forEach(next -> write(next, pages));
  }

  private static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName("-");
  }

  private static String page(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    StringBuilder out = new StringBuilder();
    String name = name(command);
    out.append(".TH \"")
        .append(name.toUpperCase(Locale.ROOT).replace("-", "\\-"))
        .append("\" \"1\" \"\" \"Cliquestream\" \"Cliquestream manual\"\n");
    out.append(".SH NAME\n").append(escape(name)).append(" \\- ");
    out.append(escape(firstSentence(description(command)))).append('\n');
    out.append(".SH SYNOPSIS\n.nf\n")
        .append(escape(new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF)).synopsis(0)))
        .append(".fi\n");
    out.append(".SH DESCRIPTION\n").append(escape(description(command))).append('\n');
    List<PositionalParamSpec> parameters =
        spec.positionalParameters().stream().filter(p -> !p.hidden()).toList();
    if (!parameters.isEmpty()) {
      out.append(".SH ARGUMENTS\n");
      for (PositionalParamSpec parameter : parameters) {
        entry(parameter.paramLabel(), parameter, out);
      }
    }
    List<OptionSpec> options =
        spec.options().stream()
            .filter(option -> !option.hidden())
            .sorted(java.util.Comparator.comparing(OptionSpec::longestName))
            .toList();
    if (!options.isEmpty()) {
      out.append(".SH OPTIONS\n");
      for (OptionSpec option : options) {
        String label = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        entry(String.join(", ", option.names()) + label, option, out);
      }
    }
    if (!command.getSubcommands().isEmpty()) {
      out.append(".SH COMMANDS\n");
      command
          .getSubcommands()
          .forEach(
              (word, next) ->
                  out.append(".TP\n.B ")
                      .append(escape(name(next)))
                      .append("(1)\n")
                      .append(escape(description(next)))
                      .append('\n'));
    }
    Map<String, String> codes = spec.root().usageMessage().exitCodeList();
    if (!codes.isEmpty()) {
      out.append(".SH EXIT STATUS\n");
      codes.forEach(
          (code, meaning) ->
              out.append(".TP\n.B ")
                  .append(escape(code))
                  .append('\n')
                  .append(escape(meaning))
                  .append('\n'));
    }
    if (spec.parent() != null) {
      out.append(".SH SEE ALSO\n.BR ")
          .append(escape(spec.parent().qualifiedName("-")))
          .append(" (1)\n");
    }
    return out.toString();
  }

  private static void entry(String head, ArgSpec argument, StringBuilder out) {
    out.append(".TP\n.B ").append(escape(head)).append('\n');
    out.append(escape(Descriptions.of(argument))).append('\n');
  }

  private static String description(CommandLine command) {
    return Descriptions.of(command);
  }

  private static String firstSentence(String text) {
    int end = text.indexOf(". ");
    String sentence = end < 0 ? text : text.substring(0, end);
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  /** Nothing in a text is a command of the language. */
  private static String escape(String text) {
    StringBuilder out = new StringBuilder();
    for (String line : text.split("\n", -1)) {
      String safe = line.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq");
      out.append(safe.startsWith(".") ? "\\&" + safe : safe).append('\n');
    }
    out.setLength(out.length() - 1);
    return out.toString();
  }
}
