package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.answer.Answer;
import java.util.SortedMap;

/** Work that answers a job. After {@link #run} it says what it did. */
public interface DeviceJob<T extends Answer> extends DeviceWork<T> {
  /** What was chosen and done, by name. */
  SortedMap<String, String> plan();

  /** Time spent on the graph, before anything was computed on it; the next two are parts of it. */
  long prepareNanos();

  /** Time that bringing the edges to the device took. */
  long copyNanos();

  /** Time spent on a plan over the prepared graph. */
  long planNanos();
}
