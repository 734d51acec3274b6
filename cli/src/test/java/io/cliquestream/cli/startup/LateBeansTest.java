package io.cliquestream.cli.startup;

import static org.assertj.core.api.Assertions.assertThat;

import javax.management.MBeanRegistration;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** A Kafka client that entered its name made the JVM parse the flight recorder's settings. */
class LateBeansTest {
  /** A bean of this name's interface. */
  public interface CountingMBean {
    int getEntered();
  }

  /** Says how often it was entered. */
  public static final class Counting implements CountingMBean, MBeanRegistration {
    private int entered;

    @Override
    public int getEntered() {
      return entered;
    }

    @Override
    public ObjectName preRegister(MBeanServer server, ObjectName name) {
      entered++;
      return name;
    }

    @Override
    public void postRegister(Boolean done) {}

    @Override
    public void preDeregister() {}

    @Override
    public void postDeregister() {}
  }

  private static MBeanServer server() {
    var builder = new LateBeans();
    return builder.newMBeanServer("test", null, builder.newMBeanServerDelegate());
  }

  @Test
  void diagnosticCommandsOnceWereEnteredForEveryKafkaClient() throws Exception {
    var commands = new Counting();
    var late = new ObjectName("com.sun.management:type=DiagnosticCommand");
    var client = new ObjectName("kafka.consumer:type=app-info,id=worker");
    MBeanServer server = server();

    var _ = server.registerMBean(commands, late);
    assertThat(server.isRegistered(client)).isFalse();
    var _ = server.registerMBean(new Counting(), client);
    assertThat(server.getAttribute(client, "Entered")).isEqualTo(1);
    server.unregisterMBean(client);
    assertThat(commands.getEntered()).isZero();

    assertThat(server.queryNames(null, null)).contains(late);
    assertThat(commands.getEntered()).isEqualTo(1);
    assertThat(server.getAttribute(late, "Entered")).isEqualTo(1);
  }

  @Test
  void whoNamesThemFindsThem() throws Exception {
    var late = new ObjectName("com.sun.management:type=DiagnosticCommand");
    MBeanServer server = server();
    var _ = server.registerMBean(new Counting(), late);

    assertThat(server.isRegistered(late)).isTrue();
    server.unregisterMBean(late);
    assertThat(server.isRegistered(late)).isFalse();
  }

  @Test
  void countsAndPatternsHaveThem() throws Exception {
    var late = new ObjectName("com.sun.management:type=DiagnosticCommand");
    MBeanServer counted = server();
    int before = counted.getMBeanCount();
    var _ = counted.registerMBean(new Counting(), late);
    assertThat(counted.getMBeanCount()).isEqualTo(before + 1);

    MBeanServer looked = server();
    var _ = looked.registerMBean(new Counting(), late);
    assertThat(looked.queryMBeans(new ObjectName("com.sun.management:*"), null)).hasSize(1);
  }
}
