package io.cliquestream.cli.info;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.cli.kafka.GraphSources;
import io.cliquestream.cli.output.BarChart;
import io.cliquestream.cli.output.Measured;
import io.cliquestream.cli.output.Terminal;
import io.cliquestream.cli.output.WatchedWork;
import io.cliquestream.cli.report.QuestionReport;
import io.cliquestream.cli.report.ReportFile;
import io.cliquestream.cli.report.ReportOption;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.graph.GraphInput;
import io.cliquestream.kernels.survey.Components;
import io.cliquestream.kernels.survey.Cores;
import io.cliquestream.kernels.survey.Degrees;
import io.cliquestream.kernels.survey.Trusses;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says what a graph is. */
@Command(
    name = "info",
    mixinStandardHelpOptions = true,
    description = "Says what a graph file holds: size, degrees, components, cores, trusses.")
public final class InfoCommand implements Callable<Integer> {
  @Mixin private GraphSources files;
  @Mixin private ReportOption report;
  @Spec private CommandSpec spec;

  @Option(names = "--triangles", description = "Count its triangles, too.")
  private boolean triangles;

  @Option(
      names = "--truss",
      description =
          "Tell its truss numbers, whatever they take; without it where they take a moment.")
  private boolean truss;

  @Option(names = "--json", description = "Print one JSON object (docs/answers.md).")
  private boolean json;

  @Option(names = "--bars", description = "Draw the histogram of degrees even without a terminal.")
  private boolean bars;

  private record Answers(
      GraphInput input,
      Degrees degrees,
      Components components,
      Cores cores,
      Optional<BigInteger> triangles,
      Optional<Trusses> trusses)
      implements AutoCloseable {
    @Override
    public void close() {
      trusses.ifPresent(Trusses::close);
    }
  }

  /** Steps that are a moment: some tenths of a second. */
  private static final long FEW_STEPS = 1L << 26;

  @Override
  public Integer call() {
    WatchedWork work = WatchedWork.begin("info");
    return work.run(() -> answer(work));
  }

