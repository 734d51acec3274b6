package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.answer.Answer;
import java.util.SortedMap;
import java.util.TreeMap;

/** A job that keeps a record of what it chose, and of the time before the first kernel. */
public abstract class PlannedJob<T extends Answer> implements DeviceJob<T> {
  private final SortedMap<String, String> plan = new TreeMap<>();
  private long prepareNanos;

  /** Forgets an earlier run, which a lost device ended. */
  protected final void begin(GraphUse use) {
    plan.clear();
    prepareNanos = use.prepareNanos();
    plan("graph", use.found() ? "resident" : "prepared");
  }

  protected final void plan(String name, Object value) {
    plan.put(name, value.toString());
  }

  /** Adds time that went into the graph. */
  protected final void prepared(long nanos) {
    prepareNanos += nanos;
  }

  @Override
  public final SortedMap<String, String> plan() {
    return plan;
  }

  @Override
  public final long prepareNanos() {
    return prepareNanos;
  }
}
