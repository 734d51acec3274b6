package io.cliquestream.worker.translation;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.cliquestream.worker.failure.WorkerException;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * One option of a kind of job: what a command line, a form or a document says about it, and which
 * fields of the contract it becomes. {@link JobKindCatalogue} declares them all.
 *
 * @param name lower case, words joined by "-"
 * @param type how its text reads
 * @param help what it is for: a sentence without its full stop
 * @param defaultText the text it has when it is not given; empty: none
 * @param required whether a job of the kind cannot do without
 * @param group what it belongs to with others; empty: nothing
 * @param fields the fields it fills, from the algorithm's message on, as {@code
 *     breadth_first.seeds}; a flag before the last one says that the option was given
 * @param writer fills them in a way of its own; null: each by its name
 */
public record JobOption(
    String name,
    OptionType type,
    String help,
    String defaultText,
    boolean required,
    String group,
    List<String> fields,
    BiConsumer<Message.Builder, Object> writer) {

  /** An optional one without a default, for the field of its name. */
  JobOption(String name, OptionType type, String help) {
    this(name, type, help, "", false, "", List.of(name.replace('-', '_')), null);
  }

  JobOption byDefault(String text) {
    return new JobOption(name, type, help, text, required, group, fields, writer);
  }

  JobOption asRequired() {
    return new JobOption(name, type, help, defaultText, true, group, fields, writer);
  }

  /** One of a group, whose fields are those of a message in the algorithm's. */
  JobOption in(String groupOfOptions, String message) {
    List<String> paths = List.of(message + "." + fields.getFirst());
    return new JobOption(name, type, help, defaultText, required, groupOfOptions, paths, writer);
  }

  JobOption filling(String... paths) {
    return new JobOption(name, type, help, defaultText, required, group, List.of(paths), writer);
  }

  /** Fills its fields in a way of its own. */
  @SuppressWarnings("unchecked")
  <B extends Message.Builder, V> JobOption by(BiConsumer<B, V> own) {
    return new JobOption(
        name,
        type,
        help,
        defaultText,
        required,
        group,
        fields,
        (BiConsumer<Message.Builder, Object>) (BiConsumer<?, ?>) own);
  }

  /**
   * Writes a value that its type has read into the algorithm's message.
   *
   * @throws WorkerException OPTION_INVALID
   * @throws io.cliquestream.kernels.failure.ComputeException OPTION_INVALID or PATTERN_INVALID
   */
  public void write(Message.Builder algorithm, Object value) {
    if (type instanceof OptionType.Whole(long least, long most)) {
      long number = (Long) value;
      if (number < least || number > most) {
        String bounds =
            most == Long.MAX_VALUE ? least + " or more" : "between " + least + " and " + most;
        throw WorkerException.optionInvalid("--" + name + " must be " + bounds + ", not " + value);
      }
    }
    if (writer != null) {
      writer.accept(algorithm, value);
      return;
    }
    fields.subList(0, fields.size() - 1).forEach(flag -> set(algorithm, flag, true));
    set(algorithm, fields.getLast(), value);
  }

  private static void set(Message.Builder message, String path, Object value) {
    int dot = path.indexOf('.');
    FieldDescriptor field =
        message.getDescriptorForType().findFieldByName(dot < 0 ? path : path.substring(0, dot));
    if (dot >= 0) {
      set(message.getFieldBuilder(field), path.substring(dot + 1), value);
      return;
    }
    message.setField(
        field,
        switch (field.getJavaType()) {
          case INT -> ((Long) value).intValue();
          case ENUM -> field.getEnumType().findValueByNumber((Integer) value);
          default -> value;
        });
  }
}
