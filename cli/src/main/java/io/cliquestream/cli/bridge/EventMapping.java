package io.cliquestream.cli.bridge;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.protobuf.ByteString;
import io.cliquestream.cli.bridge.MappedEvent.End;
import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.Identifiers;
import io.cliquestream.formats.names.IdKind;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Set;

/**
 * How an event of others, as a tree of JSON, becomes an edge event. A field is a name, names with
 * dots between for fields of fields, or a JSON pointer (RFC 6901) where names have dots themselves.
 *
 * @param source field of one end
 * @param target field of the other
 * @param ids what ends are; AUTO takes whole numbers as ids and text as names
 * @param graphField field of the graph's id; null where all events are of one graph
 * @param graphId that graph
 * @param operation field that says what happened to the edge; null where all events insert
 * @param inserting values of it that insert
 * @param deleting values of it that delete
 * @param time field of when it happened; null for the record's own time
 * @param timeUnit of a time that is a number; text is ISO 8601
 */
record EventMapping(
    JsonPointer source,
    JsonPointer target,
    IdKind ids,
    JsonPointer graphField,
    String graphId,
    JsonPointer operation,
    Set<String> inserting,
    Set<String> deleting,
    JsonPointer time,
    ChronoUnit timeUnit) {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final BigInteger IDS = BigInteger.ONE.shiftLeft(Long.SIZE);

  /** The place of a field, as people write it; null for null. */
  static JsonPointer field(String text) {
    if (text == null) {
      return null;
    }
    return JsonPointer.compile(text.startsWith("/") ? text : "/" + text.replace('.', '/'));
  }

  /**
   * Maps an event.
   *
   * @param recordMillis the time of its record
   * @throws WorkerException why it is none: RECORD_UNDECODABLE, RECORD_INCOMPLETE,
   *     GRAPH_ID_INVALID, CHANGE_INVALID
   */
  MappedEvent map(JsonNode event, long recordMillis) {
    String graph = graphField == null ? graphId : text(event, graphField);
    if (!Identifiers.isGraphId(graph)) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_GRAPH_ID_INVALID, "'" + shown(graph) + "' is no graph id");
    }
    boolean deletion = operation != null && deletes(text(event, operation));
    End one = end(event, source);
    End other = end(event, target);
    if ((one.name() == null) != (other.name() == null)) {
      throw invalid("one end is an id and the other a name; --ids names takes both as names");
    }
    return new MappedEvent(graph, deletion, one, other, micros(event, recordMillis));
  }

  /**
   * A JSON event.
   *
   * @throws WorkerException RECORD_UNDECODABLE
   */
  static JsonNode parse(byte[] value) {
    try {
      return MAPPER.readTree(value);
    } catch (JsonProcessingException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_RECORD_UNDECODABLE, "not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_RECORD_UNDECODABLE, "not JSON: " + e.getMessage());
    }
  }

  private static JsonNode at(JsonNode event, JsonPointer field) {
    JsonNode found = event.at(field);
    if (found.isMissingNode() || found.isNull()) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_RECORD_INCOMPLETE, "the event has no field " + name(field));
    }
    return found;
  }

  private static String text(JsonNode event, JsonPointer field) {
    JsonNode found = at(event, field);
    if (!found.isTextual() && !found.isIntegralNumber()) {
      throw invalid("field " + name(field) + " is neither text nor a whole number");
    }
    return found.asText();
  }

  private boolean deletes(String word) {
    boolean deletes = deleting.contains(word);
    if (!deletes && !inserting.contains(word)) {
      throw invalid("operation '" + shown(word) + "' is none that inserts or deletes");
    }
    return deletes;
  }

  private End end(JsonNode event, JsonPointer field) {
    JsonNode found = at(event, field);
    String text = text(event, field);
    if (ids == IdKind.NAMES || (ids == IdKind.AUTO && found.isTextual())) {
      ByteString name = ByteString.copyFromUtf8(text);
      if (name.isEmpty() || name.size() > Bounds.NAME_BYTES) {
        throw invalid(
            "field %s has %d bytes; a name has 1 to %d"
                .formatted(name(field), name.size(), Bounds.NAME_BYTES));
      }
      return new End(0, name);
    }
    if (!text.matches("[0-9]{1,20}") || new BigInteger(text).compareTo(IDS) >= 0) {
      throw invalid(
          "field "
              + name(field)
              + " is '"
              + shown(text)
              + "', no number from 0 to 2^64 - 1; --ids names takes it as a name");
    }
    return new End(Long.parseUnsignedLong(text), null);
  }

  private long micros(JsonNode event, long recordMillis) {
    if (time == null) {
      return Math.clamp(recordMillis, 0, Bounds.EVENT_MICROS / 1_000) * 1_000L;
    }
    JsonNode found = at(event, time);
    BigDecimal micros;
    if (found.isNumber()) {
      micros =
          found.decimalValue().multiply(BigDecimal.valueOf(timeUnit.getDuration().toNanos(), 3));
    } else {
      micros = BigDecimal.valueOf(instant(found.asText(), time));
    }
    if (micros.abs().compareTo(BigDecimal.valueOf(Bounds.EVENT_MICROS)) > 0) {
      throw invalid("field " + name(time) + " is too far from 1970");
    }
    return micros.longValue();
  }

  private static long instant(String text, JsonPointer field) {
    try {
      return ChronoUnit.MICROS.between(Instant.EPOCH, OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException | ArithmeticException e) {
      throw invalid(
          "field " + name(field) + " is '" + shown(text) + "', neither a number nor ISO 8601");
    }
  }

  private static String name(JsonPointer field) {
    return field.toString().substring(1).replace('/', '.');
  }

  private static String shown(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }

  private static WorkerException invalid(String message) {
    return new WorkerException(FailureCode.FAILURE_CODE_CHANGE_INVALID, message);
  }
}
