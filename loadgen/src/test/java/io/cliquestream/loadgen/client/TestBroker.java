package io.cliquestream.loadgen.client;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** A real broker for this module's tests, which may not know the worker and its embedded one. */
final class TestBroker implements AutoCloseable {
  private final KafkaRaftServer server;
  private final String bootstrapServers;

  private TestBroker(KafkaRaftServer server, String bootstrapServers) {
    this.server = server;
    this.bootstrapServers = bootstrapServers;
  }

  static TestBroker start(Path folder) throws Exception {
    String broker = "localhost:" + freePort();
    String controller = "localhost:" + freePort();
    var properties = new Properties();
    properties.put("process.roles", "broker,controller");
    properties.put("node.id", "1");
    properties.put("controller.quorum.voters", "1@" + controller);
    properties.put("controller.listener.names", "CONTROLLER");
    properties.put("listeners", "PLAINTEXT://" + broker + ",CONTROLLER://" + controller);
    properties.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    properties.put("log.dirs", folder.toString());
    properties.put("auto.create.topics.enable", "false");
    properties.put("offsets.topic.replication.factor", "1");
    properties.put("offsets.topic.num.partitions", "1");
    properties.put("transaction.state.log.replication.factor", "1");
    properties.put("transaction.state.log.min.isr", "1");
    properties.put("transaction.state.log.num.partitions", "1");
    properties.put("log.cleaner.dedupe.buffer.size", "4194304");
    properties.put("controlled.shutdown.enable", "false");
    try (var silent =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      new Formatter()
          .setPrintStream(silent)
          .setNodeId(1)
          .setClusterId(Uuid.randomUuid().toString())
          .setControllerListenerName("CONTROLLER")
          .setReleaseVersion(MetadataVersion.latestProduction())
          .setMetadataLogDirectory(Optional.of(folder.toString()))
          .addDirectory(folder.toString())
          .run();
    }
    var server = new KafkaRaftServer(KafkaConfig.fromProps(properties), Time.SYSTEM);
    server.startup();
    return new TestBroker(server, broker);
  }

  String bootstrapServers() {
    return bootstrapServers;
  }

  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