  private int answer(WatchedWork work) {
    JobControl control = work.control();
    try (ReportFile page = report.open();
        OpenGraph open = OpenGraph.of(files, files.names(), work);
        Answers answers = work.show(() -> answers(open, control))) {
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        out.println(render(open, answers));
      } else {
        print(open, answers, out);
      }
      page.write(_ -> page(open, answers));
      out.flush();
    }
    return ExitCode.OK.number();
  }

  private QuestionReport page(OpenGraph open, Answers answers) {
    QuestionReport page =
        open.page("What the graph is", spec)
            .card("components", answers.components.count())
            .card("largest component", answers.components.largest())
            .card("largest degree", answers.degrees.maximum())
            .card("degeneracy", answers.cores.degeneracy());
    answers.triangles.ifPresent(
        count -> page.card("triangles", String.format(Locale.ROOT, "%,d", count)));
    List<QuestionReport.Bar> degrees = new ArrayList<>();
    for (int bits = 0; bits < answers.degrees.byBits().length; bits++) {
      if (answers.degrees.byBits()[bits] > 0) {
        degrees.add(new QuestionReport.Bar(range(bits), answers.degrees.byBits()[bits]));
      }
    }
    page.picture("Vertices by degree", degrees);
    answers.trusses.ifPresent(
        found -> page.picture("Edges by truss number", TrussText.bars(found)));
    return page;
  }

  private Answers answers(OpenGraph open, JobControl control) {
    return new Answers(
        open.graph().input(),
        Degrees.of(open.graph(), control),
        Components.of(open.graph(), control),
        Cores.of(open.prepared(), control),
        triangles ? Optional.of(OpenGraph.triangles(open.prepared(), control)) : Optional.empty(),
        truss || Trusses.steps(open.graph(), new StopMeter(control)) <= FEW_STEPS
            ? Optional.of(Trusses.of(open.graph(), Parallelism.available().until(control)))
            : Optional.empty());
  }

  private void print(OpenGraph open, Answers answers, PrintWriter out) {
    Degrees degrees = answers.degrees;
    line(out, "vertices", "%,d", open.graph().vertexTotal());
    line(out, "edges", "%,d", open.graph().edgeCount());
    line(
        out,
        "in the file",
        "%,d pairs, %,d loops and %,d repeated edges left out",
        answers.input.pairs(),
        answers.input.loops(),
        answers.input.duplicates());
    line(
        out,
        "components",
        "%,d, the largest of %,d vertices",
        answers.components.count(),
        answers.components.largest());
    line(
        out,
        "degrees",
        "%,d to %,d, median %,d, mean %.2f",
        degrees.minimum(),
        degrees.maximum(),
        degrees.median(),
        degrees.mean());
    line(
        out,
        "degeneracy",
        "%,d, with %,d vertices in that core; no clique has more than %,d vertices",
        answers.cores.degeneracy(),
        answers.cores.innermost(),
        answers.cores.degeneracy() + 1);
    answers.triangles.ifPresent(count -> line(out, "triangles", "%,d", count));
    answers.trusses.ifPresent(
        found -> line(out, "trusses", "%s", TrussText.line(found, open.graph().edgeCount())));
    if (open.names().areText()) {
      line(out, "vertex names", "%s", "text");
    }
    out.println("vertices by degree:");
    BarChart chart = new BarChart();
    for (int bits = 0; bits < degrees.byBits().length; bits++) {
      if (degrees.byBits()[bits] > 0) {
        chart.bar(range(bits), BigInteger.valueOf(degrees.byBits()[bits]));
      }
    }
    chart.lines(Terminal.drawing(bars)).forEach(out::println);
    answers.trusses.ifPresent(
        found -> {
          out.println("edges by truss number:");
          TrussText.histogram(found, Terminal.drawing(bars)).forEach(out::println);
        });
  }

  private static void line(PrintWriter out, String label, String format, Object... values) {
    out.printf(Locale.ROOT, "%-14s" + format + "%n", spread(label, values));
  }

  private static Object[] spread(String label, Object[] values) {
    Object[] all = new Object[values.length + 1];
    all[0] = label;
    System.arraycopy(values, 0, all, 1, values.length);
    return all;
  }

  /** Numbers of so many bits. */
  static String range(int bits) {
    return bits <= 1 ? Integer.toString(bits) : (1L << (bits - 1)) + "–" + ((1L << bits) - 1);
  }

  private static String render(OpenGraph open, Answers answers) {
    ObjectNode root = open.question("info");
    ObjectNode input = root.putObject("input");
    input.put("pairs", answers.input.pairs());
    input.put("loops", answers.input.loops());
    input.put("duplicates", answers.input.duplicates());
    ObjectNode result = root.putObject("result");
    result.put("components", Long.toString(answers.components.count()));
    result.put("largestComponent", Long.toString(answers.components.largest()));
    ObjectNode degree = result.putObject("degree");
    Degrees degrees = answers.degrees;
    degree.put("minimum", Long.toString(degrees.minimum()));
    degree.put("median", Long.toString(degrees.median()));
    degree.put("maximum", Long.toString(degrees.maximum()));
    degree.put("mean", degrees.mean());
    ArrayNode histogram = degree.putArray("histogram");
    for (int bits = 1; bits < degrees.byBits().length; bits++) {
      if (degrees.byBits()[bits] > 0) {
        ObjectNode bar = histogram.addObject();
        bar.put("from", Long.toUnsignedString(1L << (bits - 1)));
        bar.put("to", Long.toUnsignedString((1L << bits) - 1));
        bar.put("vertices", Long.toString(degrees.byBits()[bits]));
      }
    }
    result.put("degeneracy", Integer.toString(answers.cores.degeneracy()));
    result.put("innermostCore", Long.toString(answers.cores.innermost()));
    answers.triangles.ifPresent(count -> result.put("triangles", count.toString()));
    answers.trusses.ifPresent(found -> TrussText.put(result, found));
    ObjectNode timings = root.putObject("timings");
    timings.put("readMillis", Math.round(open.reading().readNanos() / 1e3) / 1e3);
    timings.put("buildMillis", Math.round(open.reading().buildNanos() / 1e3) / 1e3);
    timings.put("processorMillis", Math.round(Measured.processorTime() / 1e3) / 1e3);
    return root.toString();
  }
}
