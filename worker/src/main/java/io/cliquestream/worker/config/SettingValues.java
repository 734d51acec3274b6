package io.cliquestream.worker.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes the values of settings by their type. */
final class SettingValues {
  private static final Pattern DURATION = Pattern.compile("(\\d{1,15})\\s*(ms|s|m|h|d)");

  private SettingValues() {}

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException when the text is none of the type
   */
  static Object parse(Class<?> type, String text) {
    String value = text.strip();
    if (type == String.class) {
      return value;
    } else if (type == Secret.class) {
      return new Secret(text);
    } else if (type == int.class) {
      return Integer.parseInt(value);
    } else if (type == long.class) {
      return Long.parseLong(value);
    } else if (type == double.class) {
      return Double.parseDouble(value);
    } else if (type == boolean.class) {
      return parseBoolean(value);
    } else if (type == Duration.class) {
      return parseDuration(value);
    } else if (type == ByteSize.class) {
      return ByteSize.parse(value);
    } else if (type == Path.class) {
      return Path.of(value);
    } else if (type == List.class) {
      return Arrays.stream(value.split(",")).map(String::strip).filter(s -> !s.isEmpty()).toList();
    } else if (type.isEnum()) {
      return parseEnum(type, value);
    }
    throw new ConfigurationException("settings of type " + type.getName() + " are not known");
  }

  /** Writes a value the way {@link #parse} reads it. */
  static String format(Object value) {
    return switch (value) {
      case Duration duration -> formatDuration(duration);
      case List<?> list -> String.join(",", list.stream().map(String::valueOf).toList());
      case Enum<?> constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
      default -> String.valueOf(value);
    };
  }

  private static boolean parseBoolean(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("true or false, not '" + text + "'");
    };
  }

  private static Object parseEnum(Class<?> type, String text) {
    // Kafka's people write SASL_SSL.
    String sought = text.toLowerCase(Locale.ROOT).replace('_', '-');
    for (Object constant : type.getEnumConstants()) {
      if (format(constant).equals(sought)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        "one of "
            + String.join(
                ", ", Arrays.stream(type.getEnumConstants()).map(SettingValues::format).toList())
            + ", not '"
            + text
            + "'");
  }

  private static Duration parseDuration(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a duration such as 250ms, 30s or 5m: '" + text + "'");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }

  private static String formatDuration(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 1000 != 0 || millis == 0) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    if (seconds % 86_400 == 0) {
      return seconds / 86_400 + "d";
    } else if (seconds % 3_600 == 0) {
      return seconds / 3_600 + "h";
    }
    return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
