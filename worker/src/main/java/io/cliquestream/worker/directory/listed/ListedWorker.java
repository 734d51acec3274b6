package io.cliquestream.worker.directory.listed;

import io.vertx.core.json.JsonObject;

/**
 * A worker as it last told of itself.
 *
 * @param report what it told, in the shapes of the API
 * @param seen when it told, Unix milliseconds
 */
public record ListedWorker(String id, JsonObject report, long seen) {
  /** A worker that was not heard of for this long is silent. */
  public static final long SILENT_MILLIS = 10_000;

  /** One that was silent for this long is not shown. */
  public static final long FORGOTTEN_MILLIS = 60_000;

  /** One that was silent for this long does not come back under its name. */
  public static final long GONE_MILLIS = 3_600_000;

  /** Whether it does not tell any more. */
  public boolean isSilent(long now) {
    return now - seen > SILENT_MILLIS;
  }
}
