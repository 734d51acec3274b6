package io.cliquestream.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What goes to a terminal and what does not. */
final class TerminalOutputTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void aTerminalIsAsWideAndAsColouredAsItSays() {
    assertThat(Terminal.of(false, Map.of("COLUMNS", "200"))).isEqualTo(Terminal.NONE);
    assertThat(Terminal.of(true, Map.of("COLUMNS", "132")))
        .isEqualTo(new Terminal(true, 132, true));
    assertThat(Terminal.of(true, Map.of("COLUMNS", "132", "NO_COLOR", "1")).coloured()).isFalse();
    assertThat(Terminal.of(true, Map.of("COLUMNS", "132", "NO_COLOR", "")).coloured()).isTrue();
    assertThat(Terminal.of(true, Map.of("COLUMNS", "9", "TERM", "dumb")))
        .isEqualTo(new Terminal(false, 40, false));
  }

  @Test
  void barsFitTheTerminalWhateverIsInThem() {
    for (int width : List.of(40, 80, 200)) {
      BarChart chart =
          new BarChart()
              .bar("a label that is longer than its room ever is", BigInteger.TEN.pow(width / 8))
              .bar("one", BigInteger.ONE)
              .bar("none", BigInteger.ZERO);
      List<String> lines = chart.lines(new Terminal(true, width, false));
      assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
      assertThat(lines.get(2)).doesNotContain("█").endsWith("0");
    }
    // A number keeps its digits, however narrow the terminal.
    assertThat(
            new BarChart().bar("all", BigInteger.TEN.pow(60)).lines(new Terminal(true, 40, false)))
        .singleElement()
        .asString()
        .endsWith("000,000");
  }

  @Test
  void barsAreAsLongAsTheirCounts() {
    List<String> lines =
        new BarChart()
            .bar("all", BigInteger.valueOf(100))
            .bar("half", BigInteger.valueOf(50))
            .lines(new Terminal(true, 80, false));
    long all = lines.get(0).chars().filter(c -> c == '█').count();
    long half = lines.get(1).chars().filter(c -> c == '█').count();
    assertThat(half).isBetween(all / 2 - 1, all / 2 + 1);
    assertThat(String.join("", new BarChart().bar("x", BigInteger.TWO).lines(Terminal.NONE)))
        .isEqualTo("x  2");
    assertThat(
            new BarChart().bar("x", BigInteger.TWO).lines(new Terminal(true, 80, true)).getFirst())
        .contains("\u001b[36m")
        .endsWith("\u001b[0m");
  }

  private static String progress(Terminal terminal, long... seconds) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    AtomicLong now = new AtomicLong();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    try (ProgressLine line = new ProgressLine("job", out, terminal, now::get)) {
      for (int i = 0; i < seconds.length; i++) {
        now.set(seconds[i] * SECOND);
        line.show("computing", (i + 1.0) / 10, OptionalLong.of(1_000));
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shortJobsLeaveNoLineWithoutATerminal() {
    assertThat(progress(Terminal.NONE, 1, 2, 4)).isEmpty();
    assertThat(progress(Terminal.NONE, 1, 2, 6, 7).lines())
        .containsExactly("job  30%  computing, 1.0 s left", "job  40%  computing, 1.0 s left");
  }

  @Test
  void theBarFitsItsLineAndIsWipedInTheEnd() {
    String drawn = progress(new Terminal(true, 40, true), 1, 2);
    assertThat(drawn).endsWith("\r\u001b[K");
    for (String line : drawn.split("\r\u001b\\[K", -1)) {
      assertThat(line.length()).isLessThan(40);
    }
  }

  @Test
  void aLineThatWasWipedWasDrawnAgain() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    ProgressLine line = new ProgressLine("job", out, new Terminal(true, 80, false), () -> 0);
    line.show("computing", 0.5, OptionalLong.empty());
    line.close();
    // A note stands behind it now, and the watch has one more look.
    line.show("computing", 0.6, OptionalLong.empty());
    line.close();
    assertThat(bytes.toString(StandardCharsets.UTF_8)).endsWith("computing\r\u001b[K");
  }
}
