package io.cliquestream.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.ChangeRecord;
import io.cliquestream.v1.Count;
import io.cliquestream.v1.Failure;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.ResultRecord;
import io.cliquestream.v1.TaskRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Numbers, types and names that were published once are kept for ever. */
final class CompatibilityTest {
  private static final List<FileDescriptor> FILES =
      List.of(
          Alert.getDescriptor().getFile(),
          ChangeRecord.getDescriptor().getFile(),
          Count.getDescriptor().getFile(),
          Failure.getDescriptor().getFile(),
          GraphRecord.getDescriptor().getFile(),
          JobRequest.getDescriptor().getFile(),
          ResultRecord.getDescriptor().getFile(),
          TaskRecord.getDescriptor().getFile());

  @Test
  void nothingThatWasPublishedHasChangedOrGone() throws IOException {
    List<String> current = current();
    assertThat(current)
        .as("a published field, message or enum value changed: add a new one instead")
        .containsAll(CommittedText.lines("contract.txt", current));
  }

  @Test
  void whatIsNewIsRecordedSoThatItCannotChangeLater() throws IOException {
    List<String> current = current();
    assertThat(CommittedText.lines("contract.txt", current))
        .as("record additions with the command in proto/README.md")
        .containsAll(current);
  }

  private static List<String> current() {
    List<String> lines = new ArrayList<>();
    for (FileDescriptor file : FILES) {
      file.getMessageTypes().forEach(message -> describe(message, lines));
      file.getEnumTypes().forEach(values -> describe(values, lines));
    }
    Collections.sort(lines);
    return lines;
  }

  private static void describe(Descriptor message, List<String> lines) {
    lines.add("message " + message.getFullName());
    for (FieldDescriptor field : message.getFields()) {
      lines.add(
          "field "
              + message.getFullName()
              + " "
              + field.getNumber()
              + " "
              + field.getName()
              + " "
              + (field.isRepeated() ? "repeated " : field.hasPresence() ? "optional " : "")
              + typeOf(field)
              + (field.getRealContainingOneof() == null
                  ? ""
                  : " in " + field.getRealContainingOneof().getName()));
    }
    message.getNestedTypes().forEach(nested -> describe(nested, lines));
    message.getEnumTypes().forEach(nested -> describe(nested, lines));
  }

  private static void describe(EnumDescriptor values, List<String> lines) {
    lines.add("enum " + values.getFullName());
    values
        .getValues()
        .forEach(
            value ->
                lines.add(
                    "value "
                        + values.getFullName()
                        + " "
                        + value.getNumber()
                        + " "
                        + value.getName()));
  }

  private static String typeOf(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case MESSAGE -> field.getMessageType().getFullName();
      case ENUM -> field.getEnumType().getFullName();
      case INT, LONG, FLOAT, DOUBLE, BOOLEAN, STRING, BYTE_STRING ->
          field.toProto().getType().name();
    };
  }
}
