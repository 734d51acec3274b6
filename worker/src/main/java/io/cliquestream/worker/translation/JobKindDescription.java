package io.cliquestream.worker.translation;

import com.google.protobuf.Message;
import io.cliquestream.contract.JobKind;
import io.cliquestream.kernels.job.TuningChoice;
import io.cliquestream.v1.JobRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;

/**
 * What a kind of job does and takes.
 *
 * @param kind its name in commands, metrics and reports
 * @param help what it does: a sentence without its full stop
 * @param options in the order in which a person meets them
 */
public record JobKindDescription(JobKind kind, String help, List<JobOption> options) {

  /** The kind's message in a request, put there if it was not. */
  public Message.Builder algorithm(JobRequest.Builder request) {
    return request.getFieldBuilder(
        JobRequest.getDescriptor().findFieldByNumber(kind.algorithm().getNumber()));
  }

  /** As data: the kind's name, the contract's field, and every option. */
  public JsonObject toJson() {
    return new JsonObject()
        .put("kind", kind.text())
        .put("field", kind.algorithm().name().toLowerCase(Locale.ROOT))
        .put("help", help)
        .put("options", new JsonArray(options.stream().map(option -> json(option)).toList()));
  }

  static JsonObject json(JobOption option) {
    var json =
        new JsonObject()
            .put("name", option.name())
            .put("help", option.help())
            .put("required", option.required())
            .put("fields", new JsonArray(option.fields()));
    if (!option.defaultText().isEmpty()) {
      json.put("default", option.defaultText());
    }
    if (!option.type().label().isEmpty()) {
      json.put("label", option.type().label());
    }
    if (!option.group().isEmpty()) {
      json.put("group", option.group());
    }
    return switch (option.type()) {
      case OptionType.Flag _ -> json.put("type", "flag");
      case OptionType.Whole(long least, long most) -> {
        // Beyond 2^53 many readers lose exactness; such a bound is none that a person meets.
        json.put("type", "number").put("least", least);
        yield most == Long.MAX_VALUE ? json : json.put("most", most);
      }
      case OptionType.Choice(var words) ->
          json.put("type", "choice").put("choices", new JsonArray(words));
      case OptionType.Sizes _ -> json.put("type", "sizes");
      case OptionType.Tuning(var choices) ->
          json.put("type", "tuning")
              .put("choices", new JsonArray(choices.stream().map(c -> json(c)).toList()));
      case OptionType.Text _ -> json.put("type", "text");
    };
  }

  private static JsonObject json(TuningChoice choice) {
    var json =
        new JsonObject()
            .put("name", choice.text())
            .put("least", choice.range().least())
            .put("most", choice.range().most())
            .put("help", choice.range().help());
    List<String> words = choice.range().words();
    return words.isEmpty() ? json : json.put("words", new JsonArray(words));
  }
}
