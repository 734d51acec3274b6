package io.cliquestream.contract;

import com.google.protobuf.ByteString;
import io.cliquestream.v1.ChangeRecord;
import io.cliquestream.v1.EdgeChangeBatch;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Gathers edge events of one graph into records, by ids or by names. Ids take 4 bytes while all of
 * a record's fit. Not thread-safe.
 */
public final class EdgeChangeBatches {
  /** Most events of a record: with 8-byte ids and a time each, 25 bytes an event. */
  public static final int MAXIMUM_EVENTS = Bounds.PAYLOAD_BYTES / 25;

  /** Of an event by names, beside the names: two positions, a time, a bit. */
  private static final int EVENT_BYTES = 17;

  private final String graphId;
  private final int events;
  private long[] ids = new long[64];
  private long[] times = new long[32];
  private byte[] deletions = new byte[4];
  private boolean timed;
  private boolean deletes;
  private final Map<ByteString, Integer> positions = new LinkedHashMap<>();
  private int nameBytes;
  private long all;
  private int count;

  /**
   * Batches of a graph's events; the first one is empty.
   *
   * @param graphId see {@link Identifiers}
   * @param events of one record, 1 to {@link #MAXIMUM_EVENTS}
   */
  public EdgeChangeBatches(String graphId, int events) {
    if (!Identifiers.isGraphId(graphId)) {
      throw new ContractException(
          io.cliquestream.v1.FailureCode.FAILURE_CODE_GRAPH_ID_INVALID,
          "not a graph id: '" + graphId + "'");
    }
    if (events < 1 || events > MAXIMUM_EVENTS) {
      throw new IllegalArgumentException("1 to " + MAXIMUM_EVENTS + " events, not " + events);
    }
    this.graphId = graphId;
    this.events = events;
  }

  /** {@return whether nothing has been added since the last cut} */
  public boolean isEmpty() {
    return count == 0;
  }

  /**
   * {@return whether the next event by ids with this kind of time needs a record of its own}
   *
   * @param withTime whether the event has a time of its own
   */
  public boolean mustCut(boolean withTime) {
    return isFull(withTime) || !positions.isEmpty();
  }

  private boolean isFull(boolean withTime) {
    return count == events || (count > 0 && timed != withTime);
  }

  /**
   * {@return the same for an event by names, whose names need room, too}
   *
   * @param withTime whether the event has a time of its own
   * @param source name in UTF-8
   * @param target name in UTF-8
   */
  public boolean mustCut(boolean withTime, ByteString source, ByteString target) {
    return isFull(withTime)
        || (count > 0 && positions.isEmpty())
        || nameBytes + bytes(source) + bytes(target) + (count + 1) * EVENT_BYTES
            > Bounds.PAYLOAD_BYTES;
  }

  private int bytes(ByteString name) {
    return positions.containsKey(name) ? 0 : PayloadBuffer.varintBytes(name.size()) + name.size();
  }

  /**
   * Adds an event by names whose time is that of its record.
   *
   * @param deletion whether the edge vanishes; otherwise it appears
   * @param source name of one end in UTF-8
   * @param target name of the other end in UTF-8
   * @throws ContractException for an empty name or one beyond {@value Bounds#NAME_BYTES} bytes
   * @throws IllegalStateException when {@link #mustCut(boolean, ByteString, ByteString)} says so
   */
  public void add(boolean deletion, ByteString source, ByteString target) {
    requireRoom(false, source, target);
    put(deletion, position(source), position(target), false, 0);
  }

  /**
   * The same with its time, microseconds since 1970.
   *
   * @param deletion whether the edge vanishes; otherwise it appears
   * @param source name of one end in UTF-8
   * @param target name of the other end in UTF-8
   * @param micros microseconds since 1970; readers refuse what is further than {@link
   *     Bounds#EVENT_MICROS} from it
   */
  public void add(boolean deletion, ByteString source, ByteString target, long micros) {
    requireRoom(true, source, target);
    put(deletion, position(source), position(target), true, micros);
  }

