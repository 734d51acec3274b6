package io.cliquestream.cli.info;

import io.cliquestream.cli.output.WatchedWork;
import io.cliquestream.loadgen.cli.BrokerOptions;
import io.cliquestream.worker.config.ByteSize;
import io.cliquestream.worker.config.Configuration;
import io.cliquestream.worker.config.ConfigurationSchema;
import io.cliquestream.worker.config.GraphSettings;
import io.cliquestream.worker.config.KafkaSettings;
import io.cliquestream.worker.intake.reread.PublishedVersions;
import io.cliquestream.worker.memory.MemorySettings;
import java.util.HashMap;
import java.util.Map;

/**
 * Graphs that lie on a broker, read for a question about them. Where snapshots are referred to, the
 * worker's variables ({@code CLIQUESTREAM_GRAPHS_…}) say what may be read, as for a worker; memory
 * is bounded by the machine's and by the command's own bound on names.
 */
record PublishedGraphs(PublishedVersions versions) implements AutoCloseable {
  /** A graph, and what it is built from, may take half of the machine's memory. */
  private static final int SHARE = 2;

  private static final long MOST_ASSEMBLY_BYTES = 1L << 40;
  private static final String LONGEST_HISTORY = "100000";
  private static final String KAFKA_VARIABLES = "CLIQUESTREAM_KAFKA_";
  private static final String GRAPH_VARIABLES = "CLIQUESTREAM_GRAPHS_";

  /**
   * Does not connect yet.
   *
   * @param nameBytes most bytes of the names of vertices
   * @param environment variables of the process
   */
  static PublishedGraphs of(BrokerOptions broker, long nameBytes, Map<String, String> environment) {
    long share = MemorySettings.machineBytes() / SHARE;
    String room = new ByteSize(Math.min(share, MOST_ASSEMBLY_BYTES)).toString();
    Map<String, String> flags = new HashMap<>();
    flags.put("kafka.bootstrap", broker.bootstrap());
    flags.put("kafka.topic-prefix", broker.topicPrefix());
    broker.connectionFile().ifPresent(file -> flags.put("kafka.properties-file", file.toString()));
    flags.put("graphs.assembly-bytes", room);
    flags.put("graphs.assembly-total-bytes", room);
    flags.put("graphs.name-bytes", new ByteSize(nameBytes).toString());
    flags.put("graphs.reread-deltas", LONGEST_HISTORY);
    Map<String, String> ours = new HashMap<>(environment);
    ours.keySet()
        .removeIf(name -> !name.startsWith(KAFKA_VARIABLES) && !name.startsWith(GRAPH_VARIABLES));
    Configuration configuration =
        ConfigurationSchema.of(KafkaSettings.class, GraphSettings.class).load(null, ours, flags);
    return new PublishedGraphs(
        new PublishedVersions(
            configuration.get(KafkaSettings.class), configuration.get(GraphSettings.class)));
  }

  /** Reads a version. */
  ComparedGraph read(PublishedName name, WatchedWork work) {
    return work.show(
        () ->
            ComparedGraph.of(
                versions.read(name.graphId(), name.version(), work.control()), work.control()));
  }

  @Override
  public void close() {
    versions.close();
  }
}
