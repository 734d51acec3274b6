package io.cliquestream.worker.api;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.cliquestream.contract.Counts;
import io.cliquestream.v1.Count;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * The JSON mapping of the contract's messages, as protobuf defines it: names in camel case, enums
 * by name, 64-bit numbers as text. A {@link Count} is written as its decimal text, as the contract
 * says of it. Reading is strict: a field that there is not, or a value that is none of its field's,
 * is refused with its path.
 */
public final class ProtoJson {
  private static final int DEPTH = 16;
  private static final int DIGITS = 24;

  private ProtoJson() {}

  /** Writes a message: what is set. */
  public static JsonObject write(Message message) {
    var object = new JsonObject();
    message
        .getAllFields()
        .forEach((field, value) -> object.put(field.getJsonName(), write(field, value)));
    return object;
  }

  private static Object write(FieldDescriptor field, Object value) {
    if (field.isMapField()) {
      var map = new JsonObject();
      for (Object entry : (List<?>) value) {
        Message pair = (Message) entry;
        FieldDescriptor key = pair.getDescriptorForType().findFieldByNumber(1);
        FieldDescriptor content = pair.getDescriptorForType().findFieldByNumber(2);
        map.put(String.valueOf(pair.getField(key)), one(content, pair.getField(content)));
      }
      return map;
    }
    if (field.isRepeated()) {
      var list = new JsonArray();
      ((List<?>) value).forEach(item -> list.add(one(field, item)));
      return list;
    }
    return one(field, value);
  }

  private static Object one(FieldDescriptor field, Object value) {
    return switch (field.getType()) {
      case MESSAGE, GROUP ->
          value instanceof Count count ? Counts.toDecimal(count) : write((Message) value);
      case ENUM -> ((EnumValueDescriptor) value).getName();
      case BYTES -> Base64.getEncoder().encodeToString(((ByteString) value).toByteArray());
      case UINT64, FIXED64 -> Long.toUnsignedString((Long) value);
      case INT64, SINT64, SFIXED64 -> String.valueOf(value);
      case UINT32, FIXED32 -> Integer.toUnsignedLong((Integer) value);
      case BOOL, STRING, INT32, SINT32, SFIXED32, DOUBLE, FLOAT -> value;
    };
  }

  /**
   * Reads a message.
   *
   * @param into where its fields go
   * @throws ApiException naming the field that is wrong
   */
  static void read(JsonObject object, Message.Builder into) {
    read(object, into, "", 0);
  }

  private static void read(JsonObject object, Message.Builder into, String path, int depth) {
    if (depth > DEPTH) {
      throw ApiException.invalid(path + " lies too deep");
    }
    for (Map.Entry<String, Object> entry : object) {
      FieldDescriptor field = field(into, entry.getKey(), path);
      String where = path + entry.getKey();
      if (entry.getValue() == null) {
        continue;
      }
      if (field.getRealContainingOneof() != null && into.hasOneof(field.getRealContainingOneof())) {
        throw ApiException.invalid(where + " and another choice exclude each other");
      }
      if (field.isMapField()) {
        readMap(field, entry.getValue(), into, where, depth);
      } else if (field.isRepeated()) {
        if (!(entry.getValue() instanceof JsonArray list)) {
          throw wrong(where, "a list");
        }
        for (int i = 0; i < list.size(); i++) {
          String item = where + "[" + i + "]";
          into.addRepeatedField(field, value(field, list.getValue(i), into, item, depth));
        }
      } else {
        into.setField(field, value(field, entry.getValue(), into, where, depth));
      }
    }
  }

  private static FieldDescriptor field(Message.Builder into, String name, String path) {
    for (FieldDescriptor field : into.getDescriptorForType().getFields()) {
      if (field.getJsonName().equals(name) || field.getName().equals(name)) {
        return field;
      }
    }
    throw ApiException.invalid("there is no field " + path + name);
  }

  private static void readMap(
      FieldDescriptor field, Object given, Message.Builder into, String where, int depth) {
    if (!(given instanceof JsonObject map)) {
      throw wrong(where, "an object");
    }
    for (Map.Entry<String, Object> pair : map) {
      Message.Builder entry = into.newBuilderForField(field);
      entry.setField(entry.getDescriptorForType().findFieldByNumber(1), pair.getKey());
      FieldDescriptor content = entry.getDescriptorForType().findFieldByNumber(2);
      String item = where + "." + pair.getKey();
      entry.setField(content, value(content, pair.getValue(), entry, item, depth));
      into.addRepeatedField(field, entry.build());
    }
  }

  private static Object value(
      FieldDescriptor field, Object given, Message.Builder parent, String where, int depth) {
    return switch (field.getType()) {
      case MESSAGE, GROUP -> {
        if (!(given instanceof JsonObject object)) {
          throw wrong(where, "an object");
        }
        Message.Builder message = parent.newBuilderForField(field);
        read(object, message, where + ".", depth + 1);
        yield message.build();
      }
      case ENUM -> {
        EnumValueDescriptor found =
            given instanceof String name ? field.getEnumType().findValueByName(name) : null;
        if (found == null) {
          throw wrong(
              where,
              "one of "
                  + String.join(
                      ", ",
                      field.getEnumType().getValues().stream()
                          .map(EnumValueDescriptor::getName)
                          .toList()));
        }
        yield found;
      }
      case BOOL -> {
        if (!(given instanceof Boolean)) {
          throw wrong(where, "true or false");
        }
        yield given;
      }
      case STRING -> {
        if (!(given instanceof String)) {
          throw wrong(where, "a text");
        }
        yield given;
      }
      case BYTES -> bytes(given, where);
      case DOUBLE, FLOAT -> {
        if (!(given instanceof Number number)) {
          throw wrong(where, "a number");
        }
        yield field.getType() == FieldDescriptor.Type.DOUBLE
            ? (Object) number.doubleValue()
            : (Object) number.floatValue();
      }
      case UINT64, FIXED64 -> whole(given, where, BigInteger.ZERO, 64).longValue();
      case INT64, SINT64, SFIXED64 ->
          whole(given, where, BigInteger.ONE.shiftLeft(63).negate(), 63).longValue();
      case UINT32, FIXED32 -> whole(given, where, BigInteger.ZERO, 32).intValue();
      case INT32, SINT32, SFIXED32 ->
          whole(given, where, BigInteger.ONE.shiftLeft(31).negate(), 31).intValue();
    };
  }

  private static ByteString bytes(Object given, String where) {
    try {
      if (given instanceof String text) {
        return ByteString.copyFrom(Base64.getDecoder().decode(text));
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw wrong(where, "base 64");
  }

  private static BigInteger whole(Object given, String where, BigInteger least, int bits) {
    try {
      String text = given instanceof Number || given instanceof String ? given.toString() : "";
      BigDecimal number = text.length() > DIGITS ? null : new BigDecimal(text);
      // 1e999999999 is short, and has a thousand million digits.
      if (number != null && Math.abs(number.scale()) <= DIGITS) {
        BigInteger value = number.toBigIntegerExact();
        if (value.compareTo(least) >= 0 && value.bitLength() <= bits) {
          return value;
        }
      }
    } catch (ArithmeticException | NumberFormatException e) {
      // Said below.
    }
    throw wrong(
        where, "a whole number " + (least.signum() == 0 ? "from 0 " : "") + "of " + bits + " bits");
  }

  private static ApiException wrong(String where, String expected) {
    return ApiException.invalid(where + " is " + expected);
  }
}
