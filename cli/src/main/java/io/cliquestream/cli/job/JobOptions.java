package io.cliquestream.cli.job;

import com.google.protobuf.Message;
import io.cliquestream.contract.JobKind;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.worker.translation.JobKindCatalogue;
import io.cliquestream.worker.translation.JobKindDescription;
import io.cliquestream.worker.translation.JobOption;
import io.cliquestream.worker.translation.OptionType;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** The catalogue's options of one kind of job on a command line. */
public final class JobOptions {
  private record Given(JobOption option, OptionSpec spec) {}

  private final JobKindDescription description;
  private final List<Given> options = new ArrayList<>();

  /** Fresh options of a kind. */
  public JobOptions(JobKind kind) {
    description = JobKindCatalogue.of(kind);
    description.options().forEach(option -> options.add(new Given(option, specification(option))));
  }

  /** Lets a command take these options, and says in its help what the kind does. */
  public void addTo(CommandSpec command) {
    command.usageMessage().description(description.help() + ".");
    for (Given given : options) {
      if (given.option.group().isEmpty()) {
        command.addOption(given.spec);
      }
    }
    options.stream().map(given -> given.option.group()).distinct().forEach(g -> group(g, command));
  }

  private void group(String name, CommandSpec command) {
    if (!name.isEmpty()) {
      var group = ArgGroupSpec.builder().validate(false).heading(name + ":%n");
      options.stream()
          .filter(given -> given.option.group().equals(name))
          .forEach(given -> group.addArg(given.spec));
      command.addArgGroup(group.build());
    }
  }

  /** Puts the algorithm and its options into a request, once the command line is parsed. */
  public void apply(JobRequest.Builder request) {
    Message.Builder algorithm = description.algorithm(request);
    for (Given given : options) {
      switch (given.spec.<Object>getValue()) {
        case null -> {}
        case List<?> values -> values.forEach(value -> given.option.write(algorithm, value));
        case Object value -> given.option.write(algorithm, value);
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
