package io.cliquestream.cli.output;

import io.cliquestream.contract.JobKind;
import io.cliquestream.formats.VertexNames;
import io.cliquestream.kernels.pattern.PlanExplanation;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.ResultPage;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** How an answer is shown; shared by every command that prints one. */
public final class AnswerOptions {
  @Option(names = "--json", description = "Print one JSON object with decimal-string counts.")
  private boolean json;

  /** Prints the answer of a graph whose vertices are numbers, and nothing else. */
  public void print(PrintWriter out, JobKind kind, JobResult result, List<ResultPage> pages) {
    print(out, kind, result, pages, VertexNames.NUMBERS);
  }

  /** Prints the answer, and nothing else, as it was asked for. */
  public void print(
      PrintWriter out,
      JobKind kind,
      JobResult result,
      List<ResultPage> pages,
      VertexNames names) {
    if (json) {
      out.println(ResultJson.render(kind, result, pages, names));
    } else {
      ResultText.render(result, pages, names).forEach(out::println);
      if (!result.getPlanMap().isEmpty()) {
        out.println("plan: " + planText(result.getPlanMap()));
      }
    }
    out.flush();
  }

  /** Prints the plans of a job that was not run. */
  public void print(PrintWriter out, JobKind kind, PlanExplanation explanation) {
    out.print(json ? PlanJson.render(kind, explanation) + "\n" : explanation.text());
    out.flush();
  }

  private static String planText(Map<String, String> plan) {
    return new TreeMap<>(plan)
        .entrySet().stream()
            .map(choice -> String.format(Locale.ROOT, "%s %s", choice.getKey(), choice.getValue()))
            .collect(Collectors.joining(", "));
  }
}
