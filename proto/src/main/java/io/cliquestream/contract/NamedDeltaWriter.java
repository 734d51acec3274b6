package io.cliquestream.contract;

import com.google.protobuf.ByteString;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.GraphRecord;
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
  private final Map<ByteString, Integer> positions = new HashMap<>();
  private final PayloadBuffer names;
  private final DeltaWriter.Parts parts;

  private NamedDeltaWriter(DeltaPlan plan, int partCount, Consumer<GraphRecord> records) {
    this.plan = plan;
    this.names = PayloadBuffer.growing(plan.partBytes());
    this.parts = new DeltaWriter.Parts(plan, partCount, records);
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
    int counted = new NamedDeltaWriter(plan, Integer.MAX_VALUE, _ -> {}).walk(inserted, deleted);
    int parts = DeltaWriter.Parts.requireCount(counted);
    if (new NamedDeltaWriter(plan, parts, records).walk(inserted, deleted) != parts) {
      throw DeltaWriter.Parts.changed();
    }
    return parts;
  }

  private int walk(NamedEdgeSource inserted, NamedEdgeSource deleted) {
    inserted.forEach(
        (from, to) -> {
          put(from, to);
          parts.markInserted();
        });
    deleted.forEach(this::put);
    if (parts.pairBytes() > 0 || parts.count() == 0) {
      cut();
    }
    return parts.count();
  }

  private void put(ByteString from, ByteString to) {
    if (names.length + parts.pairBytes() + more(from) + more(to) + 2 * plan.idWidth()
        > plan.partBytes()) {
      if (parts.pairBytes() == 0) {
        throw new ContractException(
            FailureCode.FAILURE_CODE_SNAPSHOT_SIZE_WRONG,
            "an edge and its names do not fit a part of " + plan.partBytes() + " bytes");
      }
      cut();
    }
    parts.put(position(from), position(to));
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

  private void cut() {
    parts.cut(DeltaWriter.Parts.copy(names, 0, names.length));
    positions.clear();
    names.length = 0;
  }
}
