package io.cliquestream.worker.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.Message;
import io.cliquestream.contract.Topics;
import io.vertx.core.json.JsonObject;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * What a record of any topic holds, as far as it can be shown.
 *
 * @param encoding json for a record that decodes, text, base64 or none
 * @param text null where there is no value
 * @param message the type that it decodes to; null for none
 * @param truncated whether it goes on
 */
public record RecordPayload(String encoding, String text, String message, boolean truncated) {
  private static final int SHOWN_BYTES = 64 << 10;
  private static final int DECODED_BYTES = 4 << 20;

  /** Of a record's value. */
  public static RecordPayload of(Topics topics, String topic, byte[] value) {
    if (value == null) {
      return new RecordPayload("none", null, null, false);
    }
    Optional<Message> message =
        value.length > DECODED_BYTES
            ? Optional.empty()
            : TopicMessages.decode(topics, topic, value);
    if (message.isPresent()) {
      String name = message.get().getDescriptorForType().getFullName();
      String json = ProtoJson.write(message.get()).encodePrettily();
      boolean longer = json.length() > SHOWN_BYTES;
      return new RecordPayload(
          "json", longer ? json.substring(0, SHOWN_BYTES) : json, name, longer);
    }
    byte[] part = Arrays.copyOf(value, Math.min(value.length, SHOWN_BYTES));
    boolean cut = part.length < value.length;
    return text(part)
        .map(text -> new RecordPayload("text", text, null, cut))
        .orElseGet(() -> new RecordPayload("base64", base64(part), null, cut));
  }

  /** A key or a header, or the beginning of it; null for none. */
  public static String shown(byte[] bytes, int most) {
    if (bytes == null) {
      return null;
    }
    byte[] part = Arrays.copyOf(bytes, Math.min(bytes.length, most));
    return text(part).orElseGet(() -> "base64:" + base64(part));
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
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

  /** The schema's object. */
  public JsonObject json() {
    return new JsonObject()
        .put("encoding", encoding)
        .put("text", text)
        .put("message", message)
        .put("truncated", truncated);
  }
}
