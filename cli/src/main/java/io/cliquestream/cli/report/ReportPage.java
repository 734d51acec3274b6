package io.cliquestream.cli.report;

/** One page of HTML. */
public sealed interface ReportPage permits HtmlReport, QuestionReport {
  /** All of it. */
  String page();
}
