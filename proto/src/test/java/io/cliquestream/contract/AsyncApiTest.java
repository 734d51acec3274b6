package io.cliquestream.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.google.protobuf.Descriptors.FileDescriptor;
import io.cliquestream.v1.Alert;
import io.cliquestream.v1.ChangeRecord;
import io.cliquestream.v1.Count;
import io.cliquestream.v1.Failure;
import io.cliquestream.v1.GraphRecord;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.ResultRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The AsyncAPI document says what the code says. */
final class AsyncApiTest {
  private static final Path DOCUMENT = Path.of("asyncapi.yaml");

  @Test
  void itDescribesExactlyTheTopicsOfTheContract() throws IOException {
    List<String> addresses = new ArrayList<>();
    document().get("channels").forEach(channel -> addresses.add(channel.get("address").asText()));
    List<String> topics = new ArrayList<>(Topics.UNPREFIXED.all());
    topics.addAll(Topics.UNPREFIXED.optional());
    assertThat(addresses).containsExactlyInAnyOrderElementsOf(topics);
  }

  @Test
  void everyMessageItNamesIsAMessageOfTheContract() throws IOException {
    Set<String> known = new TreeSet<>();
    for (FileDescriptor file :
        List.of(
            Alert.getDescriptor().getFile(),
            ChangeRecord.getDescriptor().getFile(),
            Count.getDescriptor().getFile(),
            Failure.getDescriptor().getFile(),
            GraphRecord.getDescriptor().getFile(),
            JobRequest.getDescriptor().getFile(),
            ResultRecord.getDescriptor().getFile())) {
      file.getMessageTypes().forEach(message -> known.add(message.getFullName()));
    }
    List<String> named = new ArrayList<>();
    document()
        .at("/components/messages")
        .forEach(
            message -> {
              if (message.has("name")) {
                named.add(message.get("name").asText());
              }
            });
    assertThat(named).hasSizeGreaterThanOrEqualTo(5);
    assertThat(known).containsAll(named);
    assertThat(named)
        .contains(
            EventTypes.CHANGE_RECORD,
            EventTypes.GRAPH_RECORD,
            EventTypes.JOB_REQUEST,
            EventTypes.JOB_CONTROL,
            EventTypes.RESULT_RECORD,
            EventTypes.JOB_PROGRESS,
            EventTypes.ALERT);
  }

  @Test
  void itListsExactlyTheHeadersOfTheContract() throws IOException {
    assertThat(properties("/components/schemas/headers/properties"))
        .containsExactlyInAnyOrder(
            HeaderNames.ID,
            HeaderNames.SOURCE,
            HeaderNames.TYPE,
            HeaderNames.SPEC_VERSION,
            HeaderNames.TIME,
            HeaderNames.CONTENT_TYPE,
            HeaderNames.TRACE_PARENT);
    assertThat(properties("/components/schemas/deadLetterHeaders/properties"))
        .containsExactlyInAnyOrder(
            DeadLetterHeaders.CAUSE_CODE,
            DeadLetterHeaders.CAUSE_CATEGORY,
            DeadLetterHeaders.CAUSE_MESSAGE,
            DeadLetterHeaders.ORIGINAL_TOPIC,
            DeadLetterHeaders.ORIGINAL_PARTITION,
            DeadLetterHeaders.ORIGINAL_OFFSET,
            DeadLetterHeaders.ORIGINAL_TIMESTAMP);
  }

  @Test
  void everyReferenceInItLeadsSomewhere() throws IOException {
    JsonNode document = document();
    List<JsonNode> references = document.findValues("$ref");
    assertThat(references).isNotEmpty();
    for (JsonNode reference : references) {
      String pointer = reference.asText();
      assertThat(pointer).startsWith("#/");
      assertThat(document.at(pointer.substring(1)).isMissingNode()).as(pointer).isFalse();
    }
  }

  private static List<String> properties(String pointer) throws IOException {
    List<String> names = new ArrayList<>();
    document().at(pointer).fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static JsonNode document() throws IOException {
    JsonNode document = new YAMLMapper().readTree(DOCUMENT.toFile());
    assertThat(document.get("asyncapi").asText()).startsWith("3.");
    return document;
  }
}
