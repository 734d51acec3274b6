package io.cliquestream.worker.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.contract.ConnectionProperties;
import io.cliquestream.worker.changes.ChangeSettings;
import io.cliquestream.worker.jobs.JobSettings;
import io.cliquestream.worker.jobs.SplitSettings;
import io.cliquestream.worker.memory.MemorySettings;
import io.cliquestream.worker.quota.QuotaSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigurationTest {
  private static final ConfigurationSchema SCHEMA =
      ConfigurationSchema.of(
          KafkaSettings.class,
          GraphSettings.class,
          JobSettings.class,
          ChangeSettings.class,
          SplitSettings.class,
          QuotaSettings.class,
          RightsSettings.class,
          MemorySettings.class,
          EngineSettings.class,
          HttpSettings.class,
          DrainSettings.class,
          LogSettings.class,
          TraceSettings.class);

  @Test
  void everyNameAndDefaultIsPinned() {
    assertThat(SCHEMA.defaults().print().lines().filter(line -> !line.startsWith("#")))
        .containsExactly(
            "kafka.bootstrap=localhost:9092",
            "kafka.topic-prefix=",
            "kafka.group-id=cliquestream",
            "kafka.client-id=cliquestream-worker",
            "kafka.request-timeout=30s",
            "kafka.properties-file=",
            "kafka.security-protocol=auto",
            "kafka.sasl-mechanism=",
            "kafka.sasl-username=",
            "kafka.sasl-password=",
            "kafka.ssl-truststore=",
            "kafka.ssl-truststore-password=",
            "kafka.ssl-keystore=",
            "kafka.ssl-keystore-password=",
            "graphs.assembly-bytes=1GiB",
            "graphs.assembly-total-bytes=2GiB",
            "graphs.assembly-wait=1m",
            "graphs.assembly-idle=10m",
            "graphs.assembly-yield=5s",
            "graphs.cache-bytes=4GiB",
            "graphs.spill-folder=",
            "graphs.spill-bytes=16GiB",
            "graphs.name-bytes=1GiB",
            "graphs.versions-per-graph=4",
            "graphs.delta-bytes=64MiB",
            "graphs.maximum-graphs=10000",
            "graphs.maximum-waiting=10000",
            "graphs.threads=2",
            "graphs.partition-batches=8",
            "graphs.poll-records=16",
            "graphs.fetch-bytes=32MiB",
            "graphs.partition-fetch-bytes=4MiB",
            "graphs.waiting-bytes=16MiB",
            "graphs.reread-deltas=100",
            "graphs.reference-folders=",
            "graphs.reference-buckets=",
            "graphs.reference-bytes=4GiB",
            "graphs.reference-timeout=5m",
            "graphs.reference-threads=8",
            "graphs.s3-endpoint=",
            "graphs.s3-region=us-east-1",
            "graphs.s3-access-key=",
            "graphs.s3-secret-key=",
            "jobs.instance-id=",
            "jobs.lanes=4",
            "jobs.fetch-partition-bytes=1MiB",
            "jobs.fetch-bytes=16MiB",
            "jobs.small-lanes=1",
            "jobs.spare-lanes=4",
            "jobs.small-time=100ms",
            "jobs.maximum-time=1d",
            "jobs.memory-wait=30s",
            "jobs.maximum-in-flight=1000",
            "jobs.window-offsets=4096",
            "jobs.commit-jobs=500",
            "jobs.commit-bytes=8MiB",
            "jobs.commit-wait=0ms",
            "jobs.commit-attempts=5",
            "jobs.transaction-timeout=15s",
            "jobs.session-timeout=10s",
            "jobs.maximum-backoff=5s",
            "jobs.version-wait=30s",
            "jobs.restore-limit=10m",
            "jobs.start-limit=5s",
            "jobs.result-bytes=64MiB",
            "jobs.publish-bytes=256MiB",
            "jobs.progress-interval=500ms",
            "jobs.remembered-jobs=100000",
            "jobs.remembered-cancels=100000",
            "jobs.cancel-memory=1h",
            "jobs.standing-jobs=1000",
            "jobs.standing-state-bytes=128KiB",
            "jobs.changed-edges=10000000",
            "jobs.evolving-graphs=64",
            "jobs.changes-on-device=auto",
            "jobs.waiting-versions=256",
            "jobs.cancel-secret-sha256=",
            "jobs.cancel-secret-required=false",
            "changes.enabled=true",
            "changes.lanes=2",
            "changes.version-wait=1ms",
            "changes.version-events=50000",
            "changes.longest-wait=1m",
            "changes.versions-ahead=4",
            "changes.window-events=1000000",
            "changes.window-total-events=4000000",
            "changes.streams=1000",
            "changes.snapshot-versions=1000",
            "changes.snapshot-beside=false",
            "changes.time-ahead=1d",
            "changes.fetch-partition-bytes=4MiB",
            "changes.commit-bytes=4MiB",
            "changes.transaction-timeout=1m",
            "split.enabled=true",
            "split.after=10s",
            "split.task-time=2s",
            "split.maximum-tasks=1024",
            "split.reissue-after=1m",
            "split.task-timeout=30s",
            "split.reissues=5",
            "split.maximum-listed=100000",
            "split.pending-bytes=256MiB",
            "quotas.waiting-jobs=1000000",
            "quotas.running-jobs=256",
            "quotas.standing-jobs=1000000",
            "quotas.assembly-bytes=16TiB",
            "quotas.versions=1000000",
            "quotas.tenants=1000",
            "quotas.weights=",
            "rights.principals-file=",
            "rights.retire-signed=false",
            "rights.own-principal=",
            "rights.own-key-file=",
            "memory.limit=0B",
            "memory.job-heap-percent=60",
            "engine.kind=auto",
            "engine.threads=0",
            "engine.device=0",
            "engine.devices=",
            "engine.device-lanes=9",
            "engine.device-bytes=0B",
            "engine.device-cache-bytes=0B",
            "http.host=127.0.0.1",
            "http.port=8080",
            "http.insecure=false",
            "http.token=",
            "http.token-file=",
            "http.access-file=",
            "http.anonymous-role=auto",
            "http.tls-certificate=",
            "http.tls-key=",
            "http.tls-client-authorities=",
            "http.idle-timeout=30s",
            "http.header-bytes=8KiB",
            "http.maximum-connections=256",
            "drain.timeout=30s",
            "log.format=text",
            "log.level=info",
            "log.library-level=warn",
            "traces.otlp-endpoint=",
            "traces.otlp-headers=",
            "traces.otlp-authorities=",
            "traces.share=1.0",
            "traces.queued-spans=8192",
            "traces.export-interval=1s",
            "traces.export-timeout=10s");
  }

  @Test
  void laterSourcesOverrideEarlierOnes(@TempDir Path folder) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("worker.properties"),
            "http.port=1\nhttp.host=file\nkafka.group-id=file\n");
    Configuration loaded =
        SCHEMA.load(
            file,
            Map.of("CLIQUESTREAM_HTTP_PORT", "2", "CLIQUESTREAM_HTTP_HOST", "env", "PATH", "x"),
            Map.of("http.port", "3"));
    assertThat(loaded.get(HttpSettings.class).host()).isEqualTo("env");
    assertThat(loaded.get(HttpSettings.class).port()).isEqualTo(3);
    assertThat(loaded.get(KafkaSettings.class).groupId()).isEqualTo("file");
    assertThat(loaded.print())
        .contains("# flag\nhttp.port=3", "# environment\nhttp.host=env")
        .contains("# properties file\nkafka.group-id=file", "# default\nengine.threads=0");
  }

  @Test
  void unknownNamesAreRefusedWithTheNearest(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("worker.properties"), "graphs.cache-byte=1GiB");
    assertThatThrownBy(() -> SCHEMA.load(file, Map.of(), Map.of()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("graphs.cache-byte (properties file)")
        .hasMessageContaining("did you mean graphs.cache-bytes?");
    assertThatThrownBy(() -> SCHEMA.load(null, Map.of("CLIQUESTREAM_HTTP_PROT", "1"), Map.of()))
        .hasMessageContaining("did you mean CLIQUESTREAM_HTTP_PORT?");
    assertThatThrownBy(() -> SCHEMA.load(null, Map.of(), Map.of("http.prt", "1")))
        .hasMessageContaining("did you mean http.port?");
  }

  @Test
  void anInstallationsOwnVariablesWereRefusedAsUnknownSettings() {
    var environment =
        Map.of(
            "CLIQUESTREAM_HOME", "/opt/cliquestream",
            "CLIQUESTREAM_CANCEL_SECRET", "secret",
            "CLIQUESTREAM_HTTP_PORT", "7");
    assertThat(SCHEMA.load(null, environment, Map.of()).print())
        .contains("http.port=7")
        .doesNotContain("/opt/cliquestream", "secret=secret");
  }

  @Test
  void valuesOfTheWrongTypeOrBeyondBoundsAreRefusedByName() {
    assertThatThrownBy(() -> SCHEMA.load(null, Map.of(), Map.of("http.port", "65536")))
        .hasMessage("http.port (flag): 65536 is above the maximum 65535");
    assertThatThrownBy(() -> SCHEMA.load(null, Map.of(), Map.of("graphs.cache-bytes", "4 GB")))
        .hasMessageContaining("not a size such as 256MiB");
    assertThatThrownBy(() -> SCHEMA.load(null, Map.of(), Map.of("drain.timeout", "soon")))
        .hasMessageContaining("not a duration such as");
    assertThatThrownBy(() -> SCHEMA.load(null, Map.of(), Map.of("engine.kind", "gpu")))
        .hasMessageContaining("one of auto, cpu, cuda");
    assertThatThrownBy(
            () -> SCHEMA.load(null, Map.of(), Map.of("graphs.assembly-total-bytes", "16MiB")))
        .hasMessageContaining("graphs.assembly-total-bytes is below graphs.assembly-bytes");
    assertThatThrownBy(() -> SCHEMA.load(Path.of("absent.properties"), Map.of(), Map.of()))
        .hasMessageContaining("cannot read the configuration file absent.properties");
  }

  @Test
  void printedConfigurationLoadsBackAndHidesSecrets(@TempDir Path folder) throws Exception {
    Configuration loaded =
        SCHEMA.load(
            null,
            Map.of(),
            Map.of("drain.timeout", "90s", "graphs.cache-bytes", "1536MiB", "engine.kind", "cpu"));
    Path file = Files.writeString(folder.resolve("printed.properties"), loaded.print());
    Configuration again = SCHEMA.load(file, Map.of(), Map.of());
    assertThat(again.get(GraphSettings.class)).isEqualTo(loaded.get(GraphSettings.class));
    assertThat(again.get(DrainSettings.class).timeout()).isEqualTo(Duration.ofSeconds(90));
    assertThat(again.get(EngineSettings.class).kind()).isEqualTo(EngineSettings.Choice.CPU);
    String withSecret =
        SCHEMA.load(null, Map.of("CLIQUESTREAM_GRAPHS_S3_SECRET_KEY", "hush"), Map.of()).print();
    assertThat(withSecret).contains("graphs.s3-secret-key=(secret)").doesNotContain("hush");
  }

  @Test
  void typedSecuritySettingsGoOverTheFileOfKafkaProperties(@TempDir Path folder) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("client.properties"),
            "security.protocol=SASL_PLAINTEXT\nsasl.mechanism=SCRAM-SHA-512\nclient.rack=r1\n");
    Path trusted = Files.writeString(folder.resolve("trusted.pem"), "");
    Path own = Files.writeString(folder.resolve("own.p12"), "");
    KafkaSettings settings =
        SCHEMA
            .load(
                null,
                Map.of("CLIQUESTREAM_KAFKA_SASL_PASSWORD", "ha\"sh\\"),
                Map.of(
                    "kafka.properties-file",
                    file.toString(),
                    "kafka.security-protocol",
                    "SASL_SSL",
                    "kafka.sasl-username",
                    "ann",
                    "kafka.ssl-truststore",
                    trusted.toString(),
                    "kafka.ssl-keystore",
                    own.toString(),
                    "kafka.ssl-keystore-password",
                    "hush"))
            .get(KafkaSettings.class);
    assertThat(settings.connection().values())
        .containsAllEntriesOf(ConnectionProperties.UNWATCHED.values())
        .hasSize(9 + ConnectionProperties.UNWATCHED.values().size())
        .containsAllEntriesOf(
            Map.of(
                "client.rack", "r1",
                "security.protocol", "SASL_SSL",
                "sasl.mechanism", "SCRAM-SHA-512",
                "sasl.jaas.config",
                    "org.apache.kafka.common.security.scram.ScramLoginModule required"
                        + " username=\"ann\" password=\"ha\\\"sh\\\\\";",
                "ssl.truststore.location", trusted.toString(),
                "ssl.truststore.type", "PEM",
                "ssl.keystore.location", own.toString(),
                "ssl.keystore.type", "PKCS12",
                "ssl.keystore.password", "hush"));
    assertThat(settings.toString()).doesNotContain("sh\\", "hush");
    assertThatThrownBy(
            () ->
                SCHEMA
                    .load(null, Map.of(), Map.of("kafka.sasl-username", "ann"))
                    .get(KafkaSettings.class)
                    .connection())
        .hasMessageContaining("kafka.sasl-username goes with the mechanisms PLAIN");
    assertThatThrownBy(
            () ->
                SCHEMA
                    .load(null, Map.of(), Map.of("kafka.ssl-keystore", "absent.p12"))
                    .get(KafkaSettings.class)
                    .connection())
        .hasMessage("kafka.ssl-keystore cannot be read: absent.p12");
    assertThat(SCHEMA.defaults().get(KafkaSettings.class).connection())
        .isEqualTo(ConnectionProperties.UNWATCHED);
  }

  @Test
  void tableDescribesEverySetting() {
    assertThat(ConfigurationTable.of(SCHEMA).lines()).hasSize(SCHEMA.names().size() + 2);
    assertThat(ConfigurationTable.of(SCHEMA))
        .contains("| `http.port` | `CLIQUESTREAM_HTTP_PORT` | `8080` | 0 – 65535 |");
  }
}
