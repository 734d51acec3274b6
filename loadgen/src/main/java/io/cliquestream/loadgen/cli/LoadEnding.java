package io.cliquestream.loadgen.cli;

import java.util.concurrent.atomic.AtomicBoolean;

/** Sees to it that a load which is stopped with Ctrl-C is reported all the same, and once. */
final class LoadEnding implements AutoCloseable {
  private final AtomicBoolean reported = new AtomicBoolean();
  private final Thread hook;

  /**
   * @param report prints what was seen until now; called while the process ends
   */
  LoadEnding(Runnable report) {
    this.hook =
        new Thread(
            () -> {
              if (toBeReportedHere()) {
                report.run();
              }
            },
            "cliquestream-load-ending");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Whether nobody has reported yet; whoever asks first does. */
  boolean toBeReportedHere() {
    return reported.compareAndSet(false, true);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending: the hook runs, or has run.
    }
  }
}
