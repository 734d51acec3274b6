package io.cliquestream.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.Locale;

/** What the API tells, as people read it in a table; null for nothing known. */
final class Cells {
  private static final int MOST_OF_A_MESSAGE = 60;
  private static final String[] BYTES = {"B", "KiB", "MiB", "GiB", "TiB"};

  private Cells() {}

  static String text(JsonNode value) {
    return value.isMissingNode() || value.isNull() || value.asText().isEmpty()
        ? null
        : value.asText();
  }

  /** A time to the second, as it came (UTC). */
  static String time(JsonNode value) {
    String text = text(value);
    return text == null ? null : text.replaceFirst("\\.\\d+Z$", "Z");
  }

  static String number(JsonNode value) {
    return value.isNumber() ? String.format(Locale.ROOT, "%,d", value.asLong()) : text(value);
  }

  static String millis(JsonNode value) {
    if (!value.isNumber()) {
      return null;
    }
    double millis = value.asDouble();
    return millis < 1_000
        ? String.format(Locale.ROOT, millis < 10 ? "%.1f ms" : "%.0f ms", millis)
        : millis < 120_000
            ? String.format(Locale.ROOT, "%.1f s", millis / 1e3)
            : String.format(Locale.ROOT, "%.0f min", millis / 6e4);
  }

  static String bytes(JsonNode value) {
    if (!value.isNumber()) {
      return null;
    }
    double bytes = value.asDouble();
    int unit = 0;
    while (bytes >= 1_024 && unit < BYTES.length - 1) {
      bytes /= 1_024;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", bytes, BYTES[unit]);
  }

  /** A graph and the version that was read. */
  static String graph(JsonNode job) {
    String version = text(job.path("version"));
    return job.path("graph").asText() + (version == null ? "" : "@" + version);
  }

  /** A state, and how far it is while it computes. */
  static String state(JsonNode job) {
    String state = job.path("state").asText();
    JsonNode fraction = job.path("progress").path("fraction");
    return fraction.isNumber() && fraction.asDouble() > 0
        ? String.format(Locale.ROOT, "%s %.0f%%", state, 100 * fraction.asDouble())
        : state;
  }

  /** The one number of an answer and what changed since the run before, or why there is none. */
  static String answer(JsonNode job) {
    JsonNode failure = job.path("failure");
    if (failure.isObject()) {
      String message = failure.path("message").asText();
      return failure.path("code").asText()
          + ": "
          + (message.length() <= MOST_OF_A_MESSAGE
              ? message
              : message.substring(0, MOST_OF_A_MESSAGE - 1) + "…");
    }
    String value = text(job.path("value"));
    JsonNode difference = job.path("difference");
    if (!difference.isObject()) {
      return value;
    }
    return value == null ? change(difference) : value + " (" + change(difference) + ")";
  }

  private static String change(JsonNode difference) {
    int more = difference.path("figures").asInt() - 1;
    if (more < 0) {
      return "no figure changed";
    }
    String by = difference.path("by").asText();
    return (by.startsWith("-") ? by : "+" + by)
        + " "
        + difference.path("figure").asText()
        + (more == 0 ? "" : ", " + more + (more == 1 ? " more figure" : " more figures"));
  }

  /** How many more there are than a list shows. */
  static void printRest(PrintWriter out, JsonNode list) {
    long shown = list.path("items").size();
    long total = list.path("total").asLong(shown);
    if (total > shown) {
      out.println(shown + " of " + total + " (--limit)");
    }
  }
}
