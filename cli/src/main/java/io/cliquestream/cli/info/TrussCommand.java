package io.cliquestream.cli.info;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.cli.kafka.GraphSources;
import io.cliquestream.cli.output.AnswerOptions;
import io.cliquestream.cli.output.RowFile;
import io.cliquestream.cli.output.WatchedWork;
import io.cliquestream.cli.report.QuestionReport;
import io.cliquestream.cli.report.ReportFile;
import io.cliquestream.cli.report.ReportOption;
import io.cliquestream.cli.rows.RowKind;
import io.cliquestream.cli.rows.RowLayout;
import io.cliquestream.cli.rows.TopRows;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.survey.Trusses;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Tells the truss number of every edge. */
@Command(
    name = "truss",
    mixinStandardHelpOptions = true,
    description =
        "Tells the truss number of every edge: the largest k such that it lies in a subgraph in"
            + " which every edge has k - 2 triangles.")
public final class TrussCommand implements Callable<Integer> {
  /** Edges that one JSON object lists at most. */
  private static final long MOST_LISTED = TopRows.MOST;

  @Mixin private GraphSources files;
  @Mixin private AnswerOptions answer;
  @Mixin private ReportOption report;
  @Spec private CommandSpec spec;

  /** An edge; {@code index} is its place among all. */
  private record Edge(long index, long from, long to, int number) {}

  @Override
  public Integer call() {
    answer.check();
    WatchedWork work = WatchedWork.begin("truss");
    return work.run(() -> run(work));
  }

  private int run(WatchedWork work) {
    JobControl control = work.control();
    try (ReportFile page = report.open();
        OpenGraph open = OpenGraph.of(files, files.names(), work);
        Trusses trusses = work.show(() -> trusses(open, control))) {
      Optional<RowFile> rows = answer.file(RowLayout.of(RowKind.EDGE_TRUSS), open.names());
      try {
        rows.ifPresent(to -> write(open, trusses, to, work.control()));
        PrintWriter to = RowFile.textBeside(rows, spec);
        if (answer.json()) {
          to.println(render(open, trusses, rows));
        } else {
          print(open, trusses, rows, to);
        }
        page.write(_ -> page(open, trusses));
        to.flush();
      } finally {
        rows.ifPresent(RowFile::close);
      }
    }
    return ExitCode.OK.number();
  }

  private QuestionReport page(OpenGraph open, Trusses trusses) {
    return open.page("Truss numbers", spec)
        .card("largest truss number", trusses.largest())
        .card("edges of that", trusses.histogram()[trusses.largest()])
        .picture("Edges by truss number", TrussText.bars(trusses));
  }

  private Trusses trusses(OpenGraph open, JobControl control) {
    // One JSON object is made in memory.
    boolean all = answer.json() && !answer.hasFile() && answer.top().isEmpty();
    if (all && open.graph().edgeCount() > MOST_LISTED) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID,
          "one JSON object lists at most %,d edges; --output FILE.jsonl writes them all, --top N the"
                  .formatted(MOST_LISTED)
              + " first");
    }
    return Trusses.of(open.graph(), Parallelism.available().until(control));
  }

  /** The edges to tell of: all in their order, or those of the largest numbers first. */
  private void forEdges(OpenGraph open, Trusses trusses, Consumer<Edge> told) {
    Comparator<Edge> order =
        Comparator.comparingInt(Edge::number).reversed().thenComparingLong(Edge::index);
    PriorityQueue<Edge> kept = new PriorityQueue<>(order.reversed());
    int most = answer.top().orElse(0);
    long[] index = new long[1];
    open.graph()
        .forEachEdge(
            (from, to) -> {
              long edge = index[0]++;
              int number = trusses.of(edge);
              if (most == 0) {
                told.accept(new Edge(edge, from, to, number));
              } else if (kept.size() < most || number > kept.element().number) {
                kept.add(new Edge(edge, from, to, number));
                if (kept.size() > most) {
                  kept.remove();
                }
              }
            });
    kept.stream().sorted(order).forEachOrdered(told);
  }

  private void write(OpenGraph open, Trusses trusses, RowFile rows, JobControl control) {
    forEdges(
        open,
        trusses,
        edge ->
            rows.write(
                row -> {
                  control.checkStopped();
                  row.begin(RowKind.EDGE_TRUSS);
                  row.vertex(edge.from);
                  row.vertex(edge.to);
                  row.count(edge.number);
                  row.end();
                  return 1;
                }));
    rows.finish();
  }

  private void print(OpenGraph open, Trusses trusses, Optional<RowFile> rows, PrintWriter out) {
    out.println(TrussText.line(trusses, open.graph().edgeCount()));
    if (rows.isPresent()) {
      out.println(rows.get().summary());
    } else {
      long[] told = new long[1];
      forEdges(
          open,
          trusses,
          edge -> {
            if (told[0]++ < answer.rows()) {
              out.printf(
                  Locale.ROOT,
                  "edge %s %s truss %d%n",
                  open.names().shown().of(edge.from),
                  open.names().shown().of(edge.to),
                  edge.number);
            }
          });
      if (told[0] > answer.rows()) {
        out.println(
            "… and "
                + (told[0] - answer.rows())
                + " more (--rows N shows more, --output FILE all of them)");
      }
    }
    if (answer.terminal().attached()) {
      TrussText.histogram(trusses, answer.terminal()).forEach(out::println);
    }
  }

  private String render(OpenGraph open, Trusses trusses, Optional<RowFile> rows) {
    ObjectNode root = open.question("truss");
    ObjectNode result = root.putObject("result");
    TrussText.put(result, trusses);
    if (rows.isPresent()) {
      rows.get().describe(root);
      return root.toString();
    }
    ArrayNode list = result.putArray("perEdge");
    forEdges(
        open,
        trusses,
        edge -> {
          ObjectNode row = list.addObject();
          open.put(row, "from", edge.from);
          open.put(row, "to", edge.to);
          row.put("truss", Integer.toString(edge.number));
        });
    return root.toString();
  }
}
