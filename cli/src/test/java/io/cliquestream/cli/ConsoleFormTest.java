package io.cliquestream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.JobKind;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;

/** The console's form knows every kind of job with the options that {@code submit} takes. */
final class ConsoleFormTest {
  @Test
  void theFormAndTheCommandLineTakeTheSameOptions() throws Exception {
    String form = file("kinds.js") + file("options.js");
    String common = file("common.js");
    var submit = new TreeSet<String>();
    for (JobKind kind : JobKind.values()) {
      assertThat(form).contains("id: '" + kind.text() + "'");
      CommandSpec spec =
          CliquestreamCommand.specification("submit", kind.text())
              .subcommands()
              .get("submit")
              .getSubcommands()
              .get(kind.text())
              .getCommandSpec();
      spec.mixins().get("job").options().forEach(option -> submit.add(option.longestName()));
    }
    assertThat(words(form)).containsExactlyInAnyOrderElementsOf(submit);
    assertThat(words(common))
        .containsExactlyInAnyOrder(
            "--graph-id",
            "--graph-version",
            "--job-id",
            "--tenant",
            "--priority",
            "--deadline",
            "--engine",
            "--every-version",
            "--every");
  }

  private static TreeSet<String> words(String script) {
    var found = new TreeSet<String>();
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
