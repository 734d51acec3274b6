package io.cliquestream.worker.translation;

import io.cliquestream.contract.Bounds;
import io.cliquestream.contract.Counts;
import io.cliquestream.v1.EdgeCounts;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.ResultPage;
import io.cliquestream.v1.VertexCoefficients;
import io.cliquestream.v1.VertexCounts;
import io.cliquestream.v1.VertexSet;
import io.cliquestream.worker.failure.WorkerException;
import java.math.BigInteger;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * Cuts arrays and listings into pages that fit a record, and keeps all pages of a run within a
 * bound. Entries of one kind follow each other; a change of kind starts a new page. Used by one
 * thread at a time.
 */
public final class PageWriter {
  /** Estimated bytes at which a page is closed; well below a record's bound of 1 MiB. */
  private static final int PAGE_BYTES = 512 << 10;

  /** Upper bound of a varint of 64 bits with its tag. */
  private static final int VARINT_BYTES = 11;

  /** Tags and lengths around the two words of a count. */
  private static final int COUNT_BYTES = 24;

  private final String jobId;
  private final long run;
  private final long maximumBytes;
  private final Consumer<ResultPage> out;
  private final Optional<LongFunction<String>> names;

  private Optional<VerticesBefore> before = Optional.empty();
  private ResultPage.Builder page;
  private NamedVerticesBuilder named;
  private long pageBytes;
  private long totalBytes;
  private long pages;

  /**
   * Starts with page 0.
   *
   * @param maximumBytes most bytes of all pages together
   * @param out takes each page when it is full
   */
  public PageWriter(String jobId, long run, long maximumBytes, Consumer<ResultPage> out) {
    this(jobId, run, maximumBytes, out, Optional.empty());
  }

  /**
   * The same for a graph whose vertices have names, which every page then has of its vertices.
   *
   * @param names gives the name of a vertex by its original id
   */
  public PageWriter(
      String jobId,
      long run,
      long maximumBytes,
      Consumer<ResultPage> out,
      Optional<LongFunction<String>> names) {
    this.names = names;
    this.jobId = jobId;
    this.run = run;
    this.maximumBytes = maximumBytes;
    this.out = out;
  }

  /** Has pages hold only the vertices that have another value than before. */
  public void differFrom(VerticesBefore run) {
    before = Optional.of(run);
  }

  /** What vertices had in the run before, where only the difference is wanted. */
  Optional<VerticesBefore> before() {
    return before;
  }

  /** Adds the count of a vertex. */
  public void vertexCount(long vertex, BigInteger count) {
    VertexCounts.Builder counts =
        page(ResultPage.ContentCase.VERTEX_COUNTS).getVertexCountsBuilder();
    counts.addVertices(vertex).addCounts(Counts.of(count));
    added(name(vertex) + VARINT_BYTES + COUNT_BYTES + beyond(count));
  }

  /** Adds the count of an edge. */
  public void edgeCount(long from, long to, BigInteger count) {
    EdgeCounts.Builder counts = page(ResultPage.ContentCase.EDGE_COUNTS).getEdgeCountsBuilder();
    counts.addFrom(from).addTo(to).addCounts(Counts.of(count));
    added(name(from) + name(to) + 2 * VARINT_BYTES + COUNT_BYTES + beyond(count));
  }

  /** Adds the local clustering coefficient of a vertex. */
  public void coefficient(long vertex, double coefficient) {
    VertexCoefficients.Builder coefficients =
        page(ResultPage.ContentCase.VERTEX_COEFFICIENTS).getVertexCoefficientsBuilder();
    coefficients.addVertices(vertex).addCoefficients(coefficient);
    added(name(vertex) + VARINT_BYTES + Double.BYTES);
  }

  /** Adds a listed clique or match. */
  public void vertexSet(VertexSet set) {
    int bytes = VARINT_BYTES + set.getSerializedSize();
    page(ResultPage.ContentCase.VERTEX_SETS);
    if (named != null) {
      int more = named.bytesOf(set);
      if (pageBytes > 0 && pageBytes + bytes + more > PAGE_BYTES) {
        finish();
        page(ResultPage.ContentCase.VERTEX_SETS);
        more = named.bytesOf(set);
      }
      if (bytes + more > Bounds.PAYLOAD_BYTES) {
        throw new WorkerException(
            FailureCode.FAILURE_CODE_RESULT_TOO_LARGE,
            "the names of %d vertices of one set take %d bytes, more than a record"
                .formatted(set.getVerticesCount(), more));
      }
      named.add(set);
      bytes += more;
    }
    page.getVertexSetsBuilder().addSets(set);
    added(bytes);
  }

  /** What the vertices of a graph are called, if not by their ids. */
  Optional<LongFunction<String>> names() {
    return names;
  }

  /** Names a vertex of the page; the bytes that it takes. */
  private int name(long vertex) {
    return named == null ? 0 : named.add(vertex);
  }

  /** Closes the last page. */
  public void finish() {
    if (page != null) {
      if (named != null) {
        page.setNames(named.build());
        named = null;
      }
      out.accept(page.setSequence(pages++).build());
      page = null;
      pageBytes = 0;
    }
  }

  /** Pages given out so far. */
  public long pageCount() {
    return pages;
  }

  private static int beyond(BigInteger count) {
    return count.bitLength() <= 128 ? 0 : count.bitLength() / 8 + 4;
  }

  private ResultPage.Builder page(ResultPage.ContentCase content) {
    if (page != null && page.getContentCase() != content && pageBytes > 0) {
      finish();
    }
    if (page == null) {
      page = ResultPage.newBuilder().setJobId(jobId).setRun(run);
      named = names.map(NamedVerticesBuilder::new).orElse(null);
    }
    return page;
  }

  private void added(int bytes) {
    pageBytes += bytes;
    totalBytes += bytes;
    if (totalBytes > maximumBytes) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_RESULT_TOO_LARGE,
          "the result's pages exceed the bound of " + maximumBytes + " bytes");
    }
    if (pageBytes >= PAGE_BYTES) {
      finish();
    }
  }
}
