package io.cliquestream.worker.directory.listed;

import io.cliquestream.contract.Failures;
import io.cliquestream.v1.Failure;
import io.vertx.core.json.JsonObject;

/**
 * A failure as lists show it.
 *
 * @param code without its prefix
 * @param category without its prefix
 * @param message cut to what lists have room for
 */
public record ListedFailure(String code, String category, String message) {
  private static final int MESSAGE_CHARACTERS = 256;

  static ListedFailure of(Failure failure) {
    String message = failure.getMessage();
    return new ListedFailure(
        // A name of the enumeration, shared by all.
        Failures.nameOf(failure.getCode()).intern(),
        category(failure.getCategory().name()),
        message.length() <= MESSAGE_CHARACTERS
            ? message
            : message.substring(0, MESSAGE_CHARACTERS - 1) + '…');
  }

  private static String category(String name) {
    String text = name.replace("FAILURE_CATEGORY_", "");
    return text.equals("UNSPECIFIED") || text.equals("UNRECOGNIZED") ? "INTERNAL" : text.intern();
  }

  static ListedFailure read(JsonObject json) {
    return new ListedFailure(
        json.getString("code"), json.getString("category"), json.getString("message"));
  }

  /** What its holder writes, and the API shows. */
  public JsonObject write() {
    return new JsonObject().put("code", code).put("category", category).put("message", message);
  }
}
