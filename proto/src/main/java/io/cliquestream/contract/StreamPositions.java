package io.cliquestream.contract;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.v1.StreamPosition;
import java.util.List;

/**
 * What a {@link StreamPosition} may say. Workers write them, and whoever may write graphs.v1 can
 * write others: a stream that went on from one of those would hold up the streams beside it.
 */
public final class StreamPositions {
  private StreamPositions() {}

  /**
   * Checks a position against itself and its graph.
   *
   * @param position of a delta or snapshot that a stream made
   * @param graphId of the graph that it is of
   * @throws ContractException GRAPH_ID_INVALID, or CHANGE_INVALID with what is wrong
   */
  public static void require(StreamPosition position, String graphId) {
    StreamDefinition definition = position.getDefinition();
    StreamDefinitions.require(definition);
    if (!definition.getGraphId().equals(graphId)) {
      throw invalid("it is of graph " + definition.getGraphId());
    }
    requireOffset(position.getNextOffset(), "next_offset");
    requireOffset(position.getWindowOffset(), "window_offset");
    requireOffset(position.getRecordsOffset(), "records_offset");
    requireOffset(position.getSnapshotOffset(), "snapshot_offset");
    requireOffset(position.getNextEvent(), "next_event");
    requireOffset(position.getVersionsSinceSnapshot(), "versions_since_snapshot");
    if (position.getWindowOffset() > position.getNextOffset()) {
      throw invalid("its window begins behind its end");
    }
    requireTime(position.getGreatestTimeMicros());
    requireTime(position.getWindowGreatestTimeMicros());
    requireRanges(position.getRefusedList());
  }

  private static void requireRanges(List<Long> refused) {
    if (refused.size() > 2 * Bounds.REFUSED_RANGES || refused.size() % 2 != 0) {
      throw invalid(refused.size() + " ends of ranges were refused");
    }
    long last = -1;
    for (long end : refused) {
      if (end < last) {
        throw invalid("what was refused is not in order");
      }
      last = end;
    }
  }

  private static void requireOffset(long offset, String what) {
    if (offset < 0) {
      throw invalid(what + " is above every offset");
    }
  }

  private static void requireTime(long micros) {
    if (micros > Bounds.EVENT_MICROS || micros < -Bounds.EVENT_MICROS) {
      throw invalid("a time is too far from 1970");
    }
  }

  private static ContractException invalid(String message) {
    return new ContractException(
        FailureCode.FAILURE_CODE_CHANGE_INVALID, "its stream position is wrong: " + message);
  }
}
