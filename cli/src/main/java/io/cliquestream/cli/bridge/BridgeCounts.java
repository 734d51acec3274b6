package io.cliquestream.cli.bridge;

import io.cliquestream.contract.Failures;
import io.cliquestream.v1.FailureCode;
import java.io.PrintWriter;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What became of the records of the source, as committed; said now and then. One thread. */
final class BridgeCounts {
  private static final long TOLD_NANOS = 10_000_000_000L;

  private final PrintWriter err;
  private Numbers committed = new Numbers();
  private Numbers open = new Numbers();
  private long told = System.nanoTime();

  /** Numbers of records. */
  private static final class Numbers {
    private long inserted;
    private long deleted;
    private long empty;
    private final Map<String, Long> refused = new TreeMap<>();

    private void add(Numbers more) {
      inserted += more.inserted;
      deleted += more.deleted;
      empty += more.empty;
      more.refused.forEach((code, count) -> refused.merge(code, count, Long::sum));
    }
  }

  BridgeCounts(PrintWriter err) {
    this.err = err;
  }

  void taken(boolean deletion) {
    if (deletion) {
      open.deleted++;
    } else {
      open.inserted++;
    }
  }

  void empty() {
    open.empty++;
  }

  void refused(FailureCode code) {
    open.refused.merge(Failures.nameOf(code), 1L, Long::sum);
  }

  void committed() {
    committed.add(open);
    open = new Numbers();
  }

  void undone() {
    open = new Numbers();
  }

  /** Says how far it is, if it was not said for a while. */
  void tell() {
    if (System.nanoTime() - told > TOLD_NANOS) {
      end();
    }
  }

  /** Says it now. */
  void end() {
    told = System.nanoTime();
    long refused = committed.refused.values().stream().mapToLong(Long::longValue).sum();
    String causes =
        committed.refused.entrySet().stream()
            .map(entry -> entry.getKey() + " " + entry.getValue())
            .collect(Collectors.joining(", "));
    err.printf(
        "%d inserted, %d deleted, %d dead letters%s, %d without a value%n",
        committed.inserted,
        committed.deleted,
        refused,
        refused > 0 ? " (" + causes + ")" : "",
        committed.empty);
    err.flush();
  }
}
