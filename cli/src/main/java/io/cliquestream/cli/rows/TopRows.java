package io.cliquestream.cli.rows;

import io.cliquestream.contract.Counts;
import io.cliquestream.v1.Count;
import io.cliquestream.v1.ResultPage;
import io.cliquestream.v1.VertexSet;
import io.cliquestream.worker.translation.PageWriter;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/**
 * The rows of the largest counts, coefficients or sets, of each kind so many; the first to come
 * among equals. Memory is that of the rows kept, however many go by.
 */
public final class TopRows implements Consumer<ResultPage> {
  /** Most rows that can be asked for. */
  public static final int MOST = 1_000_000;

  private final int most;
  private final Map<ResultPage.ContentCase, PriorityQueue<Row>> kept =
      new EnumMap<>(ResultPage.ContentCase.class);
  private long seen;

  /** One row; {@code order} is its place among all. */
  private record Row(BigInteger count, double real, long order, long first, long second, Object set)
      implements Comparable<Row> {
    /** Descending, as rows are shown. */
    private static final Comparator<Row> ORDER =
        Comparator.comparing(Row::count, Comparator.reverseOrder())
            .thenComparing(Comparator.comparingDouble(Row::real).reversed())
            .thenComparingLong(Row::order);

    @Override
    public int compareTo(Row other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * @param most rows kept of each kind, 1 to {@link #MOST}
   */
  public TopRows(int most) {
    this.most = most;
  }

  @Override
  public void accept(ResultPage page) {
    PriorityQueue<Row> queue =
        kept.computeIfAbsent(
            page.getContentCase(), _ -> new PriorityQueue<>(Comparator.reverseOrder()));
    switch (page.getContentCase()) {
      case VERTEX_COUNTS -> {
        var counts = page.getVertexCounts();
        for (int i = 0; i < counts.getVerticesCount(); i++) {
          offer(queue, counts.getCounts(i), counts.getVertices(i), 0);
        }
      }
      case EDGE_COUNTS -> {
        var counts = page.getEdgeCounts();
        for (int i = 0; i < counts.getFromCount(); i++) {
          offer(queue, counts.getCounts(i), counts.getFrom(i), counts.getTo(i));
        }
      }
      case VERTEX_COEFFICIENTS -> {
        var coefficients = page.getVertexCoefficients();
        for (int i = 0; i < coefficients.getVerticesCount(); i++) {
          double real = coefficients.getCoefficients(i);
          if (queue.size() < most || real > queue.peek().real) {
            add(
                queue,
                new Row(BigInteger.ZERO, real, seen++, coefficients.getVertices(i), 0, null));
          }
        }
      }
      case VERTEX_SETS -> {
        for (VertexSet set : page.getVertexSets().getSetsList()) {
          int size = set.getVerticesCount();
          if (queue.size() < most || size > queue.peek().real) {
            add(queue, new Row(BigInteger.ZERO, size, seen++, 0, 0, set));
          }
        }
      }
      case CONTENT_NOT_SET -> {}
    }
  }

  private void offer(PriorityQueue<Row> queue, Count count, long first, long second) {
    if (queue.size() == most && count.getHigh() == 0 && count.getBeyond128Bits().isEmpty()) {
      BigInteger least = queue.peek().count;
      // Most rows end here, without an object.
      if (least.bitLength() < Long.SIZE
          && Long.compareUnsigned(count.getLow(), least.longValue()) <= 0) {
        return;
      }
    }
    BigInteger value = Counts.toBigInteger(count);
    if (queue.size() < most || value.compareTo(queue.peek().count) > 0) {
      add(queue, new Row(value, 0, seen++, first, second, null));
    }
  }

  private void add(PriorityQueue<Row> queue, Row row) {
    queue.add(row);
    if (queue.size() > most) {
      queue.remove();
    }
  }

  /** Gives the kept rows out, the largest first. */
  public void finish(Consumer<ResultPage> out) {
    PageWriter pages = new PageWriter("", 0, Long.MAX_VALUE, out);
    kept.forEach(
        (content, queue) -> {
          List<Row> rows = queue.stream().sorted().toList();
          for (Row row : rows) {
            switch (content) {
              case VERTEX_COUNTS -> pages.vertexCount(row.first, row.count);
              case EDGE_COUNTS -> pages.edgeCount(row.first, row.second, row.count);
              case VERTEX_COEFFICIENTS -> pages.coefficient(row.first, row.real);
              case VERTEX_SETS -> pages.vertexSet((VertexSet) row.set);
              case CONTENT_NOT_SET -> {}
            }
          }
        });
    pages.finish();
    kept.clear();
  }
}
