package io.cliquestream.cli.signal;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGTERM and SIGINT as an ordinary request to end. Left to itself the JVM answers them with exit
 * code 143 or 130 however well the process has tidied up, which supervisors take for a crash.
 */
public final class TerminationSignals {
  private static final Logger LOG = LoggerFactory.getLogger(TerminationSignals.class);

  /** What a process that a signal ended has as its exit code, less the signal's number. */
  private static final int ENDED_BY_SIGNAL = 128;

  private final Runnable end;
  private final AtomicBoolean asked = new AtomicBoolean();

  private TerminationSignals(Runnable end) {
    this.end = end;
  }

  /**
   * From now on the first signal asks for the end; a second one ends the process at once.
   *
   * @param end must return soon
   */
  public static void handle(Runnable end) {
    var signals = new TerminationSignals(end);
    signals.handle("TERM", 15);
    signals.handle("INT", 2);
  }

  private void handle(String name, int number) {
    Signals.handle(name, () -> arrived(number))
        .ifPresent(
            e ->
                LOG.info(
                    "SIG{} is left to the Java runtime: {}", name, String.valueOf(e.getCause())));
  }

  private void arrived(int number) {
    if (asked.compareAndSet(false, true)) {
      end.run();
    } else {
      Runtime.getRuntime().halt(ENDED_BY_SIGNAL + number);
    }
  }
}
