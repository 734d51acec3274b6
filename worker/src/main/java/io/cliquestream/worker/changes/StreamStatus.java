package io.cliquestream.worker.changes;

import io.cliquestream.v1.StreamPosition;
import java.util.Locale;

/**
 * A stream of changes at one moment, as its lane has it in memory.
 *
 * @param state beginning, running, ending or broken
 * @param reason why it is broken; empty unless it is
 * @param version the last one that it announced, unsigned; 0 before the first
 * @param position how far it is, and by which rules
 * @param pending events that are in no version yet
 * @param window insertions that its window holds
 */
public record StreamStatus(
    int partition,
    String graphId,
    String state,
    String reason,
    long version,
    StreamPosition position,
    int pending,
    int window) {
  static StreamStatus of(int partition, ChangeStream stream) {
    return new StreamStatus(
        partition,
        stream.graphId(),
        stream.state().name().toLowerCase(Locale.ROOT),
        stream.reason(),
        stream.base(),
        stream.position(false),
        stream.pendingEvents(),
        stream.windowSize());
  }
}
