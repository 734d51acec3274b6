package io.cliquestream.loadgen.cli;

import io.cliquestream.loadgen.load.LoadRunner;
import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * Says how far a load is, every so often: in one line that is drawn anew on a terminal, in a line
 * each elsewhere.
 */
final class LoadTicker implements AutoCloseable {
  private static final String WIPE = "\r\u001b[K";

  private final PrintWriter err;
  private final LoadRunner load;
  private final int jobs;
  private final boolean terminal = isTerminal();
  private final Thread thread;

  /**
   * @param seconds between two lines; 0 for none at all
   */
  LoadTicker(PrintWriter err, double seconds, LoadRunner load, int jobs) {
    this.err = err;
    this.load = load;
    this.jobs = jobs;
    Duration pause = Duration.ofNanos((long) (seconds * 1e9));
    this.thread = Thread.ofPlatform().daemon().name("load-ticker").unstarted(() -> tick(pause));
    if (seconds > 0) {
      thread.start();
    }
  }

  private void tick(Duration pause) {
    try {
      while (true) {
        Thread.sleep(pause);
        String line = load.report().line(jobs);
        err.print(terminal ? WIPE + line : line + System.lineSeparator());
        err.flush();
      }
    } catch (InterruptedException e) {
      if (terminal) {
        err.print(WIPE);
        err.flush();
      }
    }
  }

  @SuppressWarnings("SystemConsoleNull") // null without a terminal, whatever the checker says
  private static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
