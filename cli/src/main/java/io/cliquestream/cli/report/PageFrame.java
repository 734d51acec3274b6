package io.cliquestream.cli.report;

import io.cliquestream.cli.drawing.Html;
import java.util.List;
import java.util.Locale;

/** What every page has: its head, cards of figures, and the command that made it. */
final class PageFrame {
  private PageFrame() {}

  /** The beginning, up to the first card. */
  static StringBuilder begin(String title, String heading, String source) {
    return new StringBuilder()
        .append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';")
        .append(" style-src 'unsafe-inline'\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<title>")
        .append(Html.escape(title))
        .append("</title>\n<style>\n")
        .append(ReportStyle.CSS)
        .append("</style>\n</head>\n<body>\n<main>\n")
        .append("<header>\n<p class=\"product\">Cliquestream</p>\n<h1>")
        .append(Html.escape(heading))
        .append("</h1>\n<p class=\"source\">")
        .append(Html.escape(source))
        .append("</p>\n</header>\n<section class=\"cards\">\n");
  }

  /** A figure. */
  static void card(StringBuilder out, String label, String value) {
    String shown =
        value.matches("[0-9]{4,}")
            ? String.format(Locale.ROOT, "%,d", new java.math.BigInteger(value))
            : value;
    out.append("<div class=\"card\"><span class=\"value\">")
        .append(Html.escape(shown))
        .append("</span><span class=\"name\">")
        .append(Html.escape(label))
        .append("</span></div>\n");
  }

  /** The end of the cards. */
  static void endCards(StringBuilder out) {
    out.append("</section>\n");
  }

  /** A picture, or a table, under its title; the note may be empty. */
  static void section(StringBuilder out, String title, String picture, String note) {
    out.append("<section>\n<h2>").append(Html.escape(title)).append("</h2>\n").append(picture);
    if (!note.isEmpty()) {
      out.append("<p class=\"note\">").append(Html.escape(note)).append("</p>\n");
    }
    out.append("</section>\n");
  }

  /** The command, and the end. */
  static String end(StringBuilder out, List<String> command) {
    out.append("<section>\n<h2>Command</h2>\n<pre class=\"command\">cliquestream ");
    for (String word : command) {
      String quoted =
          word.matches("[A-Za-z0-9_./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
      out.append(Html.escape(quoted)).append(' ');
    }
    return out.append("</pre>\n</section>\n</main>\n</body>\n</html>\n").toString();
  }
}
