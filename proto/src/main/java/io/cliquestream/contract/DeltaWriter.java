package io.cliquestream.contract;

import com.google.protobuf.ByteString;
import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphDelta;
import io.cliquestream.v1.GraphRecord;
import java.util.function.Consumer;

/**
 * Cuts a delta into parts, holding one part at a time. Each source is walked through twice, because
 * every part names their number. Inserted edges come first; a part may hold the end of the inserted
 * and the beginning of the deleted ones.
 */
public final class DeltaWriter {
  private final DeltaPlan plan;
  private final Consumer<GraphRecord> records;
  private final int partCount;
  private final PayloadBuffer pairs;
  private int part;
  private int insertedBytes;

  private DeltaWriter(DeltaPlan plan, int partCount, Consumer<GraphRecord> records) {
    this.plan = plan;
    this.partCount = partCount;
    this.records = records;
    this.pairs = PayloadBuffer.growing(plan.partBytes());
  }

  /**
   * Hands out every part, in order, on the calling thread; one empty part when nothing changes.
   *
   * @param plan of the delta
   * @param inserted edges that appear; walked through twice
   * @param deleted edges that vanish; walked through twice
   * @param records takes each part
   * @return the number of parts
   * @throws ContractException when there are more than {@value Bounds#DELTA_PARTS} parts, an id
   *     does not fit the width, or the edges changed between the two walks
   */
  public static int write(
      DeltaPlan plan, EdgeSource inserted, EdgeSource deleted, Consumer<GraphRecord> records) {
    long pairsPerPart = plan.partBytes() / (2L * plan.idWidth());
    long edges = count(plan, inserted) + count(plan, deleted);
    long parts = Math.max(1, Math.ceilDiv(edges, pairsPerPart));
    if (parts > Bounds.DELTA_PARTS) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG,
          "the delta has " + parts + " parts, more than " + Bounds.DELTA_PARTS);
    }
    var writer = new DeltaWriter(plan, (int) parts, records);
    inserted.forEach(writer::insert);
    deleted.forEach(writer::delete);
    writer.cut();
    if (writer.part != parts) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_SNAPSHOT_COUNT_WRONG, "the edges changed between two walks");
    }
    return (int) parts;
  }

  /**
   * A decoder of the pairs in a delta's parts.
   *
   * @param idWidth bytes of an id: 4 or 8
   * @return one that bounds ids by their width alone
   * @throws ContractException when the id width is neither 4 nor 8
   */
  public static PayloadDecoder decoder(int idWidth) {
    return new PayloadDecoder(EdgeEncoding.EDGE_ENCODING_PAIRS, idWidth, 0);
  }

  private void insert(long from, long to) {
    put(from, to);
    insertedBytes = pairs.length;
  }

  private void delete(long from, long to) {
    put(from, to);
  }

  private void put(long from, long to) {
    if (pairs.length + 2 * plan.idWidth() > plan.partBytes()) {
      cut();
    }
    if (plan.idWidth() == 4) {
      pairs.putInt(from);
      pairs.putInt(to);
    } else {
      pairs.putLong(from);
      pairs.putLong(to);
    }
  }

  private void cut() {
    if (part == partCount) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_SNAPSHOT_COUNT_WRONG, "the edges changed between two walks");
    }
    ByteString inserted = ByteString.copyFrom(pairs.bytes, 0, insertedBytes);
    ByteString deleted =
        ByteString.copyFrom(pairs.bytes, insertedBytes, pairs.length - insertedBytes);
    records.accept(
        GraphRecord.newBuilder()
            .setDelta(
                GraphDelta.newBuilder()
                    .setGraphId(plan.graphId())
                    .setBaseVersion(plan.baseVersion())
                    .setNewVersion(plan.newVersion())
                    .setIdWidth(plan.idWidth())
                    .setPart(part)
                    .setPartCount(partCount)
                    .setInserted(inserted)
                    .setDeleted(deleted)
                    .setCrc32C(Checksums.crc32c(inserted, deleted))
                    .setTenant(plan.tenant()))
            .build());
    part++;
    pairs.length = 0;
    insertedBytes = 0;
  }

  private static long count(DeltaPlan plan, EdgeSource edges) {
    var counter =
        new EdgeConsumer() {
          private long count;

          @Override
          public void accept(long from, long to) {
            if (plan.idWidth() == 4 && ((from | to) >>> 32) != 0) {
              throw new ContractException(
                  FailureCode.FAILURE_CODE_VERTEX_ID_BEYOND_BOUND,
                  "a vertex id of "
                      + Long.toUnsignedString(from)
                      + ", "
                      + Long.toUnsignedString(to)
                      + " needs id width 8");
            }
            count++;
          }
        };
    edges.forEach(counter);
    return counter.count;
  }
}
