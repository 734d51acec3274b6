package io.cliquestream.contract;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.StreamDefinition;

/** What a {@link StreamDefinition} may say. */
public final class StreamDefinitions {
  private StreamDefinitions() {}

  /**
   * Checks a definition.
   *
   * @param definition as a record of {@link Topics#changes()} carries it
   * @throws ContractException GRAPH_ID_INVALID, or CHANGE_INVALID with the bound that is broken
   */
  public static void require(StreamDefinition definition) {
    if (!Identifiers.isGraphId(definition.getGraphId())) {
      throw new ContractException(FailureCode.FAILURE_CODE_GRAPH_ID_INVALID, "not a graph id");
    }
    if (Integer.toUnsignedLong(definition.getVersionEvents()) > Bounds.VERSION_EVENTS) {
      throw invalid("version_events is above " + Bounds.VERSION_EVENTS);
    }
    if (definition.getWindowEvents() < 0) {
      throw invalid("window_events is above " + Integer.MAX_VALUE);
    }
    if (definition.getWindowEvents() != 0 && definition.getWindowMicros() != 0) {
      throw invalid("a window counts events or time, not both");
    }
    requireMicros(definition.getVersionWaitMicros(), "version_wait_micros");
    requireMicros(definition.getVersionEventMicros(), "version_event_micros");
    requireMicros(definition.getWindowMicros(), "window_micros");
    requireMicros(definition.getAllowedLatenessMicros(), "allowed_lateness_micros");
  }

  private static void requireMicros(long micros, String what) {
    if (micros < 0 || micros > Bounds.STREAM_MICROS) {
      throw invalid(what + " is above " + Bounds.STREAM_MICROS);
    }
  }

  private static ContractException invalid(String message) {
    return new ContractException(FailureCode.FAILURE_CODE_CHANGE_INVALID, message);
  }
}
