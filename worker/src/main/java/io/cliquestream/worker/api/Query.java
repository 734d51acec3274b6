package io.cliquestream.worker.api;

import io.cliquestream.contract.TraceParent;
import io.cliquestream.worker.access.Principal;
import io.cliquestream.worker.directory.listed.ListPosition;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One request: who asks, for what, with which parameters and body. Immutable but for its body,
 * which is there before anybody is asked.
 *
 * @param path its parts below the API's root, decoded
 * @param trace what the asker does, if it says so
 */
record Query(
    Principal asker,
    List<String> path,
    MultiMap parameters,
    Optional<TraceParent> trace,
    Buffer body) {
  static final int MAXIMUM_LIMIT = 1_000;
  private static final int DEFAULT_LIMIT = 100;
  private static final int NOTE_CHARACTERS = 256;

  /** The same with its body. */
  Query with(Buffer received) {
    return new Query(asker, path, parameters, trace, received);
  }

  /** A part of the path. */
  String part(int index) {
    return path.get(index);
  }

  /** A parameter; empty when it is not given or is empty. */
  Optional<String> text(String name, int mostCharacters) {
    String value = parameters.get(name);
    if (value == null || value.isEmpty()) {
      return Optional.empty();
    }
    if (value.length() > mostCharacters) {
      throw ApiException.invalid(name + " has at most " + mostCharacters + " characters");
    }
    return Optional.of(value);
  }

  int limit() {
    Optional<String> given = text("limit", 9);
    if (given.isEmpty()) {
      return DEFAULT_LIMIT;
    }
    try {
      int limit = Integer.parseInt(given.get());
      if (limit >= 1 && limit <= MAXIMUM_LIMIT) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw ApiException.invalid("limit is a number from 1 to " + MAXIMUM_LIMIT);
  }

  Optional<String> cursor() {
    return text("cursor", 256);
  }

  /** Behind which a page begins of what is listed in the order of records. */
  Optional<ListPosition> position() {
    return cursor().map(text -> ListPosition.parse(text).orElseThrow(Query::wrongCursor));
  }

  static ApiException wrongCursor() {
    return ApiException.invalid("cursor is not the `next` of a page of this list");
  }

  /** A time in Unix milliseconds. */
  long time(String name, long otherwise) {
    Optional<String> given = text(name, 64);
    try {
      return given.isEmpty() ? otherwise : Instant.parse(given.get()).toEpochMilli();
    } catch (DateTimeParseException | ArithmeticException e) {
      throw ApiException.invalid(name + " is a time such as 2026-01-31T12:00:00Z");
    }
  }

  /** A version's number. */
  static long version(String text) {
    try {
      long version = Long.parseUnsignedLong(text);
      if (version != 0) {
        return version;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw ApiException.invalid("version is a whole number of 1 or more, as text");
  }

  /** The body as an object that has no other fields than these. */
  JsonObject object(Set<String> fields) {
    JsonObject object = object();
    for (String field : object.fieldNames()) {
      if (!fields.contains(field)) {
        throw ApiException.invalid("there is no field " + field);
      }
    }
    return object;
  }

  /** The body as an object. */
  JsonObject object() {
    try {
      return body.toJsonObject();
    } catch (DecodeException | ClassCastException e) {
      throw ApiException.invalid("the body is no JSON object");
    }
  }

  /** A text of the body; empty when it is not given. */
  static String text(JsonObject object, String field) {
    Object value = object.getValue(field);
    if (value == null) {
      return "";
    }
    if (!(value instanceof String text) || text.length() > NOTE_CHARACTERS) {
      throw ApiException.invalid(
          field + " is a text of at most " + NOTE_CHARACTERS + " characters");
    }
    return text;
  }

  /** Refuses who does not act. */
  void requireOperator() {
    if (!asker.isOperator()) {
      throw ApiException.forbidden(asker.name() + " is a viewer; this asks for an operator");
    }
  }

  /** Refuses who is bound to tenants. */
  void requireUnbound() {
    if (asker.isBound()) {
      throw ApiException.forbidden(
          asker.name() + " is bound to tenants; this concerns all of them");
    }
  }
}
