package io.cliquestream.cli.startup;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import javax.management.DynamicMBean;
import javax.management.MBeanServer;
import javax.management.MBeanServerBuilder;
import javax.management.MBeanServerDelegate;
import javax.management.ObjectInstance;
import javax.management.ObjectName;

/**
 * Makes the platform's server of management beans without the JVM's diagnostic commands, which come
 * when somebody looks for beans. Every Kafka client makes that server, to enter its own name; the
 * commands describe themselves when they are entered, and those of the flight recorder parse its
 * settings for that, at every start, for beans that hardly anybody asks for.
 *
 * <p>The beans are put off by name; a call that names another bean alone, as a Kafka client's do,
 * does not bring them. Thread-safe.
 */
public final class LateBeans extends MBeanServerBuilder {
  private static final String SETTING = "javax.management.builder.initial";
  private static final String LATE = "com.sun.management:type=DiagnosticCommand";

  /** Before the server is made; a builder that somebody set stays. */
  public static void install() {
    if (System.getProperty(SETTING) == null) {
      System.setProperty(SETTING, LateBeans.class.getName());
    }
  }

  @Override
  public MBeanServer newMBeanServer(
      String defaultDomain, MBeanServer outer, MBeanServerDelegate delegate) {
    MBeanServer server = super.newMBeanServer(defaultDomain, outer, delegate);
    return (MBeanServer)
        Proxy.newProxyInstance(
            LateBeans.class.getClassLoader(), new Class<?>[] {MBeanServer.class}, new Late(server));
  }

  /** A bean that is not entered yet. */
  private record Entry(Object bean, ObjectName name) {}

  private static final class Late implements InvocationHandler {
    private final MBeanServer server;
    private final List<Entry> late = new ArrayList<>();

    private Late(MBeanServer server) {
      this.server = server;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (method.getName().equals("registerMBean")
          && arguments[1] instanceof ObjectName name
          && name.toString().equals(LATE)
          && putOff(new Entry(arguments[0], name))) {
        return new ObjectInstance(name, DynamicMBean.class.getName());
      }
      if (!isOfAnother(arguments)) {
        enter();
      }
      try {
        return method.invoke(server, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }

    private synchronized boolean putOff(Entry entry) {
      return late.isEmpty() && late.add(entry);
    }

    /** Whether a call names one bean, which is none of those put off. */
    private static boolean isOfAnother(Object[] arguments) {
      boolean names = false;
      if (arguments != null) {
        for (Object argument : arguments) {
          if (argument instanceof ObjectName name) {
            if (name.isPattern() || name.toString().equals(LATE)) {
              return false;
            }
            names = true;
          }
        }
      }
      return names;
    }

    private synchronized void enter() throws Exception {
      for (Entry entry : List.copyOf(late)) {
        late.remove(entry);
        ObjectInstance _ = server.registerMBean(entry.bean(), entry.name());
      }
    }
  }
}
