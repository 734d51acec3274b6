package io.cliquestream.contract;

import com.google.protobuf.ByteString;
import io.cliquestream.v1.ChangeKind;
import io.cliquestream.v1.ChangeRecord;
import io.cliquestream.v1.EdgeChange;
import io.cliquestream.v1.EdgeChangeBatch;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.NamedEdgeChange;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The edge events of one record of {@link Topics#changes()}, checked as a whole: a record is taken
 * with all of its events or not at all. Reads in place; nothing is copied but names.
 */
public final class EdgeChanges {
  private static final int TIME_BYTES = Long.BYTES;
  private static final int LABEL_BYTES = Integer.BYTES;

  private final String graphId;
  private final int count;
  private final boolean wide;
  private final ByteBuffer pairs;
  private final ByteBuffer deletions;
  private final ByteBuffer times;
  private final EdgeChange single;
  private final List<ByteString> names;
  private final long recordMicros;

  private EdgeChanges(
      String graphId,
      int count,
      boolean wide,
      EdgeChangeBatch batch,
      EdgeChange single,
      List<ByteString> names,
      long recordMicros) {
    this.graphId = graphId;
    this.count = count;
    this.wide = wide;
    this.pairs = little(batch.getPairs());
    this.deletions = little(batch.getDeletions());
    this.times = little(batch.getEventTimes());
    this.single = single;
    this.names = names;
    this.recordMicros = recordMicros;
  }

  /**
   * The events of a record.
   *
   * @param record single event or batch
   * @param timestampMillis of the record, which events without a time of their own have
   * @return its events, one or more
   * @throws ContractException GRAPH_ID_INVALID; CHANGE_INVALID when fields are missing or do not
   *     fit together; CHUNK_CHECKSUM_WRONG
   */
  public static EdgeChanges of(ChangeRecord record, long timestampMillis) {
    long micros = Math.clamp(timestampMillis, 0, Bounds.EVENT_MICROS / 1_000) * 1_000L;
    return switch (record.getKindCase()) {
      case CHANGE -> of(record.getChange(), List.of(), micros).requireTimes();
      case NAMED -> of(record.getNamed(), micros).requireTimes();
      case BATCH -> of(record.getBatch(), micros).requireTimes();
      case DEFINITION, KIND_NOT_SET ->
          throw new ContractException(
              FailureCode.FAILURE_CODE_CHANGE_INVALID, "a change record without events");
    };
  }

  private EdgeChanges requireTimes() {
    for (int event = 0; event < count && (event == 0 || times.hasRemaining()); event++) {
      if (Math.abs(timeMicros(event)) > Bounds.EVENT_MICROS
          || timeMicros(event) == Long.MIN_VALUE) {
        throw invalid("event " + event + " is at " + timeMicros(event) + " us, too far from 1970");
      }
    }
    return this;
  }

  private static EdgeChanges of(NamedEdgeChange named, long micros) {
    EdgeChange.Builder positions =
        EdgeChange.newBuilder()
            .setGraphId(named.getGraphId())
            .setKind(named.getKind())
            .setSource(0)
            .setTarget(1);
    if (named.hasEventTimeMicros()) {
      positions.setEventTimeMicros(named.getEventTimeMicros());
    }
    List<ByteString> ends = List.of(named.getSourceBytes(), named.getTargetBytes());
    ends.forEach(EdgeChanges::requireName);
    return of(positions.build(), ends, micros);
  }

  private static void requireName(ByteString name) {
    if (name.isEmpty() || name.size() > Bounds.NAME_BYTES || !name.isValidUtf8()) {
      throw invalid("a name is 1 to " + Bounds.NAME_BYTES + " bytes of UTF-8");
    }
  }

  private static EdgeChanges of(EdgeChange change, List<ByteString> names, long micros) {
    requireGraphId(change.getGraphId());
    if (change.getKind() != ChangeKind.CHANGE_KIND_INSERT
        && change.getKind() != ChangeKind.CHANGE_KIND_DELETE) {
      throw invalid("a change inserts or deletes, and this says neither");
    }
    return new EdgeChanges(
        change.getGraphId(),
        1,
        true,
        EdgeChangeBatch.getDefaultInstance(),
        change,
        names,
        change.hasEventTimeMicros() ? change.getEventTimeMicros() : micros);
  }

  private static EdgeChanges of(EdgeChangeBatch batch, long micros) {
    requireGraphId(batch.getGraphId());
    if (batch.getIdWidth() != Integer.BYTES && batch.getIdWidth() != Long.BYTES) {
      throw invalid("id width is 4 or 8, not " + Integer.toUnsignedString(batch.getIdWidth()));
    }
    int pairBytes = 2 * batch.getIdWidth();
    if (batch.getPairs().isEmpty() || batch.getPairs().size() % pairBytes != 0) {
      throw invalid(batch.getPairs().size() + " bytes are not pairs of " + pairBytes + " bytes");
    }
    int count = batch.getPairs().size() / pairBytes;
    requireLength(batch.getDeletions(), (count + 7) / 8, count, "deletions");
    requireLength(batch.getEventTimes(), count * TIME_BYTES, count, "event times");
    requireLength(batch.getLabels(), count * LABEL_BYTES, count, "labels");
    long bytes = bytes(batch);
    if (bytes > Bounds.PAYLOAD_BYTES) {
      throw invalid("it carries " + bytes + " bytes, more than " + Bounds.PAYLOAD_BYTES);
    }
    if (checksum(
            batch.getNames(),
            batch.getPairs(),
            batch.getDeletions(),
            batch.getEventTimes(),
            batch.getLabels())
        != batch.getCrc32C()) {
      throw new ContractException(
          FailureCode.FAILURE_CODE_CHUNK_CHECKSUM_WRONG, "the batch is damaged");
    }
    return new EdgeChanges(
            batch.getGraphId(),
            count,
            batch.getIdWidth() == Long.BYTES,
            batch,
            null,
            names(batch),
            micros)
        .requirePositions();
  }

  private static List<ByteString> names(EdgeChangeBatch batch) {
    List<ByteString> names = new ArrayList<>();
    int _ =
        NameDecoder.decode(
            batch.getNames().asReadOnlyByteBuffer(),
            0,
            (bytes, from, to) -> names.add(ByteString.copyFrom(bytes, from, to - from)));
    names.forEach(EdgeChanges::requireName);
    return names;
  }

  private EdgeChanges requirePositions() {
    for (int event = 0; event < count && !names.isEmpty(); event++) {
      if (Long.compareUnsigned(source(event), names.size()) >= 0
          || Long.compareUnsigned(target(event), names.size()) >= 0) {
        throw invalid(
            "event " + event + " has an end that is none of the " + names.size() + " names");
      }
    }
    return this;
  }

  private static long bytes(EdgeChangeBatch batch) {
    return (long) batch.getNames().size()
        + batch.getPairs().size()
        + batch.getDeletions().size()
        + batch.getEventTimes().size()
        + batch.getLabels().size();
  }

  static int checksum(ByteString... pieces) {
    return Checksums.crc32c(pieces);
  }

  private static void requireLength(ByteString field, int wanted, int count, String what) {
    if (!field.isEmpty() && field.size() != wanted) {
      throw invalid("%d bytes of %s for %d events".formatted(field.size(), what, count));
    }
  }

  private static void requireGraphId(String graphId) {
    if (!Identifiers.isGraphId(graphId)) {
      throw new ContractException(FailureCode.FAILURE_CODE_GRAPH_ID_INVALID, "not a graph id");
    }
  }

  private static ContractException invalid(String message) {
    return new ContractException(FailureCode.FAILURE_CODE_CHANGE_INVALID, message);
  }

  private static ByteBuffer little(ByteString bytes) {
    return bytes.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** {@return the graph that the events are of} */
  public String graphId() {
    return graphId;
  }

  /** {@return number of events, 1 or more} */
  public int count() {
    return count;
  }

  /** {@return whether the ends of events have names; then ends are positions in {@link #names}} */
  public boolean isNamed() {
    return !names.isEmpty();
  }

  /** {@return names of the ends, UTF-8; empty where ends are ids} */
  public List<ByteString> names() {
    return names;
  }

  /**
   * One end of an event's pair, unsigned.
   *
   * @param event index, from 0
   * @return an unsigned id, or a position in {@link #names}
   */
  public long source(int event) {
    return single != null ? single.getSource() : id(2 * event);
  }

  /**
   * The other end of an event's pair, unsigned.
   *
   * @param event index, from 0
   * @return an unsigned id, or a position in {@link #names}
   */
  public long target(int event) {
    return single != null ? single.getTarget() : id(2 * event + 1);
  }

  /**
   * {@return whether an event deletes; the others insert}
   *
   * @param event index, from 0
   */
  public boolean isDeletion(int event) {
    if (single != null) {
      return single.getKind() == ChangeKind.CHANGE_KIND_DELETE;
    }
    return deletions.hasRemaining() && (deletions.get(event >> 3) >> (event & 7) & 1) != 0;
  }

  /**
   * When an event happened, microseconds since 1970.
   *
   * @param event index, from 0
   * @return its own time, or that of its record
   */
  public long timeMicros(int event) {
    return times.hasRemaining() ? times.getLong(event * TIME_BYTES) : recordMicros;
  }

  /**
   * When the latest event happened.
   *
   * @return the largest of {@link #timeMicros}
   */
  public long latestMicros() {
    long latest = timeMicros(0);
    for (int event = 1; event < count; event++) {
      latest = Math.max(latest, timeMicros(event));
    }
    return latest;
  }

  /** {@return insertions among the events} */
  public int insertions() {
    int found = 0;
    for (int event = 0; event < count; event++) {
      found += isDeletion(event) ? 0 : 1;
    }
    return found;
  }

  private long id(int index) {
    return wide
        ? pairs.getLong(index * Long.BYTES)
        : Integer.toUnsignedLong(pairs.getInt(index * Integer.BYTES));
  }
}
