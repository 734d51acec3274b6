package io.cliquestream.worker.api;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;

/** An answer, encoded. */
record Reply(int status, Buffer body) {
  /** What was asked for. */
  static Reply ok(JsonObject body) {
    return new Reply(200, body.toBuffer());
  }

  /** It is on its topic. */
  static Reply accepted(JsonObject body) {
    return new Reply(202, body.toBuffer());
  }

  /** It is on its topic, and there is no more to say. */
  static Reply accepted() {
    return accepted(new JsonObject().put("accepted", true));
  }
}
