package io.cliquestream.cli.report;

import io.cliquestream.cli.drawing.BarsSvg;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The answer to a question about a graph as one page, under the rules of {@link HtmlReport}. */
public final class QuestionReport implements ReportPage {
  private record Card(String label, String value) {}

  /**
   * A bar of a picture.
   *
   * @param label in words
   * @param count how many
   */
  public record Bar(String label, BigInteger count) {
    /** The same for a small number. */
    public Bar(String label, long count) {
      this(label, BigInteger.valueOf(count));
    }
  }

  private record Picture(String title, List<Bar> bars) {}

  private final String heading;
  private final String source;
  private final List<String> command;
  private final List<Card> cards = new ArrayList<>();
  private final List<Picture> pictures = new ArrayList<>();

  /**
   * An empty page.
   *
   * @param source where the graph comes from
   * @param command the words of the command line
   */
  public QuestionReport(String heading, String source, List<String> command) {
    this.heading = heading;
    this.source = source;
    this.command = List.copyOf(command);
  }

  /** Adds a figure. */
  public QuestionReport card(String label, long value) {
    return card(label, String.format(Locale.ROOT, "%,d", value));
  }

  /** Adds a figure as it is to be shown. */
  public QuestionReport card(String label, String value) {
    cards.add(new Card(label, value));
    return this;
  }

  /** Adds a picture, unless it would be empty. */
  public QuestionReport picture(String title, List<Bar> bars) {
    if (!bars.isEmpty()) {
      pictures.add(new Picture(title, List.copyOf(bars)));
    }
    return this;
  }

  @Override
  public String page() {
    StringBuilder out = PageFrame.begin(heading + " of " + source, heading, source);
    cards.forEach(card -> PageFrame.card(out, card.label, card.value));
    PageFrame.endCards(out);
    for (Picture picture : pictures) {
      BarsSvg bars = new BarsSvg();
      picture.bars.forEach(bar -> bars.bar(bar.label, bar.count));
      PageFrame.section(out, picture.title, bars.svg(picture.title), "");
    }
    return PageFrame.end(out, command);
  }
}
