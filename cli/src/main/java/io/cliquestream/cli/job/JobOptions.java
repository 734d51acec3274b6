package io.cliquestream.cli.job;

import com.google.protobuf.Message;
import io.cliquestream.contract.JobKind;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.worker.translation.JobKindCatalogue;
import io.cliquestream.worker.translation.JobKindDescription;
import io.cliquestream.worker.translation.JobOption;
import io.cliquestream.worker.translation.JobRequests;
import io.cliquestream.worker.translation.OptionType;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** The catalogue's options of one kind of job on a command line. */
public final class JobOptions {
  private record Given(JobOption option, OptionSpec spec) {}

  private final JobKindDescription description;
  private final List<Given> options = new ArrayList<>();
  private final List<Given> standing = new ArrayList<>();

  /** Fresh options of a kind. */
  public JobOptions(JobKind kind) {
    description = JobKindCatalogue.of(kind);
    description.options().forEach(option -> options.add(new Given(option, specification(option))));
  }

  /** Lets a command take what standing jobs of every kind do, too. */
  public void addStandingTo(CommandSpec command) {
    JobKindCatalogue.standing()
        .forEach(option -> standing.add(new Given(option, specification(option))));
    add(standing, command);
  }

  /** Lets a command take these options, and says in its help what the kind does. */
  public void addTo(CommandSpec command) {
    command.usageMessage().description(description.help() + ".");
    add(options, command);
  }

  private static void add(List<Given> given, CommandSpec command) {
    for (Given each : given) {
      if (each.option.group().isEmpty()) {
        command.addOption(each.spec);
      }
    }
    given.stream()
        .map(each -> each.option.group())
        .distinct()
        .forEach(name -> group(name, given, command));
  }

  private static void group(String name, List<Given> all, CommandSpec command) {
    if (!name.isEmpty()) {
      var group = ArgGroupSpec.builder().validate(false).heading(name + ":%n");
      all.stream()
          .filter(given -> given.option.group().equals(name))
          .forEach(given -> group.addArg(given.spec));
      command.addArgGroup(group.build());
    }
  }

  /** Puts the algorithm and its options into a request, once the command line is parsed. */
  public void apply(JobRequest.Builder request) {
    write(options, description.algorithm(request));
    write(
        standing.stream().filter(given -> !Boolean.FALSE.equals(given.spec.getValue())).toList(),
        request);
  }

  /** The job that these options ask for, once the command line is parsed. */
  public Job job() {
    JobRequest.Builder request = JobRequest.newBuilder();
    apply(request);
    return JobRequests.job(request.build());
  }

  /** The job of a kind that words of a command line ask for. */
  public static Job parse(JobKind kind, List<String> words) {
    CommandSpec command = CommandSpec.create();
    JobOptions options = new JobOptions(kind);
    options.addTo(command);
    var _ = new CommandLine(command).parseArgs(words.toArray(String[]::new));
    return options.job();
  }

  private static void write(List<Given> options, Message.Builder message) {
    for (Given given : options) {
      switch (given.spec.<Object>getValue()) {
        case null -> {}
        case List<?> values -> values.forEach(value -> given.option.write(message, value));
        case Object value -> given.option.write(message, value);
      }
    }
  }

  private static OptionSpec specification(JobOption option) {
    var spec =
        OptionSpec.builder("--" + option.name())
            .required(option.required())
            .description(help(option));
    if (option.type() instanceof OptionType.Flag) {
      return spec.arity("0").type(boolean.class).build();
    }
    spec.arity("1").paramLabel(option.type().label()).converters(text -> read(option, text));
    if (option.type() instanceof OptionType.Tuning) {
      return spec.type(List.class).auxiliaryTypes(Object.class).build();
    }
    if (!option.defaultText().isEmpty()) {
      spec.defaultValue(option.defaultText());
    }
    if (option.type() instanceof OptionType.Choice(var words)) {
      spec.completionCandidates(words);
    }
    return spec.type(Object.class).build();
  }

  private static Object read(JobOption option, String text) {
    try {
      return option.type().read(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  private static String help(JobOption option) {
    return switch (option.type()) {
      case OptionType.Choice(var words) -> option.help() + ": " + String.join(", ", words) + ".";
      case OptionType.Whole _ when !option.defaultText().isEmpty() ->
          option.help() + " (" + option.defaultText() + ").";
      case OptionType.Tuning _ -> option.help() + "; several may be given.";
      default -> option.help() + ".";
    };
  }
}
