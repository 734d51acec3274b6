package io.cliquestream.cli.operate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.cli.help.ParentCommand;
import io.cliquestream.cli.output.PrintingCommand;
import io.cliquestream.cli.output.TextTable;
import io.cliquestream.client.DeadLetter;
import io.cliquestream.client.DeadLetters;
import io.cliquestream.client.RecordPosition;
import io.cliquestream.loadgen.cli.BrokerOptions;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks after records that no worker could use. */
@Command(
    name = "dead-letters",
    mixinStandardHelpOptions = true,
    description = {
      "Looks after records that no worker could use.",
      "POSITION is PARTITION-OFFSET on their topic, as the list shows it. Asks the broker; needs"
          + " Read on that topic, Write on it to decide, and Write on a record's own topic to"
          + " replay it."
    },
    subcommands = {
      DeadLettersCommand.Listing.class,
      ShowDeadLetter.class,
      DeadLettersCommand.Replay.class,
      DeadLettersCommand.Discard.class
    })
public final class DeadLettersCommand extends ParentCommand {
  static final ObjectMapper MAPPER = new ObjectMapper();

  /** A letter as the HTTP API shows it. */
  static ObjectNode json(DeadLetter letter) {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("position", letter.position());
    node.put("time", Instant.ofEpochMilli(letter.epochMillis()).toString());
    node.putObject("cause")
        .put("code", letter.code())
        .put("category", letter.category())
        .put("message", letter.message());
    if (letter.original().isPresent()) {
      RecordPosition place = letter.original().get();
      node.putObject("original")
          .put("topic", place.topic())
          .put("partition", place.partition())
          .put("offset", place.offset());
    } else {
      node.putNull("original");
    }
    node.put("bytes", letter.bytes());
    node.put("state", letter.state());
    if (letter.decision().isPresent()) {
      DeadLetter.Decision made = letter.decision().get();
      node.putObject("decision")
          .put("by", made.by())
          .put("time", made.time())
          .put("note", made.note());
    } else {
      node.putNull("decision");
    }
    return node;
  }

  /** Where a record lay. */
  static String place(DeadLetter letter) {
    return letter
        .original()
        .map(place -> place.topic() + "-" + place.partition() + " offset " + place.offset())
        .orElse(null);
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Lists dead letters, the newest first.")
  static final class Listing extends PrintingCommand {
    @Mixin private BrokerOptions broker;

    private enum State {
      open,
      replayed,
      discarded,
      all
    }

    @Option(
        names = "--state",
        paramLabel = "STATE",
        defaultValue = "open",
        description = "${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
    private State state;

    @Option(names = "--code", paramLabel = "CODE", description = "With this cause.")
    private String code;

    @Option(names = "--topic", paramLabel = "TOPIC", description = "That came from this topic.")
    private String topic;

    @Option(
        names = "--limit",
        paramLabel = "N",
        defaultValue = "50",
        description = "Most letters (${DEFAULT-VALUE}).")
    private int limit;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    private boolean fits(DeadLetter letter) {
      return (state == State.all || letter.state().equals(state.name()))
          && (code == null || code.equalsIgnoreCase(letter.code()))
          && (topic == null
              || letter.original().filter(place -> place.topic().equals(topic)).isPresent());
    }

    @Override
    protected void run(PrintWriter out) {
      DeadLetters.Page page =
          DeadLetters.open(broker.settings()).list(this::fits, Math.max(0, limit));
      if (json) {
        ObjectNode root = MAPPER.createObjectNode();
        ArrayNode items = root.putArray("items");
        page.newest().forEach(letter -> items.add(json(letter)));
        root.put("total", page.total());
        out.println(root);
      } else {
        print(out, page.newest());
        if (page.total() > page.newest().size()) {
          out.println(page.newest().size() + " of " + page.total() + " (--limit)");
        }
      }
    }

    private static void print(PrintWriter out, List<DeadLetter> letters) {
      var table = new TextTable("position", "time", "state", "cause", "from", "message");
      for (DeadLetter letter : letters) {
        table.row(
            letter.position(),
            Instant.ofEpochMilli(letter.epochMillis()),
            letter.state(),
            letter.code(),
            place(letter),
            letter.message());
      }
      table.print(out);
    }
  }

  /** What both decisions take. */
  private static final class DecisionOptions {
    @Mixin private BrokerOptions broker;

    @Parameters(index = "0", paramLabel = "POSITION")
    private String position;

    @Option(
        names = "--note",
        paramLabel = "TEXT",
        defaultValue = "",
        description = "Why; kept with the decision.")
    private String note;

    @Option(
        names = "--by",
        paramLabel = "NAME",
        defaultValue = "${sys:user.name}",
        description = "Who decides (${DEFAULT-VALUE}).")
    private String by;

    @Option(names = "--again", description = "Also where it was replayed or discarded before.")
    private boolean again;
  }

  @Command(
      name = "replay",
      mixinStandardHelpOptions = true,
      description = {
        "Writes the record to its topic again, on the same partition, and marks the letter.",
        "Prints where the record lies now."
      })
  static final class Replay extends PrintingCommand {
    @Mixin private DecisionOptions decision;

    @Override
    protected void run(PrintWriter out) {
      RecordPosition written =
          DeadLetters.open(decision.broker.settings())
              .replay(decision.position, decision.by, decision.note, decision.again);
      out.println(written.topic() + "-" + written.partition() + " offset " + written.offset());
    }
  }

  @Command(
      name = "discard",
      mixinStandardHelpOptions = true,
      description = "Marks a letter as done with: lists of open ones leave it out.")
  static final class Discard extends PrintingCommand {
    @Mixin private DecisionOptions decision;

    @Override
    protected void run(PrintWriter out) {
      DeadLetters.open(decision.broker.settings())
          .discard(decision.position, decision.by, decision.note, decision.again);
    }
  }
}
