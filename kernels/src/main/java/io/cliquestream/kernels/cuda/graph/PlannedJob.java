package io.cliquestream.kernels.cuda.graph;

import io.cliquestream.kernels.answer.Answer;
import java.util.SortedMap;
import java.util.TreeMap;

/** A job that keeps a record of what it chose, and of the time before the first kernel. */
public abstract class PlannedJob<T extends Answer> implements DeviceJob<T> {
  private final SortedMap<String, String> plan = new TreeMap<>();
  private long prepareNanos;
  private long copyNanos;
  private long planNanos;

  /** Forgets an earlier run, which a lost device ended. */
  protected final void begin(GraphUse use) {
    plan.clear();
    prepareNanos = use.prepareNanos();
    copyNanos = use.copyNanos();
    planNanos = 0;
    plan("graph", use.found() ? "resident" : "prepared");
    use.renumbering().ifPresent(ids -> plan("ids", ids));
  }

  protected final void plan(String name, Object value) {
    plan.put(name, value.toString());
  }

  /** Adds time that went into the graph. */
  protected final void prepared(long nanos) {
    prepareNanos += nanos;
  }

  /** The same for time that went into the plan of this job alone. */
  protected final void planned(long nanos) {
    prepareNanos += nanos;
    planNanos += nanos;
  }

  @Override
  public final long copyNanos() {
    return copyNanos;
  }

  @Override
  public final long planNanos() {
    return planNanos;
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
