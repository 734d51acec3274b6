package io.cliquestream.worker.health;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Named parts and what follows from all of them. Filled before it is served; read on an event loop.
 *
 * <p>As JSON: {@code {"status":"UP","checks":[{"id":"broker","status":"UP","age_seconds":0.4,
 * "detail":"answered"}],"outcome":"UP"}}, where status and outcome are UP if every part is.
 */
final class HealthReport {
  private static final double NANOS = 1e9;

  private final Map<String, HealthPart> parts = new LinkedHashMap<>();

  void add(String name, HealthPart part) {
    if (parts.putIfAbsent(name, part) != null) {
      throw new IllegalArgumentException("two parts are named " + name);
    }
  }

  /** One look at every part. */
  Look look() {
    var seen = new LinkedHashMap<String, PartHealth>();
    parts.forEach((name, part) -> seen.put(name, part.now()));
    return new Look(seen);
  }

  /** What was seen at one moment. */
  record Look(Map<String, PartHealth> parts) {
    boolean isUp() {
      return parts.values().stream().allMatch(PartHealth::up);
    }

    /** The outcome alone, for those who may not know more. */
    JsonObject outcome() {
      return new JsonObject().put("status", text(isUp()));
    }

    JsonObject details() {
      var checks = new JsonArray();
      parts.forEach(
          (name, part) ->
              checks.add(
                  new JsonObject()
                      .put("id", name)
                      .put("status", text(part.up()))
                      .put("age_seconds", Math.round(part.age().toNanos() / NANOS * 1e3) / 1e3)
                      .put("detail", part.detail())));
      return outcome().put("checks", checks).put("outcome", text(isUp()));
    }

    private static String text(boolean up) {
      return up ? "UP" : "DOWN";
    }
  }
}
