package io.cliquestream.cli.operate;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Message;
import io.cliquestream.cli.output.PrintingCommand;
import io.cliquestream.client.DeadLetter;
import io.cliquestream.client.DeadLetters;
import io.cliquestream.client.RecordPosition;
import io.cliquestream.contract.Topics;
import io.cliquestream.loadgen.cli.BrokerOptions;
import io.cliquestream.worker.api.ProtoJson;
import io.cliquestream.worker.api.TopicMessages;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows one dead letter. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Shows a dead letter: why it is one, its headers and what it holds.")
final class ShowDeadLetter extends PrintingCommand {
  /** Of a value, a key or a header that are shown. */
  private static final int SHOWN_BYTES = 64 << 10;

  /**
   * What a record holds, as far as it can be shown.
   *
   * @param encoding json for a record that decodes, text, base64 or none, as in the HTTP API
   */
  private record Payload(String encoding, String text, String message, boolean truncated) {}

  @Mixin private BrokerOptions broker;

  @Parameters(index = "0", paramLabel = "POSITION")
  private String position;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  protected void run(PrintWriter out) {
    DeadLetters.Content content = DeadLetters.open(broker.settings()).get(position);
    Payload payload = payload(content, broker.settings().topics());
    if (json) {
      out.println(json(content, payload));
    } else {
      print(out, content, payload);
    }
  }

  private static void print(PrintWriter out, DeadLetters.Content content, Payload payload) {
    DeadLetter letter = content.letter();
    line(out, "cause", letter.code() + " (" + letter.category() + "): " + letter.message());
    line(out, "from", DeadLettersCommand.place(letter));
    line(
        out,
        "state",
        letter.state()
            + letter
                .decision()
                .map(made -> " by " + made.by() + " at " + made.time() + ": " + made.note())
                .orElse(""));
    line(out, "key", shown(content.record().key()));
    for (Header header : content.record().headers()) {
      line(out, "header", header.key() + " = " + shown(header.value()));
    }
    if (!content.whole()) {
      line(out, "whole", "no: it cannot be replayed");
    }
    line(
        out,
        "value",
        payload.encoding()
            + (payload.message() == null ? "" : " " + payload.message())
            + (payload.truncated() ? " (its beginning)" : ""));
    if (payload.text() != null) {
      out.println(payload.text().stripTrailing());
    }
  }

  private static void line(PrintWriter out, String name, String value) {
    if (value != null) {
      out.printf("%-8s%s%n", name, value);
    }
  }

  private static ObjectNode json(DeadLetters.Content content, Payload payload) {
    ObjectNode node = DeadLettersCommand.json(content.letter());
    node.put("key", shown(content.record().key()));
    ArrayNode headers = node.putArray("headers");
    for (Header header : content.record().headers()) {
      headers.addObject().put("name", header.key()).put("value", shown(header.value()));
    }
    node.put("whole", content.whole());
    node.putObject("payload")
        .put("encoding", payload.encoding())
        .put("text", payload.text())
        .put("message", payload.message())
        .put("truncated", payload.truncated());
    return node;
  }

  private static Payload payload(DeadLetters.Content content, Topics topics) {
    ConsumerRecord<byte[], byte[]> record = content.record();
    if (record.value() == null) {
      return new Payload("none", null, null, false);
    }
    byte[] part = Arrays.copyOf(record.value(), Math.min(record.value().length, SHOWN_BYTES));
    boolean cut = part.length < record.value().length;
    Optional<Message> message =
        content
            .letter()
            .original()
            .map(RecordPosition::topic)
            .filter(_ -> !cut)
            .flatMap(topic -> TopicMessages.decode(topics, topic, part));
    return message
        .map(
            known ->
                new Payload(
                    "json",
                    ProtoJson.write(known).encodePrettily(),
                    known.getDescriptorForType().getFullName(),
                    false))
        .orElseGet(
            () ->
                text(part)
                    .map(text -> new Payload("text", text, null, cut))
                    .orElseGet(
                        () ->
                            new Payload(
                                "base64", Base64.getEncoder().encodeToString(part), null, cut)));
  }

  private static String shown(byte[] bytes) {
    if (bytes == null) {
      return null;
    }
    byte[] part = Arrays.copyOf(bytes, Math.min(bytes.length, SHOWN_BYTES));
    return text(part).orElseGet(() -> "base64:" + Base64.getEncoder().encodeToString(part));
  }

  /** Text that does nothing to a terminal; empty for anything else. */
  private static Optional<String> text(byte[] bytes) {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.chars()
              .allMatch(c -> c == '\n' || c == '\t' || c == '\r' || !Character.isISOControl(c))
          ? Optional.of(text)
          : Optional.empty();
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
