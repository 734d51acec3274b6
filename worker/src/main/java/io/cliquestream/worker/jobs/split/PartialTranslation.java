package io.cliquestream.worker.jobs.split;

import com.google.protobuf.ByteString;
import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.v1.CountSlice;
import io.cliquestream.v1.DenseVertices;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.PartialAnswer;
import io.cliquestream.worker.failure.WorkerException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Partial answers of the compute library as records, and back: as many pieces as it takes for each
 * to stay well below what a topic takes in one record.
 */
final class PartialTranslation {
  /** At most 15 bytes each. */
  private static final int COUNTS_OF_PIECE = 32_768;

  /** At most 5 bytes each. */
  private static final int VERTICES_OF_PIECE = 100_000;

  private PartialTranslation() {}

  /** Pieces without their numbers and names; one at least. */
  static List<PartialAnswer.Builder> pieces(io.cliquestream.kernels.part.PartialAnswer answer) {
    List<PartialAnswer.Builder> pieces = new ArrayList<>();
    PartialAnswer.Builder first =
        PartialAnswer.newBuilder()
            .setCliqueNumber(answer.cliqueNumber())
            .setIncomplete(!answer.complete());
    answer
        .sums()
        .forEach((name, sum) -> first.putSums(name, ByteString.copyFrom(sum.toByteArray())));
    pieces.add(first);
    PartialAnswer.Builder open = first;
    int vertices = 0;
    for (int[] found : answer.listed()) {
      if (vertices > VERTICES_OF_PIECE) {
        open = PartialAnswer.newBuilder();
        pieces.add(open);
        vertices = 0;
      }
      DenseVertices.Builder listed = open.addListedBuilder();
      for (int vertex : found) {
        listed.addVertices(vertex);
      }
      vertices += found.length + 1;
    }
    answer
        .perVertex()
        .ifPresent(counts -> slices(counts, pieces, PartialAnswer.Builder::setPerVertex));
    answer.perEdge().ifPresent(counts -> slices(counts, pieces, PartialAnswer.Builder::setPerEdge));
    return pieces;
  }

  /** One slice at least, for its size. */
  private static void slices(
      CountArray counts,
      List<PartialAnswer.Builder> pieces,
      BiConsumer<PartialAnswer.Builder, CountSlice> put) {
    CountSlice.Builder slice = CountSlice.newBuilder().setSize(counts.size());
    long before = 0;
    for (long i = 0; i < counts.size(); i++) {
      BigInteger count = counts.get(i);
      if (count.signum() == 0) {
        continue;
      }
      if (slice.getGapsCount() == COUNTS_OF_PIECE) {
        add(slice.build(), pieces, put);
        slice = CountSlice.newBuilder().setSize(counts.size());
        before = 0;
      }
      slice.addGaps(i - before);
      before = i;
      if (count.bitLength() < Long.SIZE) {
        slice.addCounts(count.longValue());
      } else {
        slice.addCounts(0).addLarge(ByteString.copyFrom(count.toByteArray()));
      }
    }
    add(slice.build(), pieces, put);
  }

  private static void add(
      CountSlice slice,
      List<PartialAnswer.Builder> pieces,
      BiConsumer<PartialAnswer.Builder, CountSlice> put) {
    PartialAnswer.Builder piece = PartialAnswer.newBuilder();
    put.accept(piece, slice);
    pieces.add(piece);
  }

  /**
   * The partial answer that all its pieces make, in their order.
   *
   * @param mostCounts vertices or edges of the graph, whichever are more
   * @throws WorkerException INTERNAL when they make none
   */
  static io.cliquestream.kernels.part.PartialAnswer answer(
      List<PartialAnswer> pieces, long mostCounts) {
    SortedMap<String, BigInteger> sums = new TreeMap<>();
    List<int[]> listed = new ArrayList<>();
    CountArray perVertex = null;
    CountArray perEdge = null;
    for (PartialAnswer piece : pieces) {
      piece
          .getSumsMap()
          .forEach((name, bytes) -> sums.put(name, new BigInteger(bytes.toByteArray())));
      for (DenseVertices found : piece.getListedList()) {
        listed.add(found.getVerticesList().stream().mapToInt(Integer::intValue).toArray());
      }
      if (piece.hasPerVertex()) {
        perVertex = fill(perVertex, piece.getPerVertex(), mostCounts);
      }
      if (piece.hasPerEdge()) {
        perEdge = fill(perEdge, piece.getPerEdge(), mostCounts);
      }
    }
    return new io.cliquestream.kernels.part.PartialAnswer(
        sums,
        pieces.getFirst().getCliqueNumber(),
        listed,
        !pieces.getFirst().getIncomplete(),
        Optional.ofNullable(perVertex),
        Optional.ofNullable(perEdge));
  }

  private static CountArray fill(CountArray known, CountSlice slice, long mostCounts) {
    if (slice.getSize() < 0 || slice.getSize() > mostCounts) {
      throw wrong("a slice of " + slice.getSize() + " counts of a graph that has " + mostCounts);
    }
    CountArray counts = known == null ? new CountArray(slice.getSize()) : known;
    if (counts.size() != slice.getSize() || slice.getGapsCount() != slice.getCountsCount()) {
      throw wrong("a slice of " + slice.getSize() + " counts");
    }
    long index = 0;
    int large = 0;
    for (int i = 0; i < slice.getGapsCount(); i++) {
      index += slice.getGaps(i);
      if (index < 0 || index >= counts.size()) {
        throw wrong("count " + index + " of " + counts.size());
      }
      long count = slice.getCounts(i);
      if (count > 0) {
        counts.set(index, count);
      } else if (large < slice.getLargeCount()) {
        counts.set(index, new BigInteger(1, slice.getLarge(large++).toByteArray()));
      } else {
        throw wrong("a count without a value");
      }
    }
    return counts;
  }

  private static WorkerException wrong(String what) {
    return new WorkerException(
        FailureCode.FAILURE_CODE_INTERNAL, "a partial answer cannot be read: " + what);
  }
}
