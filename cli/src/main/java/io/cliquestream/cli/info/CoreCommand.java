package io.cliquestream.cli.info;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.cli.kafka.GraphSources;
import io.cliquestream.cli.output.AnswerOptions;
import io.cliquestream.cli.output.ResultText;
import io.cliquestream.cli.output.RowFile;
import io.cliquestream.cli.output.Terminal;
import io.cliquestream.cli.output.WatchedWork;
import io.cliquestream.cli.report.QuestionReport;
import io.cliquestream.cli.report.ReportFile;
import io.cliquestream.cli.report.ReportOption;
import io.cliquestream.cli.rows.CountHistogram;
import io.cliquestream.cli.rows.RowKind;
import io.cliquestream.cli.rows.RowLayout;
import io.cliquestream.cli.rows.TopRows;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.survey.Cores;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Tells the core number of every vertex. */
@Command(
    name = "core",
    mixinStandardHelpOptions = true,
    description =
        "Tells the core number of every vertex: the largest k such that it lies in a subgraph of"
            + " least degree k.")
public final class CoreCommand implements Callable<Integer> {
  /** Vertices that one JSON object lists at most. */
  private static final int MOST_LISTED = TopRows.MOST;

  @Mixin private GraphSources files;
  @Mixin private AnswerOptions answer;
  @Mixin private ReportOption report;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    answer.check();
    WatchedWork work = WatchedWork.begin("core");
    return work.run(() -> run(work));
  }

  private int run(WatchedWork work) {
    JobControl control = work.control();
    try (ReportFile page = report.open();
        OpenGraph open = OpenGraph.of(files, files.names(), work)) {
      requireListed(open);
      Cores cores = work.show(() -> Cores.of(open.prepared(), control));
      Optional<RowFile> rows = answer.file(RowLayout.of(RowKind.VERTEX_CORE), open.names());
      try {
        rows.ifPresent(to -> write(open, cores, to, work.control()));
        PrintWriter to = RowFile.textBeside(rows, spec);
        if (answer.json()) {
          to.println(render(open, cores, rows));
        } else {
          print(open, cores, rows, to);
        }
        page.write(_ -> page(open, cores));
        to.flush();
      } finally {
        rows.ifPresent(RowFile::close);
      }
    }
    return ExitCode.OK.number();
  }

  /** One JSON object is made in memory. */
  private void requireListed(OpenGraph open) {
    boolean all = answer.json() && !answer.hasFile() && answer.top().isEmpty();
    if (all && open.graph().vertexCount() > MOST_LISTED) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID,
          "one JSON object lists at most %,d vertices; --output FILE.jsonl writes them all, --top N"
                  .formatted(MOST_LISTED)
              + " the first");
    }
  }

  /** The vertices to tell of: all in their order, or the innermost first. */
  private IntStream vertices(OpenGraph open, Cores cores) {
    int n = open.graph().vertexCount();
    if (answer.top().isEmpty()) {
      return IntStream.range(0, n);
    }
    int most = answer.top().getAsInt();
    // The outermost of those kept is the first to go.
    Comparator<Integer> outermost =
        Comparator.<Integer>comparingInt(cores::of)
            .thenComparingInt(v -> open.graph().degree(v))
            .thenComparing(Comparator.reverseOrder());
    PriorityQueue<Integer> kept = new PriorityQueue<>(outermost);
    for (int v = 0; v < n; v++) {
      kept.add(v);
      if (kept.size() > most) {
        kept.remove();
      }
    }
    return kept.stream().sorted(outermost.reversed()).mapToInt(v -> v);
  }

  private void write(OpenGraph open, Cores cores, RowFile rows, JobControl control) {
    vertices(open, cores)
        .forEachOrdered(
            v ->
                rows.write(
                    row -> {
                      control.checkStopped();
                      row.begin(RowKind.VERTEX_CORE);
                      row.vertex(open.graph().originalId(v));
                      row.count(cores.of(v));
                      row.count(open.graph().degree(v));
                      row.end();
                      return 1;
                    }));
    rows.finish();
  }

  private void print(OpenGraph open, Cores cores, Optional<RowFile> rows, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "degeneracy %,d, with %,d of %,d vertices in that core%n",
        cores.degeneracy(),
        cores.innermost(),
        open.graph().vertexCount());
    if (rows.isPresent()) {
      out.println(rows.get().summary());
    } else {
      vertices(open, cores)
          .limit(answer.rows())
          .forEachOrdered(
              v ->
                  out.printf(
                      Locale.ROOT,
                      "vertex %s core %d degree %d%n",
                      open.shown(v),
                      cores.of(v),
                      open.graph().degree(v)));
      long all = answer.top().orElse(open.graph().vertexCount());
      long more = Math.min(all, open.graph().vertexCount()) - answer.rows();
      if (more > 0) {
        out.println("… and " + more + " more (--rows N shows more, --output FILE all of them)");
      }
    }
    Terminal terminal = answer.terminal();
    if (terminal.attached()) {
      out.println("vertices by core number:");
      ResultText.histogram(histogram(open, cores), terminal).forEach(out::println);
    }
  }

  private static CountHistogram histogram(OpenGraph open, Cores cores) {
    CountHistogram histogram = new CountHistogram();
    for (int v = 0; v < open.graph().vertexCount(); v++) {
      histogram.add((long) cores.of(v));
    }
    return histogram;
  }

  private QuestionReport page(OpenGraph open, Cores cores) {
    return open.page("Core numbers", spec)
        .card("degeneracy", cores.degeneracy())
        .card("vertices in that core", cores.innermost())
        .picture(
            "Vertices by core number",
            histogram(open, cores).bars().stream()
                .map(bar -> new QuestionReport.Bar(bar.label(), bar.vertices()))
                .toList());
  }

  private String render(OpenGraph open, Cores cores, Optional<RowFile> rows) {
    ObjectNode root = open.question("core");
    ObjectNode result = root.putObject("result");
    result.put("degeneracy", Integer.toString(cores.degeneracy()));
    result.put("innermostCore", Long.toString(cores.innermost()));
    if (rows.isPresent()) {
      rows.get().describe(root);
      return root.toString();
    }
    ArrayNode list = result.putArray("perVertex");
    vertices(open, cores)
        .forEachOrdered(
            v -> {
              ObjectNode row = list.addObject();
              open.put(row, "vertex", open.graph().originalId(v));
              row.put("core", Integer.toString(cores.of(v)));
              row.put("degree", Integer.toString(open.graph().degree(v)));
            });
    return root.toString();
  }
}
