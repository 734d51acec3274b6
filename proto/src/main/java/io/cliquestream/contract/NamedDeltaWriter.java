package io.cliquestream.contract;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphDelta;
import io.cliquestream.v1.GraphRecord;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Cuts a delta of a graph whose vertices have names into parts, each with the names of its own
 * edges, holding one part at a time. Each source is walked through twice, because every part says
 * how many they are.
 */
public final class NamedDeltaWriter {
  private final DeltaPlan plan;
  private final Consumer<GraphRecord> records;
  private final int partCount;
  private final Map<ByteString, Integer> positions = new HashMap<>();
  private final PayloadBuffer names;
  private final PayloadBuffer pairs;
  private int part;
  private int insertedBytes;

  private NamedDeltaWriter(DeltaPlan plan, int partCount, Consumer<GraphRecord> records) {
    this.plan = plan;
    this.records = records;
    this.partCount = partCount;
    this.names = PayloadBuffer.growing(plan.partBytes());
    this.pairs = PayloadBuffer.growing(plan.partBytes());
  }

  /**
   * Hands out every part, in order, on the calling thread; one empty part when nothing changes.
   *
   * @param plan of the delta; its width of ids is that of positions among a part's names
   * @param inserted edges that appear; walked through twice
   * @param deleted edges that vanish; walked through twice
   * @param records takes each part
   * @return the number of parts
   * @throws ContractException when there are more than {@value Bounds#DELTA_PARTS} parts, a name is
   *     empty or too long, or the edges changed between the two walks
   */
  public static int write(
      DeltaPlan plan,
      NamedEdgeSource inserted,
      NamedEdgeSource deleted,
      Consumer<GraphRecord> records) {
    int parts = new NamedDeltaWriter(plan, Integer.MAX_VALUE, _ -> {}).walk(inserted, deleted);
    if (parts > Bounds.DELTA_PARTS) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG,
          "the delta has " + parts + " parts, more than " + Bounds.DELTA_PARTS);
    }
    if (new NamedDeltaWriter(plan, parts, records).walk(inserted, deleted) != parts) {
      throw changed();
    }
    return parts;
  }

  private int walk(NamedEdgeSource inserted, NamedEdgeSource deleted) {
    inserted.forEach(
        (from, to) -> {
          put(from, to);
          insertedBytes = pairs.length;
        });
    deleted.forEach(this::put);
    if (pairs.length > 0 || part == 0) {
      cut();
    }
    return part;
  }

  private void put(ByteString from, ByteString to) {
    if (names.length + pairs.length + more(from) + more(to) + 2 * plan.idWidth()
        > plan.partBytes()) {
      if (pairs.length == 0) {
        throw new ContractException(
            FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG,
            "an edge and its names do not fit a part of " + plan.partBytes() + " bytes");
      }
      cut();
    }
    putId(position(from));
    putId(position(to));
  }

  /** Bytes that a name adds to the part's; those of a loop's end are counted twice. */
  private int more(ByteString name) {
    return positions.containsKey(name) ? 0 : PayloadBuffer.varintBytes(name.size()) + name.size();
  }

  private int position(ByteString name) {
    Integer known = positions.get(name);
    if (known != null) {
      return known;
    }
    byte[] bytes = name.toByteArray();
    NameEncoder.requireName(bytes);
    names.putVarint(bytes.length);
    names.putBytes(bytes);
    positions.put(name, positions.size());
    return positions.size() - 1;
  }

  private void putId(int position) {
    if (plan.idWidth() == Integer.BYTES) {
      pairs.putInt(position);
    } else {
      pairs.putLong(position);
    }
  }

  private void cut() {
    if (part == partCount) {
      throw changed();
    }
    ByteString listed = copy(names, 0, names.length);
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
                    .setNames(listed)
                    .setInserted(inserted)
                    .setDeleted(deleted)
                    .setCrc32C(Checksums.crc32c(listed, inserted, deleted))
                    .setTenant(plan.tenant()))
            .build());
    part++;
    positions.clear();
    names.length = 0;
    pairs.length = 0;
    insertedBytes = 0;
  }

  private static ByteString copy(PayloadBuffer buffer, int from, int to) {
    return UnsafeByteOperations.unsafeWrap(Arrays.copyOfRange(buffer.bytes, from, to));
  }

  private static ContractException changed() {
    return new ContractException(
        FailureCode.FAILURE_CODE_SNAPSHOT_COUNT_WRONG, "the edges changed between two walks");
  }
}
