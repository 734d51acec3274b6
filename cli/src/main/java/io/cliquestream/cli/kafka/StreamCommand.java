package io.cliquestream.cli.kafka;

import io.cliquestream.client.CliquestreamClient;
import io.cliquestream.client.EdgeStream;
import io.cliquestream.contract.ExitCode;
import io.cliquestream.formats.GraphData;
import io.cliquestream.formats.VertexNames;
import io.cliquestream.formats.names.IdKind;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.loadgen.cli.BrokerOptions;
import io.cliquestream.v1.StreamDefinition;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sends edge events, which workers turn into versions. */
@Command(
    name = "stream",
    mixinStandardHelpOptions = true,
    description = {
      "Sends edge events of a graph, which workers turn into versions of it.",
      "FILE, or '-' for standard input, holds lines '+ FROM TO [TIME]' and '- FROM TO [TIME]', TIME in"
          + " microseconds since 1970, with tabs between where names hold blanks; lines are sent as"
          + " they come. Vertices are numbers, or names; an empty graph takes either. Without FILE the"
          + " stream is only defined or ended.",
      ""
    })
public final class StreamCommand implements Callable<Integer> {
  private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(2);

  @Mixin private BrokerOptions broker;
  @Mixin private GraphFileOptions files;
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "GRAPH_ID")
  private String graphId;

  @Parameters(index = "1", paramLabel = "FILE", arity = "0..1")
  private Path file;

  @Option(
      names = "--edges",
      description = "FILE is a graph file of any format; each of its edges is inserted.")
  private boolean edges;

  @Option(
      names = "--rate",
      paramLabel = "PER_SECOND",
      description = "Events to send each second, at most; as many as possible when not given.")
  private Long rate;

  @Option(names = "--create", description = "Begin with an empty graph where there is none.")
  private boolean create;

  @Option(
      names = "--version-events",
      paramLabel = "N",
      description = "A version after exactly so many events.")
  private int versionEvents;

  @Option(
      names = "--version-wait",
      paramLabel = "DURATION",
      description = "A version when its first event has waited so long.")
  private Duration versionWait;

  @Option(
      names = "--version-time",
      paramLabel = "DURATION",
      description = "A version whenever so much event time has passed.")
  private Duration versionTime;

  @Option(
      names = "--window-events",
      paramLabel = "N",
      description = "Only the last so many insertions count.")
  private int windowEvents;

  @Option(
      names = "--window",
      paramLabel = "DURATION",
      description = "Only insertions younger than this count, by the time of events.")
  private Duration window;

  @Option(
      names = "--lateness",
      paramLabel = "DURATION",
      description = "How far behind the latest time an event may be; later ones do not count.")
  private Duration lateness;

  @Option(
      names = "--end",
      description =
          "Ends the stream after the events: the graph takes snapshots and deltas of others again.")
  private boolean end;

  @Override
  public Integer call() {
    if (edges && file == null) {
      throw new ParameterException(spec.commandLine(), "--edges needs FILE");
    }
    if (!edges) {
      refuseOptionsOfGraphFiles();
    }
    if (rate != null && rate < 1) {
      throw new ParameterException(spec.commandLine(), "--rate must be 1 or more");
    }
    StreamDefinition definition = definition();
    boolean defines = !definition.equals(StreamDefinition.getDefaultInstance());
    if (file == null && !defines && !end) {
      throw new ParameterException(
          spec.commandLine(), "nothing to send: name FILE, or say how the stream is to be");
    }
    try (CliquestreamClient client = broker.connect();
        EdgeStream stream = client.stream(graphId)) {
      if (defines) {
        stream.define(definition);
      }
      if (file != null) {
        var sender = new Sender(stream);
        if (edges) {
          sendGraph(sender);
        } else {
          sendLines(sender);
        }
        stream.flush();
        sender.done();
      }
      if (end) {
        stream.define(StreamDefinition.newBuilder().setEnd(true).build());
      }
      return ExitCode.OK.number();
    }
  }

  /** Lines of events have one form: what says how a graph file is read would be passed over. */
  private void refuseOptionsOfGraphFiles() {
    Set<String> ofFiles =
        spec.mixins().get("files").options().stream()
            .map(OptionSpec::longestName)
            .filter(name -> !name.equals(GraphFileOptions.IDS))
            .collect(Collectors.toSet());
    spec.commandLine().getParseResult().matchedOptions().stream()
        .map(OptionSpec::longestName)
        .filter(ofFiles::contains)
        .findFirst()
        .ifPresent(
            name -> {
              throw new ParameterException(
                  spec.commandLine(),
                  name
                      + " says how a graph file is read: with --edges, FILE is one; without,"
                      + " lines are '+ FROM TO [TIME]' and '- FROM TO [TIME]'");
            });
  }

  private StreamDefinition definition() {
    return StreamDefinition.newBuilder()
        .setCreateGraph(create)
        .setVersionEvents(versionEvents)
        .setVersionWaitMicros(micros(versionWait))
        .setVersionEventMicros(micros(versionTime))
        .setWindowEvents(windowEvents)
        .setWindowMicros(micros(window))
        .setAllowedLatenessMicros(micros(lateness))
        .build();
  }

  private static long micros(Duration duration) {
    return duration == null ? 0 : TimeUnit.NANOSECONDS.toMicros(duration.toNanos());
  }

  private void sendGraph(Sender sender) {
    try (GraphData data = files.readData(List.of(file.toString()), JobControl.unbounded())) {
      EdgeArray graph = data.edges();
      VertexNames names = data.names();
      for (long i = 0; i < graph.size(); i++) {
        long one = graph.from(i);
        long other = graph.to(i);
        if (names.areText()) {
          sender.send(stream -> stream.insert(names.of(one), names.of(other)));
        } else {
          sender.send(stream -> stream.insert(one, other));
        }
      }
    }
  }

  private void sendLines(Sender sender) {
    try (ChangeLines lines = ChangeLines.open(file)) {
      IdKind kind = files.ids();
      for (String line = lines.next(); line != null; line = lines.next()) {
        EventLine event = EventLine.parse(line, lines.place());
        if (event == null) {
          continue;
        }
        if (kind == IdKind.AUTO) {
          // Lines are sent as they come: the first one says for all.
          kind = event.areNumbers() ? IdKind.NUMBERS : IdKind.NAMES;
        }
        if (kind == IdKind.NAMES) {
          sender.send(event::sendNames);
        } else if (event.areNumbers()) {
          sender.send(event::sendNumbers);
        } else {
          throw event.notNumbers(lines.place());
        }
      }
    }
  }

  /** Sends at the rate asked for, and says how far it is. */
  private final class Sender {
    private final EdgeStream stream;
    private final long start = System.nanoTime();
    private long told = start;
    private long sent;

    Sender(EdgeStream stream) {
      this.stream = stream;
    }

    void send(Consumer<EdgeStream> event) {
      if (rate != null) {
        long due = start + (long) (sent * (1e9 / rate));
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
      }
      event.accept(stream);
      sent++;
      if ((sent & 0xff) == 0 && System.nanoTime() - told > PROGRESS_NANOS) {
        told = System.nanoTime();
        tell("");
      }
    }

    void done() {
      tell(", all acknowledged");
    }

    private void tell(String more) {
      double seconds = (System.nanoTime() - start) / 1e9;
      PrintWriter err = spec.commandLine().getErr();
      err.printf("%d events in %.1f s, %.0f per second%s%n", sent, seconds, sent / seconds, more);
      err.flush();
    }
  }
}
