package io.cliquestream.contract;

import com.google.protobuf.ByteString;
import io.cliquestream.v1.ChangeRecord;
import io.cliquestream.v1.EdgeChangeBatch;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Gathers edge events of one graph into records. Ids take 4 bytes while all of a record's fit. Not
 * thread-safe.
 */
public final class EdgeChangeBatches {
  /** Most events of a record: with 8-byte ids and a time each, 25 bytes an event. */
  public static final int MAXIMUM_EVENTS = Bounds.PAYLOAD_BYTES / 25;

  private final String graphId;
  private final int events;
  private long[] ids = new long[64];
  private long[] times = new long[32];
  private byte[] deletions = new byte[4];
  private boolean timed;
  private boolean deletes;
  private long all;
  private int count;

  /**
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

  /** Whether nothing has been added since the last cut. */
  public boolean isEmpty() {
    return count == 0;
  }

  /** Whether the next event with this kind of time needs a record of its own. */
  public boolean mustCut(boolean withTime) {
    return count == events || (count > 0 && timed != withTime);
  }

  /** Adds an event whose time is that of its record. */
  public void add(boolean deletion, long source, long target) {
    put(deletion, source, target, false, 0);
  }

  /** Adds an event with its time, microseconds since 1970. */
  public void add(boolean deletion, long source, long target, long micros) {
    put(deletion, source, target, true, micros);
  }

  private void put(boolean deletion, long source, long target, boolean withTime, long micros) {
    if (mustCut(withTime)) {
      throw new IllegalStateException("the record is to be cut first");
    }
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

  /** A record of what was added; the next one begins empty. */
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
    Arrays.fill(deletions, (byte) 0);
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
                .setCrc32C(
                    EdgeChanges.checksum(pairBytes, deletionBytes, timeBytes, ByteString.EMPTY)))
        .build();
  }
}
