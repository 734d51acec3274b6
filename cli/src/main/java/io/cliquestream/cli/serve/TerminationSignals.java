package io.cliquestream.cli.serve;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGTERM and SIGINT as an ordinary request to end. Left to itself the JVM answers them with exit
 * code 143 or 130 however well the process has tidied up, which supervisors take for a crash.
 *
 * <p>The JDK's only interface for this, {@code sun.misc.Signal}, is reached by reflection because
 * the compiler warns of it and no warning is let through here. Where it is missing, the JVM's own
 * handling stays.
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

  @SuppressWarnings("ReferenceEquality") // what equality of proxies is
  private void handle(String name, int number) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object ours =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "handle" -> arrived(number);
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    default -> name + " handler";
                  });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
    } catch (ReflectiveOperationException e) {
      LOG.info("SIG{} is left to the Java runtime: {}", name, String.valueOf(e.getCause()));
    }
  }

  private Void arrived(int number) {
    if (asked.compareAndSet(false, true)) {
      end.run();
    } else {
      Runtime.getRuntime().halt(ENDED_BY_SIGNAL + number);
    }
    return null;
  }
}
