package io.cliquestream.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.broker.EmbeddedBrokerSettings;
import io.cliquestream.contract.ConnectionProperties;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * A real broker with Kafka's own authorizer, on which nobody may do anything but what the chart's
 * KafkaUsers may, and with the chart's KafkaTopics: what Strimzi's operators would make of them.
 */
final class GuardedBroker implements AutoCloseable {
  private static final String PLAIN =
      "org.apache.kafka.common.security.plain.PlainLoginModule required";
  private static final String OPERATOR = "operator";

  private final EmbeddedBroker broker;
  private final Admin operator;

  private GuardedBroker(EmbeddedBroker broker) {
    this.broker = broker;
    this.operator = Admin.create(clientProperties(OPERATOR));
  }

  static GuardedBroker start(String... users) {
    var known = new StringBuilder(PLAIN + " username=\"operator\" password=\"operator\"");
    known.append(" user_operator=\"operator\"");
    for (String user : users) {
      known.append(" user_%s=\"%s\"".formatted(user, user));
    }
    return new GuardedBroker(
        EmbeddedBroker.start(
            EmbeddedBrokerSettings.temporary()
                .withProperties(
                    Map.of(
                        "listener.security.protocol.map",
                        "BROKER:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT",
                        "sasl.enabled.mechanisms",
                        "PLAIN",
                        "sasl.mechanism.inter.broker.protocol",
                        "PLAIN",
                        "listener.name.broker.plain.sasl.jaas.config",
                        known + ";",
                        "authorizer.class.name",
                        "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                        // The controller's listener is the broker's own.
                        "super.users",
                        "User:operator;User:ANONYMOUS"))));
  }

  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  Admin operator() {
    return operator;
  }

  Map<String, Object> clientProperties(String user) {
    Map<String, Object> properties = new HashMap<>(connection(user).values());
    properties.put("bootstrap.servers", bootstrapServers());
    return properties;
  }

  ConnectionProperties connection(String user) {
    return new ConnectionProperties(
        Map.of(
            "security.protocol",
            "SASL_PLAINTEXT",
            "sasl.mechanism",
            "PLAIN",
            "sasl.jaas.config",
            PLAIN + " username=\"%s\" password=\"%s\";".formatted(user, user)));
  }

  /** Makes the topics, as Strimzi's topic operator would, but for what one broker cannot hold. */
  void apply(List<JsonNode> topics) throws Exception {
    List<NewTopic> wanted = new ArrayList<>();
    for (JsonNode topic : topics) {
      Map<String, String> configuration = new HashMap<>();
      topic
          .at("/spec/config")
          .properties()
          .forEach(entry -> configuration.put(entry.getKey(), entry.getValue().asText()));
      configuration.remove("min.insync.replicas");
      wanted.add(
          new NewTopic(
                  topic.at("/spec/topicName").asText(),
                  Optional.of(topic.at("/spec/partitions").asInt()),
                  Optional.empty())
              .configs(configuration));
    }
    operator.createTopics(wanted).all().get();
  }

  /** Lets a user do what a KafkaUser's ACLs say, as Strimzi's user operator would. */
  void allow(String user, JsonNode kafkaUser) throws Exception {
    List<AclBinding> bindings = new ArrayList<>();
    for (JsonNode acl : kafkaUser.at("/spec/authorization/acls")) {
      JsonNode resource = acl.path("resource");
      var pattern =
          new ResourcePattern(
              switch (resource.path("type").asText()) {
                case "topic" -> ResourceType.TOPIC;
                case "group" -> ResourceType.GROUP;
                case "transactionalId" -> ResourceType.TRANSACTIONAL_ID;
                default -> throw new IllegalArgumentException(resource.toString());
              },
              resource.path("name").asText(),
              resource.path("patternType").asText().equals("prefix")
                  ? PatternType.PREFIXED
                  : PatternType.LITERAL);
      for (JsonNode operation : acl.path("operations")) {
        bindings.add(
            new AclBinding(
                pattern,
                new AccessControlEntry(
                    "User:" + user, "*", operation(operation.asText()), AclPermissionType.ALLOW)));
      }
    }
    operator.createAcls(bindings).all().get();
  }

  private static AclOperation operation(String name) {
    // DescribeConfigs is DESCRIBE_CONFIGS to Kafka.
    return AclOperation.valueOf(
        name.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT));
  }

  @Override
  public void close() {
    operator.close();
    broker.close();
  }
}
