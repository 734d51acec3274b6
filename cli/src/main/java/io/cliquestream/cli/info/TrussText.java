package io.cliquestream.cli.info;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.cli.output.BarChart;
import io.cliquestream.cli.output.Terminal;
import io.cliquestream.cli.report.QuestionReport;
import io.cliquestream.kernels.survey.Trusses;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What is told of all truss numbers of a graph together. */
final class TrussText {
  private TrussText() {}

  /** The largest number and what it bounds. */
  static String line(Trusses trusses, long edges) {
    int largest = trusses.largest();
    return String.format(
        Locale.ROOT,
        "largest truss number %,d, of %,d of %,d edges; no clique has more than %,d vertices",
        largest,
        trusses.histogram()[largest],
        edges,
        largest);
  }

  /** Edges by number, two to three in one bar, four to seven, and so on. */
  static List<String> histogram(Trusses trusses, Terminal terminal) {
    BarChart chart = new BarChart();
    bars(trusses).forEach(bar -> chart.bar(bar.label(), bar.count()));
    return chart.lines(terminal);
  }

  /** The same as bars. */
  static List<QuestionReport.Bar> bars(Trusses trusses) {
    long[] byBits = new long[Integer.SIZE + 1];
    long[] byNumber = trusses.histogram();
    for (int number = 0; number < byNumber.length; number++) {
      byBits[Integer.SIZE - Integer.numberOfLeadingZeros(number)] += byNumber[number];
    }
    List<QuestionReport.Bar> bars = new ArrayList<>();
    for (int bits = 0; bits < byBits.length; bits++) {
      if (byBits[bits] > 0) {
        bars.add(new QuestionReport.Bar(InfoCommand.range(bits), byBits[bits]));
      }
    }
    return bars;
  }

  /** The same as members of a JSON object, every number by itself. */
  static void put(ObjectNode result, Trusses trusses) {
    long[] byNumber = trusses.histogram();
    result.put("largestTruss", Integer.toString(trusses.largest()));
    ArrayNode histogram = result.putArray("edgesByTruss");
    for (int number = 0; number < byNumber.length; number++) {
      if (byNumber[number] > 0) {
        ObjectNode bar = histogram.addObject();
        bar.put("truss", Integer.toString(number));
        bar.put("edges", Long.toString(byNumber[number]));
      }
    }
  }
}
