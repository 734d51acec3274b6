package io.cliquestream.cli.signal;

import java.lang.reflect.Proxy;
import java.util.Optional;

/**
 * Signals of the operating system. The JDK's only interface for them, {@code sun.misc.Signal}, is
 * reached by reflection because the compiler warns of it and no warning is let through here.
 */
public final class Signals {
  private Signals() {}

  /**
   * From now on this is done when a signal comes, in place of what the JVM does.
   *
   * @param name such as INT
   * @return why it cannot be done, if it cannot; the JVM's own handling stays then
   */
  @SuppressWarnings("ReferenceEquality") // what equality of proxies is
  public static Optional<ReflectiveOperationException> handle(String name, Runnable arrived) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object ours =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "handle" -> {
                      arrived.run();
                      yield null;
                    }
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    default -> name + " handler";
                  });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
      return Optional.empty();
    } catch (ReflectiveOperationException e) {
      return Optional.of(e);
    }
  }
}
