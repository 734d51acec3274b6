package io.cliquestream.broker;

import java.nio.file.Path;
import java.util.Properties;

/** The configuration of the embedded broker, with the reason for every value. */
final class EmbeddedBrokerProperties {
  static final String CONTROLLER_LISTENER = "CONTROLLER";
  static final String BROKER_LISTENER = "BROKER";

  private EmbeddedBrokerProperties() {}

  static Properties of(int nodeId, String host, int port, int controllerPort, Path folder) {
    String broker = BROKER_LISTENER + "://" + host + ":" + port;
    String controller = CONTROLLER_LISTENER + "://" + host + ":" + controllerPort;
    var properties = new Properties();
    properties.put("process.roles", "broker,controller");
    properties.put("node.id", Integer.toString(nodeId));
    // A fixed voter, so that the controller's port may differ from one start to the next.
    properties.put("controller.quorum.voters", nodeId + "@" + host + ":" + controllerPort);
    properties.put("controller.listener.names", CONTROLLER_LISTENER);
    properties.put("listeners", broker + "," + controller);
    properties.put("advertised.listeners", broker);
    properties.put("inter.broker.listener.name", BROKER_LISTENER);
    properties.put(
        "listener.security.protocol.map",
        BROKER_LISTENER + ":PLAINTEXT," + CONTROLLER_LISTENER + ":PLAINTEXT");
    properties.put("log.dirs", folder.toString());

    // One node holds everything once.
    properties.put("default.replication.factor", "1");
    properties.put("min.insync.replicas", "1");
    properties.put("offsets.topic.replication.factor", "1");
    properties.put("transaction.state.log.replication.factor", "1");
    properties.put("transaction.state.log.min.isr", "1");
    properties.put("share.coordinator.state.topic.replication.factor", "1");
    properties.put("share.coordinator.state.topic.min.isr", "1");

    // Every partition of an internal topic costs files at start; one node gains nothing from many.
    properties.put("offsets.topic.num.partitions", "4");
    properties.put("transaction.state.log.num.partitions", "4");
    properties.put("share.coordinator.state.topic.num.partitions", "1");

    // A transaction's first write waits for its registration; 20 ms (the default) would dominate.
    properties.put("add.partitions.to.txn.retry.backoff.ms", "2");
    // Groups of one machine gather at once.
    properties.put("group.initial.rebalance.delay.ms", "0");
    // Topics are made on purpose, with the right number of partitions.
    properties.put("auto.create.topics.enable", "false");
    // There is no leader to move, but a broker that does not take its leave keeps the next one on
    // its folder from registering until its session is over, 9 s later.
    properties.put("controlled.shutdown.enable", "true");

    // Small: the broker shares the process with the worker.
    properties.put("num.network.threads", "2");
    properties.put("num.io.threads", "4");
    properties.put("background.threads", "2");
    properties.put("log.cleaner.dedupe.buffer.size", "4194304");
    properties.put("log.segment.bytes", "67108864");
    return properties;
  }
}
