package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.JobKind;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The console's form knows every kind of job with the options that {@code submit} takes. */
final class ConsoleFormTest {
  /** Where the broker is, how long to wait, and how the answer is shown: nothing of the job's. */
  private static final Set<String> OF_THE_TERMINAL =
      Set.of(
          "--bootstrap",
          "--topic-prefix",
          "--kafka-properties",
          "--wait",
          "--timeout",
          "--json",
          "--output",
          "--output-format",
          "--rows",
          "--top",
          "--bars",
          "--report",
          "--help",
          "--version");

  @Test
  void theFormAndTheCommandLineTakeTheSameOptions() throws Exception {
    String kinds = file("kinds.js") + file("options.js");
    Set<String> ofAll = optionsOf(JobKind.TRIANGLES);
    Set<String> ofSome = new TreeSet<>();
    for (JobKind kind : JobKind.values()) {
      assertThat(kinds).contains("id: '" + kind.text() + "'");
      Set<String> options = optionsOf(kind);
      ofAll.retainAll(options);
      ofSome.addAll(options);
    }
    ofSome.removeAll(ofAll);
    assertThat(words(kinds)).containsExactlyElementsOf(ofSome);
    Set<String> common = words(file("common.js") + file("standing.js"));
    ofAll.removeAll(OF_THE_TERMINAL);
    assertThat(common).containsExactlyElementsOf(ofAll);
  }

  private static Set<String> optionsOf(JobKind kind) {
    CommandSpec submit =
        CliquestreamCommand.specification("submit", kind.text())
            .subcommands()
            .get("submit")
            .getSubcommands()
            .get(kind.text())
            .getCommandSpec();
    Set<String> names = new TreeSet<>();
    for (OptionSpec option : submit.options()) {
      names.add(option.longestName());
    }
    return names;
  }

  private static Set<String> words(String script) {
    Set<String> found = new TreeSet<>();
    var word = Pattern.compile("'(--[a-z-]+)'").matcher(script);
    while (word.find()) {
      found.add(word.group(1));
    }
    return found;
  }

  private static String file(String name) throws Exception {
    try (InputStream file =
        ConsoleFormTest.class.getResourceAsStream("/io/cliquestream/console/script/job/" + name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
