package io.cliquestream.worker.api;

import io.cliquestream.contract.Failures;
import io.cliquestream.v1.FailureCode;
import io.vertx.core.json.JsonObject;

/** Why a request is not answered: status, and the error that the body carries. */
final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final String category;

  private ApiException(int status, String code, String category, String message) {
    super(message, null, false, false);
    this.status = status;
    this.code = code;
    this.category = category;
  }

  static ApiException invalid(String message) {
    return new ApiException(400, "REQUEST_INVALID", "INPUT", message);
  }

  /** A job that cannot be. */
  static ApiException of(FailureCode code, String message) {
    String category = Failures.categoryOf(code).name().replace("FAILURE_CATEGORY_", "");
    return new ApiException(400, Failures.nameOf(code), category, message);
  }

  static ApiException unauthenticated() {
    return new ApiException(
        401, "UNAUTHENTICATED", "INPUT", "a token or a certificate that is known is needed");
  }

  static ApiException forbidden(String message) {
    return new ApiException(403, "FORBIDDEN", "INPUT", message);
  }

  static ApiException notFound(String message) {
    return new ApiException(404, "NOT_FOUND", "NOT_FOUND", message);
  }

  static ApiException method(String allowed) {
    return new ApiException(405, "METHOD_NOT_ALLOWED", "INPUT", allowed + " is allowed here");
  }

  static ApiException conflict(String message) {
    return new ApiException(409, "CONFLICT", "INPUT", message);
  }

  static ApiException tooLarge(long bytes) {
    return new ApiException(
        413, "REQUEST_TOO_LARGE", "RESOURCE", "a body has at most " + bytes + " bytes");
  }

  static ApiException mediaType() {
    return new ApiException(
        415, "MEDIA_TYPE_UNSUPPORTED", "INPUT", "a body is sent as application/json");
  }

  static ApiException tooMany(String message) {
    return new ApiException(429, "TOO_MANY_REQUESTS", "RESOURCE", message);
  }

  static ApiException unavailable(String message) {
    return new ApiException(503, "UNAVAILABLE", "INTERNAL", message);
  }

  static ApiException ending() {
    return unavailable("this worker is ending; ask another one");
  }

  static ApiException internal() {
    return new ApiException(500, "INTERNAL", "INTERNAL", "a defect; the worker's log has it");
  }

  /** As another worker wrote it with {@link #written}. */
  static ApiException read(JsonObject written) {
    int status = written.getInteger("status", 0);
    String code = written.getString("code");
    String category = written.getString("category");
    String message = written.getString("message");
    return status < 400 || status > 599 || code == null || category == null
        ? internal()
        : new ApiException(status, code, category, message);
  }

  JsonObject written() {
    return body().getJsonObject("error").put("status", status);
  }

  int status() {
    return status;
  }

  JsonObject body() {
    return new JsonObject()
        .put(
            "error",
            new JsonObject()
                .put("code", code)
                .put("category", category)
                .put("message", getMessage()));
  }
}
