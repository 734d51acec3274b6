package io.cliquestream.cli.kafka;

import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.Look;
import io.cliquestream.contract.DeltaPlan;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.formats.names.IdKind;
import io.cliquestream.formats.table.EdgeOperations;
import io.cliquestream.loadgen.cli.BrokerOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Publishes edge changes as a new version. */
@Command(
    name = "delta",
    mixinStandardHelpOptions = true,
    description = {
      "Publishes edge changes as a new version of a graph and prints it.",
      "FILE holds lines '+ FROM TO' and '- FROM TO', with tabs between where names hold blanks;"
          + " - is standard input. Vertices of a graph that was published with names have names here,"
          + " and names that are new become vertices.",
      "With any option of tables FILE is one, of any dialect: two columns are an edge, as in graph"
          + " files, and a third says whether it is inserted or deleted.",
      ""
    })
public final class DeltaCommand implements Callable<Integer> {
  private static final String OPERATION = "--operation";
  private static final String INSERT = "--insert";
  private static final String DELETE = "--delete";

  @Mixin private BrokerOptions broker;
  @Mixin private TableFileOptions table;
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "GRAPH_ID")
  private String graphId;

  @Parameters(index = "1", paramLabel = "FILE")
  private Path file;

  @Option(
      names = "--base",
      required = true,
      paramLabel = "N",
      description = "The version that the changes apply to.")
  private long base;

  @Option(
      names = "--graph-version",
      paramLabel = "N",
      description = "The new version; the present time in milliseconds when not given.")
  private Long version;

  @Option(
      names = GraphFileOptions.IDS,
      defaultValue = "auto",
      converter = GraphFileOptions.IdKindConverter.class,
      paramLabel = "KIND",
      description =
          GraphFileOptions.IDS_DESCRIPTION
              + "; names says it where all of a graph's names look like numbers.")
  private IdKind ids;

  @Option(
      names = OPERATION,
      paramLabel = "COLUMN",
      description =
          "Of a table: the column that says what happens to the edge, by name or position; looked"
              + " for when not given.")
  private String operation;

  @Option(
      names = INSERT,
      split = ",",
      defaultValue = EdgeOperations.USUAL_INSERTING,
      paramLabel = "VALUE",
      description = "Its values that insert (${DEFAULT-VALUE}).")
  private Set<String> inserting;

  @Option(
      names = DELETE,
      split = ",",
      defaultValue = EdgeOperations.USUAL_DELETING,
      paramLabel = "VALUE",
      description = "Its values that delete (${DEFAULT-VALUE}).")
  private Set<String> deleting;

  @Option(
      names = "--unchecked",
      description = "Do not look first whether the base lies in the topic; for large partitions.")
  private boolean unchecked;

  @Option(
      names = "--tenant",
      defaultValue = "",
      paramLabel = "NAME",
      description = "On whose account the version goes, where tenants have quotas.")
  private String tenant;

  @Option(
      names = "--look",
      defaultValue = "30s",
      paramLabel = "DURATION",
      description = "Longest search for the base in the topic (${DEFAULT-VALUE}).")
  private Duration look;

  @Override
  public Integer call() {
    try (DeltaFile delta = read();
        CliquestreamClient client = broker.connect()) {
      if (!unchecked) {
        Look found = client.lookForVersion(graphId, base, look);
        if (found != Look.FOUND) {
          return refuse(found);
        }
      }
      long number = version == null ? System.currentTimeMillis() : version;
      if (delta.areNames()) {
        client.publishNamedDelta(
            DeltaPlan.of(graphId, base, number, Integer.BYTES).withTenant(tenant),
            delta.named(delta.inserted()),
            delta.named(delta.deleted()));
      } else {
        client.publishDelta(
            DeltaPlan.of(graphId, base, number, Long.BYTES).withTenant(tenant),
            new EdgeArraySource(delta.inserted()),
            new EdgeArraySource(delta.deleted()));
      }
      spec.commandLine().getOut().println(number);
      return ExitCode.OK.number();
    }
  }

  private DeltaFile read() {
    return isTable()
        ? DeltaFile.readTable(
            file,
            ids,
            table.options(),
            new EdgeOperations(Optional.ofNullable(operation), inserting, deleting))
        : DeltaFile.read(file, ids);
  }

  /** Whether an option was given that says how a table is read. */
  private boolean isTable() {
    Stream<String> ofTables =
        spec.mixins().get("table").options().stream().map(OptionSpec::longestName);
    Set<String> names =
        Stream.concat(ofTables, Stream.of(OPERATION, INSERT, DELETE)).collect(Collectors.toSet());
    return spec.commandLine().getParseResult().matchedOptions().stream()
        .map(OptionSpec::longestName)
        .anyMatch(names::contains);
  }

  private int refuse(Look found) {
    String name = "version " + Long.toUnsignedString(base) + " of graph " + graphId;
    PrintWriter err = spec.commandLine().getErr();
    boolean absent = found == Look.ABSENT;
    err.println(
        "cliquestream: "
            + (absent
                ? "VERSION_UNKNOWN: " + name + " does not lie in the graphs topic"
                : "DEADLINE_EXCEEDED: whether " + name + " is there was not seen in time (--look)")
            + "; nothing was published (--unchecked does)");
    err.flush();
    return (absent ? ExitCode.NOT_FOUND : ExitCode.STOPPED).number();
  }
}
