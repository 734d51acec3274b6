package io.cliquestream.contract;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphDelta;
import io.cliquestream.v1.GraphRecord;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Cuts a delta into parts, holding one part at a time. Each source is walked through twice, because
 * every part names their number. Inserted edges come first; a part may hold the end of the inserted
 * and the beginning of the deleted ones.
 */
public final class DeltaWriter {
  private DeltaWriter() {}

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
    var writer = new Parts(plan, Parts.requireCount(parts), records);
    inserted.forEach(
        (from, to) -> {
          put(plan, writer, from, to);
          writer.markInserted();
        });
    deleted.forEach((from, to) -> put(plan, writer, from, to));
    writer.cut(ByteString.EMPTY);
    if (writer.count() != parts) {
      throw Parts.changed();
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

  private static void put(DeltaPlan plan, Parts writer, long from, long to) {
    if (writer.pairBytes() + 2 * plan.idWidth() > plan.partBytes()) {
      writer.cut(ByteString.EMPTY);
    }
    writer.put(from, to);
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

  /**
   * Parts of a delta, one at a time: pairs that are put in are handed out when they are cut off.
   */
  static final class Parts {
    private final DeltaPlan plan;
    private final Consumer<GraphRecord> records;
    private final int partCount;
    private final PayloadBuffer pairs;
    private int part;
    private int insertedBytes;

    /**
     * @param partCount what every part says; one more is refused
     */
    Parts(DeltaPlan plan, int partCount, Consumer<GraphRecord> records) {
      this.plan = plan;
      this.partCount = partCount;
      this.records = records;
      this.pairs = PayloadBuffer.growing(plan.partBytes());
    }

    /** How many parts a record may speak of. */
    static int requireCount(long parts) {
      if (parts > Bounds.DELTA_PARTS) {
        throw new ContractException(
            FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG,
            "the delta has " + parts + " parts, more than " + Bounds.DELTA_PARTS);
      }
      return (int) parts;
    }

    /** Bytes of the pairs since the last cut. */
    int pairBytes() {
      return pairs.length;
    }

    /** Parts that were cut off. */
    int count() {
      return part;
    }

    void put(long from, long to) {
      if (plan.idWidth() == Integer.BYTES) {
        pairs.putInt(from);
        pairs.putInt(to);
      } else {
        pairs.putLong(from);
        pairs.putLong(to);
      }
    }

    /**
     * What was put into this part so far appears; what comes now vanishes, unless this is repeated.
     */
    void markInserted() {
      insertedBytes = pairs.length;
    }

    /** Hands out a part with names of its own, if any, and begins the next. */
    void cut(ByteString names) {
      if (part == partCount) {
        throw changed();
      }
      ByteString inserted = copy(pairs, 0, insertedBytes);
      ByteString deleted = copy(pairs, insertedBytes, pairs.length);
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
                      .setNames(names)
                      .setInserted(inserted)
                      .setDeleted(deleted)
                      .setCrc32C(Checksums.crc32c(names, inserted, deleted))
                      .setTenant(plan.tenant()))
              .build());
      part++;
      pairs.length = 0;
      insertedBytes = 0;
    }

    static ByteString copy(PayloadBuffer buffer, int from, int to) {
      return UnsafeByteOperations.unsafeWrap(Arrays.copyOfRange(buffer.bytes, from, to));
    }

    static ContractException changed() {
      return new ContractException(
          FailureCode.FAILURE_CODE_SNAPSHOT_COUNT_WRONG, "the edges changed between two walks");
    }
  }
}
