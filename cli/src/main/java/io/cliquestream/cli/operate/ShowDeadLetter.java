package io.cliquestream.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.cli.output.PrintingCommand;
import io.cliquestream.client.DeadLetter;
import io.cliquestream.client.DeadLetters;
import io.cliquestream.client.RecordPosition;
import io.cliquestream.loadgen.cli.BrokerOptions;
import io.cliquestream.worker.api.RecordPayload;
import java.io.PrintWriter;
import org.apache.kafka.common.header.Header;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows one dead letter. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = "Shows a dead letter: why it is one, its headers and what it holds.")
final class ShowDeadLetter extends PrintingCommand {
  /** Of a value, a key or a header that are shown. */
  private static final int SHOWN_BYTES = 64 << 10;

  @Mixin private BrokerOptions broker;

  @Parameters(index = "0", paramLabel = "POSITION")
  private String position;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  protected void run(PrintWriter out) {
    DeadLetters.Content content = DeadLetters.open(broker.settings()).get(position);
    String topic = content.letter().original().map(RecordPosition::topic).orElse("");
    RecordPayload payload =
        RecordPayload.of(broker.settings().topics(), topic, content.record().value());
    if (json) {
      out.println(json(content, payload));
    } else {
      print(out, content, payload);
    }
  }

  private static void print(PrintWriter out, DeadLetters.Content content, RecordPayload payload) {
    DeadLetter letter = content.letter();
    line(out, "cause", letter.code() + " (" + letter.category() + "): " + letter.message());
    line(out, "from", DeadLettersCommand.place(letter));
    line(
        out,
        "state",
        letter.state()
            + letter
                .decision()
                .map(made -> " by " + made.by() + " at " + made.time() + ": " + made.note())
                .orElse(""));
    line(out, "key", RecordPayload.shown(content.record().key(), SHOWN_BYTES));
    for (Header header : content.record().headers()) {
      line(out, "header", header.key() + " = " + RecordPayload.shown(header.value(), SHOWN_BYTES));
    }
    if (!content.whole()) {
      line(out, "whole", "no: it cannot be replayed");
    }
    line(
        out,
        "value",
        payload.encoding()
            + (payload.message() == null ? "" : " " + payload.message())
            + (payload.truncated() ? " (its beginning)" : ""));
    if (payload.text() != null) {
      out.println(payload.text().stripTrailing());
    }
  }

  private static void line(PrintWriter out, String name, String value) {
    if (value != null) {
      out.printf("%-8s%s%n", name, value);
    }
  }

  private static ObjectNode json(DeadLetters.Content content, RecordPayload payload) {
    ObjectNode node = DeadLettersCommand.json(content.letter());
    node.put("key", RecordPayload.shown(content.record().key(), SHOWN_BYTES));
    ArrayNode headers = node.putArray("headers");
    for (Header header : content.record().headers()) {
      headers
          .addObject()
          .put("name", header.key())
          .put("value", RecordPayload.shown(header.value(), SHOWN_BYTES));
    }
    node.put("whole", content.whole());
    node.putObject("payload")
        .put("encoding", payload.encoding())
        .put("text", payload.text())
        .put("message", payload.message())
        .put("truncated", payload.truncated());
    return node;
  }
}