  private void requireRoom(boolean withTime, ByteString source, ByteString target) {
    requireRoom(mustCut(withTime, source, target));
    NameEncoder.requireName(source.toByteArray());
    NameEncoder.requireName(target.toByteArray());
    if (!source.isValidUtf8() || !target.isValidUtf8()) {
      throw new ContractException(
          io.cliquestream.v1.FailureCode.FAILURE_CODE_CHANGE_INVALID, "a name is not UTF-8");
    }
  }

  private static void requireRoom(boolean mustCut) {
    if (mustCut) {
      throw new IllegalStateException("the record is to be cut first");
    }
  }

  private int position(ByteString name) {
    Integer known = positions.get(name);
    if (known != null) {
      return known;
    }
    nameBytes += bytes(name);
    positions.put(name, positions.size());
    return positions.size() - 1;
  }

  /**
   * Adds an event whose time is that of its record.
   *
   * @param deletion whether the edge vanishes; otherwise it appears
   * @param source id of one end, unsigned
   * @param target id of the other end, unsigned
   * @throws IllegalStateException when {@link #mustCut(boolean)} says so
   */
  public void add(boolean deletion, long source, long target) {
    requireRoom(mustCut(false));
    put(deletion, source, target, false, 0);
  }

  /**
   * Adds an event with its time, microseconds since 1970.
   *
   * @param deletion whether the edge vanishes; otherwise it appears
   * @param source id of one end, unsigned
   * @param target id of the other end, unsigned
   * @param micros microseconds since 1970; readers refuse what is further than {@link
   *     Bounds#EVENT_MICROS} from it
   */
  public void add(boolean deletion, long source, long target, long micros) {
    requireRoom(mustCut(true));
    put(deletion, source, target, true, micros);
  }

  private void put(boolean deletion, long source, long target, boolean withTime, long micros) {
    if (2 * count == ids.length) {
      int room = Math.min(events, 2 * count);
      ids = Arrays.copyOf(ids, 2 * room);
      times = Arrays.copyOf(times, room);
      deletions = Arrays.copyOf(deletions, (room + 7) / 8);
    }
    timed = withTime;
    ids[2 * count] = source;
    ids[2 * count + 1] = target;
    times[count] = micros;
    all |= source | target;
    if (deletion) {
      deletes = true;
      deletions[count >> 3] |= (byte) (1 << (count & 7));
    }
    count++;
  }

  /**
   * Makes a record of what was added; the next one begins empty.
   *
   * @return the events since the last cut, with their checksum
   */
  public ChangeRecord cut() {
    boolean wide = all >>> 32 != 0;
    ByteBuffer pairs =
        ByteBuffer.allocate(2 * count * (wide ? Long.BYTES : Integer.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 2 * count; i++) {
      if (wide) {
        pairs.putLong(ids[i]);
      } else {
        pairs.putInt((int) ids[i]);
      }
    }
    ByteBuffer stamps =
        ByteBuffer.allocate(timed ? count * Long.BYTES : 0).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; timed && i < count; i++) {
      stamps.putLong(times[i]);
    }
    ByteString pairBytes = ByteString.copyFrom(pairs.flip());
    ByteString deletionBytes =
        deletes ? ByteString.copyFrom(deletions, 0, (count + 7) / 8) : ByteString.EMPTY;
    ByteString timeBytes = ByteString.copyFrom(stamps.flip());
    ByteString names = names();
    Arrays.fill(deletions, (byte) 0);
    positions.clear();
    nameBytes = 0;
    count = 0;
    all = 0;
    deletes = false;
    return ChangeRecord.newBuilder()
        .setBatch(
            EdgeChangeBatch.newBuilder()
                .setGraphId(graphId)
                .setIdWidth(wide ? Long.BYTES : Integer.BYTES)
                .setPairs(pairBytes)
                .setDeletions(deletionBytes)
                .setEventTimes(timeBytes)
                .setNames(names)
                .setCrc32C(
                    EdgeChanges.checksum(
                        names, pairBytes, deletionBytes, timeBytes, ByteString.EMPTY)))
        .build();
  }

  private ByteString names() {
    var payload = new PayloadBuffer(nameBytes);
    for (ByteString name : positions.keySet()) {
      payload.putVarint(name.size());
      payload.putBytes(name.toByteArray());
    }
    return ByteString.copyFrom(payload.bytes);
  }
}
