package io.cliquestream.cli.info;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cliquestream.cli.drawing.PatternText;
import io.cliquestream.cli.output.PrintingCommand;
import io.cliquestream.cli.output.Terminal;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.pattern.Motif;
import io.cliquestream.kernels.survey.NamedPatterns;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the patterns that have names, and draws them. */
@Command(
    name = "patterns",
    mixinStandardHelpOptions = true,
    description =
        "Lists the patterns that have names, for match --pattern NAME, and draws them; or those"
            + " that are given, by name or by edges.")
public final class PatternsCommand extends PrintingCommand {
  private static final String GAP = "   ";

  @Parameters(arity = "0..*", paramLabel = "PATTERN", description = "Names or edges.")
  private List<String> wanted = List.of();

  @Option(names = "--json", description = "Print one JSON object, without pictures.")
  private boolean json;

  @Override
  protected void run(PrintWriter out) {
    Map<String, Pattern> patterns = new LinkedHashMap<>();
    for (String text : wanted) {
      patterns.put(text, NamedPatterns.parse(text));
    }
    if (patterns.isEmpty()) {
      for (Motif motif : Motif.values()) {
        patterns.put(motif.label(), motif.pattern());
      }
    }
    if (json) {
      out.println(render(patterns));
    } else {
      draw(patterns, out);
    }
  }

  /** As many pictures beside each other as fit. */
  private void draw(Map<String, Pattern> patterns, PrintWriter out) {
    List<List<String>> blocks = new ArrayList<>();
    patterns.forEach((name, pattern) -> blocks.add(block(name, pattern)));
    int width = blocks.stream().mapToInt(block -> block.getFirst().length()).max().orElse(1);
    int across =
        Math.max(1, (Terminal.ofProcess().width() + GAP.length()) / (width + GAP.length()));
    for (int first = 0; first < blocks.size(); first += across) {
      List<List<String>> row = blocks.subList(first, Math.min(blocks.size(), first + across));
      for (int line = 0; line < row.getFirst().size(); line++) {
        StringBuilder text = new StringBuilder();
        for (List<String> block : row) {
          text.append(String.format("%-" + width + "s", block.get(line))).append(GAP);
        }
        out.println(text.toString().stripTrailing());
      }
      out.println();
    }
    if (wanted.isEmpty()) {
      out.println(
          "Also: N-clique, N-cycle, N-path (N vertices), N-star, N-wheel (N around the middle),"
              + " edge, claw, paw, chair, bowtie, square, pentagon.");
    }
  }

  private static List<String> block(String name, Pattern pattern) {
    List<String> lines = new ArrayList<>(PatternText.lines(pattern));
    lines.add(name);
    String edges = pattern.toString();
    // Two lines hold the edges of five vertices; a pattern of more is named by them already.
    int half = edges.length() <= 22 ? edges.length() : edges.indexOf(',', edges.length() / 2) + 1;
    lines.add(edges.substring(0, half));
    lines.add(edges.substring(half));
    int width = lines.stream().mapToInt(String::length).max().orElse(PatternText.COLUMNS);
    return lines.stream().map(line -> String.format("%-" + width + "s", line)).toList();
  }

  private static String render(Map<String, Pattern> patterns) {
    ObjectNode root = new ObjectMapper().createObjectNode();
    root.put("question", "patterns");
    ArrayNode list = root.putObject("result").putArray("patterns");
    patterns.forEach(
        (name, pattern) -> {
          ObjectNode entry = list.addObject();
          entry.put("name", name);
          entry.put("vertices", Integer.toString(pattern.vertexCount()));
          entry.put("edges", pattern.toString());
        });
    return root.toString();
  }
}
