package io.cliquestream.cli.bridge;

import com.google.protobuf.ByteString;
import io.cliquestream.contract.EdgeChangeBatches;

/**
 * An edge event that came out of another's.
 *
 * @param micros when it happened, microseconds since 1970
 */
record MappedEvent(String graphId, boolean deletion, End source, End target, long micros) {
  /**
   * One end of an edge.
   *
   * @param name null for a vertex that is called by its id
   */
  record End(long id, ByteString name) {}

  private boolean isNamed() {
    return source.name != null;
  }

  /** Whether it needs a record of its own. */
  boolean mustCut(EdgeChangeBatches batch) {
    return isNamed() ? batch.mustCut(true, source.name, target.name) : batch.mustCut(true);
  }

  void addTo(EdgeChangeBatches batch) {
    if (isNamed()) {
      batch.add(deletion, source.name, target.name, micros);
    } else {
      batch.add(deletion, source.id, target.id, micros);
    }
  }
}
