package io.cliquestream.cli.job;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads times such as 500ms, 30s, 1.5m, 2h. */
public final class DurationText implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(ms|s|m|h)");
  private static final Map<String, Long> UNIT_MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L);

  @Override
  public Duration convert(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a time such as 500ms, 30s, 1.5m or 2h");
    }
    BigDecimal unit = BigDecimal.valueOf(UNIT_MILLIS.get(matcher.group(2)));
    return Duration.ofMillis(new BigDecimal(matcher.group(1)).multiply(unit).longValue());
  }
}
