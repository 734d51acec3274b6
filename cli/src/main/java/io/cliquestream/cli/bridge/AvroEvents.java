package io.cliquestream.cli.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/**
 * Avro events as the trees that JSON events are. Either each begins with a zero and the id of its
 * schema, four bytes, high first, as Confluent's serializers write it, or all are of one schema and
 * have nothing before them. Logical types are what they are written as: a time is a number.
 */
record AvroEvents(IntFunction<Schema> schemas, Schema only) implements Function<byte[], JsonNode> {
  private static final int FRAME_BYTES = 5;
  private static final String LIMITS = "org.apache.avro.limits.";
  private static final String LONGEST_TEXT = Integer.toString(1 << 20);
  private static final String MOST_ITEMS = Integer.toString(1 << 16);
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  static {
    // A few bytes may announce any length; the library reads these before its first event.
    System.setProperty(LIMITS + "bytes.maxLength", LONGEST_TEXT);
    System.setProperty(LIMITS + "string.maxLength", LONGEST_TEXT);
    System.setProperty(LIMITS + "collectionItems.maxLength", MOST_ITEMS);
  }

  /** Events that say which schema they are of. */
  static AvroEvents of(IntFunction<Schema> schemas) {
    return new AvroEvents(schemas, null);
  }

  /**
   * Events of one schema.
   *
   * @throws WorkerException FILE_UNREADABLE, or OPTION_INVALID when the file is no schema
   */
  static AvroEvents of(Path schema) {
    try {
      return new AvroEvents(null, new Schema.Parser().parse(Files.readString(schema)));
    } catch (IOException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_FILE_UNREADABLE, "cannot read " + schema + ": " + e, e);
    } catch (RuntimeException e) {
      // The library has no one exception for what is no schema.
      throw new WorkerException(
          FailureCode.FAILURE_CODE_OPTION_INVALID,
          schema + " is no Avro schema: " + e.getMessage(),
          e);
    }
  }

  /**
   * Reads an event.
   *
   * @throws WorkerException RECORD_UNDECODABLE
   */
  @Override
  public JsonNode apply(byte[] value) {
    Schema schema = only;
    int from = 0;
    if (schema == null) {
      if (value.length < FRAME_BYTES || value[0] != 0) {
        throw undecodable("it does not begin with a zero and the id of a schema", null);
      }
      schema = schemas.apply(ByteBuffer.wrap(value).getInt(1));
      from = FRAME_BYTES;
    }
    try {
      BinaryDecoder decoder =
          DecoderFactory.get().binaryDecoder(value, from, value.length - from, null);
      JsonNode event = tree(new GenericDatumReader<>(schema).read(null, decoder));
      if (!decoder.isEnd()) {
        throw undecodable("it goes on behind its end; it is of another schema", null);
      }
      return event;
    } catch (IOException | StackOverflowError e) {
      throw undecodable(e.toString(), e);
    } catch (WorkerException e) {
      throw e;
    } catch (RuntimeException e) {
      // The library throws whatever a wrong byte leads to.
      throw undecodable(String.valueOf(e.getMessage()), e);
    }
  }

  private static JsonNode tree(Object value) {
    return switch (value) {
      case null -> JSON.nullNode();
      case Boolean truth -> JSON.booleanNode(truth);
      case Integer number -> JSON.numberNode(number);
      case Long number -> JSON.numberNode(number);
      case Float number -> JSON.numberNode(number);
      case Double number -> JSON.numberNode(number);
      case ByteBuffer buffer -> {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        yield JSON.binaryNode(bytes);
      }
      case GenericFixed fixed -> JSON.binaryNode(fixed.bytes());
      case IndexedRecord record -> {
        ObjectNode fields = JSON.objectNode();
        for (Schema.Field field : record.getSchema().getFields()) {
          fields.set(field.name(), tree(record.get(field.pos())));
        }
        yield fields;
      }
      case Map<?, ?> entries -> {
        ObjectNode fields = JSON.objectNode();
        entries.forEach((name, item) -> fields.set(name.toString(), tree(item)));
        yield fields;
      }
      case Collection<?> items -> {
        ArrayNode array = JSON.arrayNode();
        items.forEach(item -> array.add(tree(item)));
        yield array;
      }
      // Text and symbols of an enumeration.
      default -> JSON.textNode(value.toString());
    };
  }

  static WorkerException undecodable(String why, Throwable cause) {
    return new WorkerException(
        FailureCode.FAILURE_CODE_RECORD_UNDECODABLE, "not Avro: " + why, cause);
  }
}
