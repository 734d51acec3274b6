package io.cliquestream.broker;

import io.cliquestream.v1.FailureCode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * A real Kafka broker inside this process: one node, KRaft, broker and controller in one, on the
 * loopback interface. It is the broker of the tests, of {@code demo} and of {@code serve
 * --embedded}; nothing about it is simulated.
 *
 * <p>Durability is that of an unreplicated broker that leaves flushing to the operating system: it
 * survives the death of the process, not of the machine.
 */
public final class EmbeddedBroker implements AutoCloseable {
  private static final int NODE_ID = 1;
  private static final String HOST = "localhost";

  /** Another process may take a free port between the choice and the bind. */
  private static final int PORT_ATTEMPTS = 5;

  /**
   * Ports below those that the system gives to whoever connects somewhere, by default: a connection
   * that took the controller's port between the choice and the bind made Kafka end the process.
   */
  private static final int LOWEST_PORT = 20_000;

  private static final int LOWEST_EPHEMERAL_PORT = 32_768;
  private static final int PORT_LOOKS = 100;

  static {
    quieten("kafka");
    quieten("org.apache.kafka");
    quieten("state.change.logger");
  }

  private final KafkaRaftServer server;
  private final int port;
  private final Path folder;
  private final boolean temporary;
  private boolean closed;

  private EmbeddedBroker(KafkaRaftServer server, int port, Path folder, boolean temporary) {
    this.server = server;
    this.port = port;
    this.folder = folder;
    this.temporary = temporary;
  }

  /** Starts a broker on a free port whose log is deleted when it is closed. */
  public static EmbeddedBroker start() {
    return start(EmbeddedBrokerSettings.temporary());
  }

  /**
   * Starts a broker and waits until it takes requests.
   *
   * @throws BrokerException BROKER_UNAVAILABLE when it does not start; OPTION_INVALID when the port
   *     is taken
   */
  public static EmbeddedBroker start(EmbeddedBrokerSettings settings) {
    requireFree(settings.port());
    boolean temporary = settings.folder().isEmpty();
    Path folder = settings.folder().orElseGet(EmbeddedBroker::temporaryFolder);
    KafkaException last = null;
    for (int attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
      int port = settings.port() == 0 ? freePort() : settings.port();
      KafkaRaftServer server = null;
      try {
        Properties properties =
            EmbeddedBrokerProperties.of(NODE_ID, HOST, port, freePortBut(port), folder);
        properties.putAll(settings.properties());
        format(folder, settings.features());
        server = new KafkaRaftServer(KafkaConfig.fromProps(properties), Time.SYSTEM);
        server.startup();
        return new EmbeddedBroker(server, port, folder, temporary);
      } catch (KafkaException e) {
        last = e;
        shutdown(server);
      }
    }
    throw new BrokerException(
        FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
        "the embedded broker did not start in " + PORT_ATTEMPTS + " attempts: " + last.getMessage(),
        last);
  }

  /** Where clients connect: {@code localhost:PORT}. */
  public String bootstrapServers() {
    return HOST + ":" + port;
  }

  /** The port it listens on. */
  public int port() {
    return port;
  }

  /** The folder that holds its log. */
  public Path folder() {
    return folder;
  }

  /** Stops the broker; deletes its log when that is temporary. A second call does nothing. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    shutdown(server);
    if (temporary) {
      delete(folder);
    }
  }

  private static void shutdown(KafkaRaftServer server) {
    if (server != null) {
      server.shutdown();
      server.awaitShutdown();
    }
  }

  private static void format(Path folder, Map<String, Short> features) {
    if (Files.exists(folder.resolve("meta.properties"))) {
      return; // Another format would mean another cluster.
    }
    try (var silent =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      var formatter = new Formatter();
      features.forEach(formatter::setFeatureLevel);
      formatter
          .setPrintStream(silent)
          .setNodeId(NODE_ID)
          .setClusterId(Uuid.randomUuid().toString())
          .setControllerListenerName(EmbeddedBrokerProperties.CONTROLLER_LISTENER)
          .setReleaseVersion(MetadataVersion.latestProduction())
          .setIgnoreFormatted(true)
          .setMetadataLogDirectory(Optional.of(folder.toString()))
          .addDirectory(folder.toString())
          .run();
    } catch (Exception e) {
      throw new BrokerException(
          FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
          "the embedded broker cannot use the folder " + folder + ": " + e.getMessage(),
          e);
    }
  }

  /** Asked first: of a taken port the broker itself tells in many pages. */
  private static void requireFree(int port) {
    if (port == 0) {
      return;
    }
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    } catch (IOException e) {
      throw new BrokerException(
          FailureCode.FAILURE_CODE_OPTION_INVALID,
          "port " + port + " cannot be used for the embedded broker: " + e.getMessage(),
          e);
    }
  }

  /** The system may give a port again that was free a moment ago. */
  private static int freePortBut(int taken) {
    int port = freePort();
    while (port == taken) {
      port = freePort();
    }
    return port;
  }

  /** A port of this machine that is free now and is not given to whoever connects meanwhile. */
  public static int freePort() {
    for (int look = 0; look < PORT_LOOKS; look++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, LOWEST_EPHEMERAL_PORT);
      try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException _) {
        // Taken: the next one may not be.
      }
    }
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("cliquestream-broker");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException failure)
                throws IOException {
              Files.deleteIfExists(visited);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + folder, e);
    }
  }

  /** The broker narrates its start at level INFO; only its errors matter to our users. */
  private static void quieten(String logger) {
    String property = "org.slf4j.simpleLogger.log." + logger;
    if (System.getProperty(property) == null) {
      System.setProperty(property, "error");
    }
  }
}
