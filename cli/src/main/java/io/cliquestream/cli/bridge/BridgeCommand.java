package io.cliquestream.cli.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import io.cliquestream.cli.signal.TerminationSignals;
import io.cliquestream.client.ClientSettings;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.contract.Identifiers;
import io.cliquestream.formats.names.IdKind;
import io.cliquestream.loadgen.cli.BrokerOptions;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.v1.StreamDefinition;
import io.cliquestream.worker.failure.WorkerException;
import java.net.URI;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Feeds graphs from a topic of others. */
@Command(
    name = "bridge",
    mixinStandardHelpOptions = true,
    description = {
      "Feeds graphs from a topic that others write: each event, JSON or Avro, becomes an edge"
          + " event, exactly once. Events that are none become dead letters. Goes on until SIGINT"
          + " or SIGTERM; a new start goes on where the last one stood.",
      "FIELD is a name; names with dots between for fields of fields (payload.from.id); or a JSON"
          + " pointer.",
      ""
    })
public final class BridgeCommand implements Callable<Integer> {
  private enum Start {
    beginning,
    end
  }

  private enum Ids {
    auto,
    numbers,
    names
  }

  private enum Unit {
    s(ChronoUnit.SECONDS),
    ms(ChronoUnit.MILLIS),
    us(ChronoUnit.MICROS),
    ns(ChronoUnit.NANOS);

    private final ChronoUnit unit;

    Unit(ChronoUnit unit) {
      this.unit = unit;
    }
  }

  private static final String LOGIN = "CLIQUESTREAM_REGISTRY_LOGIN";

  @Mixin private BrokerOptions broker;
  @Spec private CommandSpec spec;

  @Option(names = "--topic", required = true, paramLabel = "TOPIC", description = "The topic.")
  private String topic;

  @Option(
      names = "--source",
      required = true,
      paramLabel = "FIELD",
      description = "One end of the edge.")
  private String source;

  @Option(names = "--target", required = true, paramLabel = "FIELD", description = "The other end.")
  private String target;

  @Option(names = "--graph-id", paramLabel = "ID", description = "The graph of all events.")
  private String graphId;

  @Option(
      names = "--graph-field",
      paramLabel = "FIELD",
      description = "The id of the event's graph, instead of --graph-id.")
  private String graphField;

  @Option(
      names = "--operation",
      paramLabel = "FIELD",
      description = "What happened to the edge; without it every event inserts.")
  private String operation;

  @Option(
      names = "--insert",
      split = ",",
      defaultValue = "insert,create,c,r,u,+",
      paramLabel = "VALUE",
      description = "Values of --operation that insert (${DEFAULT-VALUE}).")
  private Set<String> inserting;

  @Option(
      names = "--delete",
      split = ",",
      defaultValue = "delete,remove,d,-",
      paramLabel = "VALUE",
      description = "Values of --operation that delete (${DEFAULT-VALUE}).")
  private Set<String> deleting;

  @Option(
      names = "--time",
      paramLabel = "FIELD",
      description =
          "When it happened, a number or ISO 8601; the time of the record when not given.")
  private String time;

