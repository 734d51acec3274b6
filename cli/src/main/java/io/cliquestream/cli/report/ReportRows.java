package io.cliquestream.cli.report;

import io.cliquestream.cli.rows.CountHistogram;
import io.cliquestream.cli.rows.TopRows;
import io.cliquestream.v1.ResultPage;
import io.cliquestream.v1.VertexSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What a page keeps of the rows that go by: the largest, their distribution, the first sets. */
public final class ReportRows implements Consumer<ResultPage> {
  private static final int SHOWN = 25;

  private final TopRows top = new TopRows(SHOWN);
  private final CountHistogram histogram = new CountHistogram();
  private Optional<VertexSet> largest = Optional.empty();

  @Override
  public void accept(ResultPage page) {
    histogram.add(page);
    switch (page.getContentCase()) {
      case VERTEX_SETS ->
          page.getVertexSets()
              .getSetsList()
              .forEach(
                  set -> {
                    if (largest.isEmpty()
                        || set.getVerticesCount() > largest.get().getVerticesCount()) {
                      largest = Optional.of(set);
                    }
                  });
      case VERTEX_COUNTS, EDGE_COUNTS, VERTEX_COEFFICIENTS -> top.accept(page);
      case CONTENT_NOT_SET -> {}
    }
  }

  CountHistogram histogram() {
    return histogram;
  }

  /** The largest set, the first of that size. */
  Optional<VertexSet> largest() {
    return largest;
  }

  /** The rows of the largest counts and coefficients; once. */
  List<ResultPage> top() {
    List<ResultPage> pages = new ArrayList<>();
    top.finish(pages::add);
    return pages;
  }
}
