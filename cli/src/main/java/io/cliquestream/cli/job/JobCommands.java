package io.cliquestream.cli.job;

import io.cliquestream.cli.help.ParentCommand;
import io.cliquestream.contract.JobKind;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** Commands that hold one for every kind of job. */
public final class JobCommands {
  private JobCommands() {}

  /**
   * A command with one subcommand for every kind of job, or for the one named.
   *
   * @param only name of a kind; anything else for all
   * @param runner the subcommand of a kind, without the job's own options
   */
  public static CommandSpec of(
      String name, String description, String only, Function<JobChoice, CommandSpec> runner) {
    CommandSpec parent = CommandSpec.forAnnotatedObject(new JobParent());
    parent.name(name).usageMessage().description(description);
    boolean named = Stream.of(JobKind.values()).anyMatch(kind -> kind.text().equals(only));
    for (JobKind kind : JobKind.values()) {
      if (named && !kind.text().equals(only)) {
        continue;
      }
      JobOptions options = new JobOptions(kind);
      CommandSpec command = runner.apply(new JobChoice(kind, options));
      options.addTo(command);
      parent.addSubcommand(kind.text(), command);
    }
    return parent;
  }

  /** A command that only holds others. */
  @Command(mixinStandardHelpOptions = true)
  private static final class JobParent extends ParentCommand {}
}