  @Option(
      names = "--time-unit",
      defaultValue = "ms",
      paramLabel = "UNIT",
      description =
          "Of a time that is a number, since 1970: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
  private Unit timeUnit;

  @Option(
      names = "--ids",
      defaultValue = "auto",
      paramLabel = "KIND",
      description =
          "What ends are: numbers, names, or auto for ids where they are whole numbers and names"
              + " where they are text (${DEFAULT-VALUE}).")
  private Ids ids;

  @Option(
      names = "--create",
      description = "Begin with an empty graph, if this group has read nothing of the topic yet.")
  private boolean create;

  @Option(
      names = "--avro-registry",
      paramLabel = "URL",
      description =
          "Events are Avro and begin with the id of their schema, which the registry at this URL"
              + " tells, as Confluent's do. CLIQUESTREAM_REGISTRY_LOGIN=USER:PASSWORD logs in.")
  private URI registry;

  @Option(
      names = "--avro-schema",
      paramLabel = "FILE",
      description = "Events are Avro, all of the schema of this file and with nothing before them.")
  private Path schema;

  @Option(
      names = "--group",
      paramLabel = "ID",
      description =
          "Consumer group that says where to go on; cliquestream-bridge-TOPIC if not given.")
  private String group;

  @Option(
      names = "--instance",
      defaultValue = "1",
      paramLabel = "NAME",
      description =
          "Tells bridges of one group apart that share its partitions; keep it over restarts"
              + " (${DEFAULT-VALUE}).")
  private String instance;

  @Option(
      names = "--from",
      defaultValue = "beginning",
      paramLabel = "PLACE",
      description = "Where a new group begins: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
  private Start from;

  @Option(names = "--until-end", description = "End where the topic ends now.")
  private boolean untilEnd;

  @Override
  public Integer call() {
    ClientSettings settings = broker.settings();
    EventMapping mapping = mapping();
    BridgeCounts counts = new BridgeCounts(spec.commandLine().getErr());
    // Looks whether the topics are there, and says what is missing.
    broker.connect().close();
    String name = group == null ? "cliquestream-bridge-" + topic : group;
    try (var schemas = registry == null ? null : new SchemaRegistry(registry, login());
        var bridge =
            new Bridge(
                settings, topic, name, instance, from.name(), decoder(schemas), mapping, counts)) {
      requireTopic(bridge);
      TerminationSignals.handle(bridge::stop);
      StreamDefinition define =
          StreamDefinition.newBuilder()
              .setGraphId(graphId == null ? "" : graphId)
              .setCreateGraph(true)
              .build();
      bridge.run(create ? define : null, untilEnd);
    } catch (ProducerFencedException
        | InvalidProducerEpochException
        | FencedInstanceIdException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_OPTION_INVALID,
          "another bridge of group " + name + " has --instance " + instance,
          e);
    } catch (SchemaRegistry.UnavailableException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
          e.getMessage() + "; a new start goes on from the last transaction",
          e);
    } catch (KafkaException e) {
      throw new WorkerException(
          FailureCode.FAILURE_CODE_BROKER_UNAVAILABLE,
          "a transaction was not committed ("
              + e.getMessage()
              + "); a new start goes on from the"
              + " one before",
          e);
    } finally {
      counts.end();
    }
    return ExitCode.OK.number();
  }

  private void requireTopic(Bridge bridge) {
    if (!bridge.topics().contains(topic)) {
      throw WorkerException.optionInvalid(
          "there is no topic " + topic + " that may be read; there are " + bridge.topics());
    }
  }

  private Function<byte[], JsonNode> decoder(SchemaRegistry schemas) {
    if (schema != null) {
      return AvroEvents.of(schema);
    }
    return schemas == null ? EventMapping::parse : AvroEvents.of(schemas);
  }

  private static Optional<String> login() {
    return Optional.ofNullable(System.getenv(LOGIN));
  }

  private EventMapping mapping() {
    if (registry != null && schema != null) {
      throw new ParameterException(
          spec.commandLine(), "one of --avro-registry and --avro-schema says what events are");
    }
    if (registry != null && !String.valueOf(registry.getScheme()).matches("https?")) {
      throw new ParameterException(
          spec.commandLine(), "--avro-registry takes a URL of http or https");
    }
    if ((graphId == null) == (graphField == null)) {
      throw new ParameterException(
          spec.commandLine(), "one of --graph-id and --graph-field is needed");
    }
    if (graphId != null && !Identifiers.isGraphId(graphId)) {
      throw new ParameterException(
          spec.commandLine(),
          "--graph-id takes 1 to 128 characters out of A-Z a-z 0-9 . _ -, not '" + graphId + "'");
    }
    if (!Identifiers.isGraphId(instance)) {
      throw new ParameterException(
          spec.commandLine(), "--instance takes letters, digits, dots and dashes");
    }
    if (create && graphId == null) {
      throw new ParameterException(
          spec.commandLine(),
          "--create needs --graph-id; 'stream GRAPH_ID --create' begins any other graph");
    }
    return new EventMapping(
        EventMapping.field(source),
        EventMapping.field(target),
        IdKind.valueOf(ids.name().toUpperCase(Locale.ROOT)),
        EventMapping.field(graphField),
        graphId,
        EventMapping.field(operation),
        inserting,
        deleting,
        EventMapping.field(time),
        timeUnit.unit);
  }
}
