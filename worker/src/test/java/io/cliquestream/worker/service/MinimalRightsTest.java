package io.cliquestream.worker.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.broker.EmbeddedBroker;
import io.cliquestream.broker.EmbeddedBrokerSettings;
import io.cliquestream.client.ClientException;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.TopicAdmin;
import io.cliquestream.client.TopicSettings;
import io.cliquestream.contract.ConnectionProperties;
import io.cliquestream.contract.EdgeSource;
import io.cliquestream.contract.PayloadCompressor;
import io.cliquestream.contract.SnapshotPlan;
import io.cliquestream.v1.EdgeEncoding;
import io.cliquestream.v1.JobRequest;
import io.cliquestream.v1.JobStatus;
import io.cliquestream.v1.TriangleCount;
import io.cliquestream.worker.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker and a client at a broker that allows exactly what docs/security.md lists. */
@Tag("seam")
final class MinimalRightsTest {
  private static final Duration WAIT = Duration.ofSeconds(60);
  private static final String PASSWORD = "sesame";

  @TempDir private Path folder;

  @Test
  void withScramTheWorkerNeedsNoRightToMakeTopics() throws Exception {
    String plain = "org.apache.kafka.common.security.plain.PlainLoginModule required";
    try (var broker =
        EmbeddedBroker.start(
            EmbeddedBrokerSettings.temporary()
                .withProperties(
                    Map.of(
                        "listener.security.protocol.map",
                        "BROKER:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT",
                        "sasl.enabled.mechanisms",
                        "PLAIN,SCRAM-SHA-512",
                        "sasl.mechanism.inter.broker.protocol",
                        "PLAIN",
                        "listener.name.broker.plain.sasl.jaas.config",
                        plain + " username=\"admin\" password=\"a\" user_admin=\"a\";",
                        "listener.name.broker.scram-sha-512.sasl.jaas.config",
                        "org.apache.kafka.common.security.scram.ScramLoginModule required;",
                        "authorizer.class.name",
                        "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                        // The controller's listener is inside the process.
                        "super.users",
                        "User:admin;User:ANONYMOUS")))) {
      var admin =
          Map.of(
              "security.protocol",
              "SASL_PLAINTEXT",
              "sasl.mechanism",
              "PLAIN",
              "sasl.jaas.config",
              plain + " username=\"admin\" password=\"a\";");
      try (Admin rights = admin(broker, admin)) {
        for (String user : List.of("worker", "client", "stranger")) {
          rights
              .alterUserScramCredentials(
                  List.of(
                      new UserScramCredentialUpsertion(
                          user,
                          new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096),
                          PASSWORD)))
              .all()
              .get(60, TimeUnit.SECONDS);
        }
      }
      answersOneJob(broker, admin, scram("worker"), scram("client"), "User:worker", "User:client");
      try (Admin nobody = admin(broker, scram("stranger"))) {
        assertThat(nobody.describeCluster().nodes().get(60, TimeUnit.SECONDS)).hasSize(1);
      }
      assertThatThrownBy(() -> CliquestreamClient.open(client(broker, scram("stranger"))))
          .isInstanceOf(ClientException.class);
    }
  }

  @Test
  void withMutualTlsTheNamesInCertificatesAreThePrincipals() throws Exception {
    var server = TestCertificates.in(folder, "server");
    var admin = TestCertificates.in(folder, "admin");
    var worker = TestCertificates.in(folder, "worker");
    var client = TestCertificates.in(folder, "client");
    Path trusted = folder.resolve("trusted.pem");
    for (var known : List.of(server, admin, worker, client)) {
      Files.writeString(
          trusted,
          Files.readString(known.certificate()),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
    try (var broker =
        EmbeddedBroker.start(
            EmbeddedBrokerSettings.temporary()
                .withProperties(
                    Map.ofEntries(
                        Map.entry(
                            "listener.security.protocol.map", "BROKER:SSL,CONTROLLER:PLAINTEXT"),
                        Map.entry("ssl.client.auth", "required"),
                        Map.entry("ssl.keystore.type", "PKCS12"),
                        Map.entry("ssl.keystore.location", server.store().toString()),
                        Map.entry("ssl.keystore.password", TestCertificates.PASSWORD),
                        Map.entry("ssl.key.password", TestCertificates.PASSWORD),
                        Map.entry("ssl.truststore.type", "PEM"),
                        Map.entry("ssl.truststore.location", trusted.toString()),
                        Map.entry(
                            "authorizer.class.name",
                            "org.apache.kafka.metadata.authorizer.StandardAuthorizer"),
                        Map.entry(
                            "super.users", "User:CN=admin;User:CN=server;User:ANONYMOUS"))))) {
      answersOneJob(
          broker,
          tls(admin, server),
          tls(worker, server),
          tls(client, server),
          "User:CN=worker",
          "User:CN=client");
    }
  }

  private void answersOneJob(
      EmbeddedBroker broker,
      Map<String, String> admin,
      Map<String, String> worker,
      Map<String, String> client,
      String workerName,
      String clientName)
      throws Exception {
    TopicAdmin.create(client(broker, admin), TopicSettings.defaults().withPartitions(2, 2, 1));
    try (Admin rights = admin(broker, admin)) {
      rights
          .createTopics(
              List.of(
                  new NewTopic("job-state.v1", Optional.of(2), Optional.empty())
                      .configs(Map.of("cleanup.policy", "compact"))))
          .all()
          .get(60, TimeUnit.SECONDS);
      rights.createAcls(rules(workerName, clientName)).all().get(60, TimeUnit.SECONDS);
    }
    Path properties = folder.resolve("worker.properties");
    var text = new StringBuilder();
    worker.forEach((name, value) -> text.append(name + "=" + value + "\n"));
    Files.writeString(properties, text);
    try (var service = start(broker, properties);
        var open = CliquestreamClient.open(client(broker, client))) {
      service.running().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
      open.publishSnapshot(
          new SnapshotPlan("graph", 1, 4, 0, EdgeEncoding.EDGE_ENCODING_PAIRS, 1_024),
          PayloadCompressor.NONE,
          EdgeSource.of(1, 2, 2, 3, 3, 1));
      var outcome =
          open.run(
              JobRequest.newBuilder()
                  .setJobId("job")
                  .setGraphId("graph")
                  .setTriangleCount(TriangleCount.getDefaultInstance())
                  .build(),
              WAIT);
      assertThat(outcome.result().getStatus())
          .as(outcome.result().toString())
          .isEqualTo(JobStatus.JOB_STATUS_SUCCEEDED);
    }
  }

  /** The rules of docs/security.md, from its command lines for whoever has no streams or API. */
  private static List<AclBinding> rules(String worker, String client) throws IOException {
    String document = Files.readString(Path.of("../docs/security.md"));
    int first = document.indexOf("kafka-acls.sh --add --allow-principal User:worker");
    String block = document.substring(first, document.indexOf("```", first));
    var rules = new ArrayList<AclBinding>();
    for (String line : block.lines().toList()) {
      List<String> words = List.of(line.split(" ", -1));
      String principal = after(words, "--allow-principal").getFirst();
      String name = principal.equals("User:worker") ? worker : client;
      for (String operation : after(words, "--operation")) {
        // As Kafka's command reads them: DescribeConfigs is DESCRIBE_CONFIGS.
        AclOperation may =
            AclOperation.fromString(
                operation.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT));
        after(words, "--topic")
            .forEach(topic -> rules.add(rule(ResourceType.TOPIC, topic, name, may)));
        after(words, "--group")
            .forEach(group -> rules.add(rule(ResourceType.GROUP, group, name, may)));
        for (String id : after(words, "--transactional-id")) {
          rules.add(
              new AclBinding(
                  new ResourcePattern(ResourceType.TRANSACTIONAL_ID, id, PatternType.PREFIXED),
                  new AccessControlEntry(name, "*", may, AclPermissionType.ALLOW)));
        }
      }
    }
    assertThat(rules)
        .contains(rule(ResourceType.TOPIC, "alerts.v1", client, AclOperation.READ))
        .doesNotContain(rule(ResourceType.TOPIC, "results.v1", worker, AclOperation.READ));
    return rules;
  }

  /** The words that follow each occurrence of an option. */
  private static List<String> after(List<String> words, String option) {
    var found = new ArrayList<String>();
    for (int i = 0; i + 1 < words.size(); i++) {
      if (words.get(i).equals(option)) {
        found.add(words.get(i + 1));
      }
    }
    return found;
  }

  private static AclBinding rule(
      ResourceType type, String name, String principal, AclOperation operation) {
    return new AclBinding(
        new ResourcePattern(type, name, PatternType.LITERAL),
        new AccessControlEntry(principal, "*", operation, AclPermissionType.ALLOW));
  }

  private static Map<String, String> scram(String user) {
    return Map.of(
        "security.protocol",
        "SASL_PLAINTEXT",
        "sasl.mechanism",
        "SCRAM-SHA-512",
        "sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required username=\""
            + user
            + "\" password=\""
            + PASSWORD
            + "\";");
  }

  private static Map<String, String> tls(TestCertificates own, TestCertificates server) {
    return Map.of(
        "security.protocol",
        "SSL",
        "ssl.keystore.type",
        "PKCS12",
        "ssl.keystore.location",
        own.store().toString(),
        "ssl.keystore.password",
        TestCertificates.PASSWORD,
        "ssl.key.password",
        TestCertificates.PASSWORD,
        "ssl.truststore.type",
        "PEM",
        "ssl.truststore.location",
        server.certificate().toString());
  }

  private static ClientSettings client(EmbeddedBroker broker, Map<String, String> connection) {
    return ClientSettings.of(broker.bootstrapServers())
        .withConnection(ConnectionProperties.NONE.and(connection));
  }

  private static Admin admin(EmbeddedBroker broker, Map<String, String> connection) {
    Map<String, Object> properties = new HashMap<>(connection);
    properties.put("bootstrap.servers", broker.bootstrapServers());
    return Admin.create(properties);
  }

  private WorkerService start(EmbeddedBroker broker, Path properties) {
    return WorkerService.start(
        WorkerSchema.schema()
            .load(
                null,
                Map.of(),
                Map.of(
                    "kafka.bootstrap", broker.bootstrapServers(),
                    "kafka.properties-file", properties.toString(),
                    "http.port", "0",
                    "graphs.spill-folder", folder.toString())));
  }
}
