package io.cliquestream.formats.foreign;

import io.cliquestream.formats.edges.NamedGraph;
import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.formats.text.Lines;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.EdgeArray;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Pajek networks: {@code *Vertices N}, a line for each or some of them with its number and its
 * label, then {@code *Edges} or {@code *Arcs} of two numbers a line, or {@code *Edgeslist} or
 * {@code *Arcslist} of a number and its neighbours. Vertices are named by their labels, those
 * without one by their number, or all by number where that is asked for. Coordinates, shapes,
 * weights and times are not read; matrices, partitions and further networks are refused.
 */
public final class Pajek {
  private enum Section {
    NONE,
    VERTICES,
    EDGES,
    LISTS
  }

  private final ForeignInput input;
  private final NamedGraph graph;
  private final Lines lines;
  private final boolean byId;
  private long vertices = -1;
  private long lastVertex;

  private Pajek(ForeignInput input, NamedGraph graph) {
    this.input = input;
    this.graph = graph;
    this.lines = input.lines();
    this.byId = input.nameBy().filter(ForeignInput.ID::equals).isPresent();
  }

  /** Reads the edges; the caller closes them. */
  public static EdgeArray read(ForeignInput input) {
    String by = input.nameBy().orElse("label");
    if (!by.equals("label") && !by.equals(ForeignInput.ID)) {
      throw InputFailures.option("--name-by of Pajek is id or label, not '" + by + "'");
    }
    try (NamedGraph graph = input.graph(NamedGraph.Naming.LABEL_OR_ID)) {
      return new Pajek(input, graph).read();
    }
  }

  private EdgeArray read() {
    Section section = Section.NONE;
    while (lines.next()) {
      if (lines.isBlank() || lines.startsWith('%')) {
        continue;
      }
      if (lines.startsWith('*')) {
        section = section(words(), section);
        continue;
      }
      switch (section) {
        case NONE -> throw lines.invalid("'*Vertices' and their number are expected first");
        case VERTICES -> vertex();
        case EDGES -> {
          List<String> words = words();
          if (words.size() < 2) {
            throw lines.invalid("two numbers of vertices are expected");
          }
          edge(words.get(0), words.get(1));
        }
        case LISTS -> {
          List<String> words = words();
          for (String neighbor : words.subList(1, words.size())) {
            edge(words.getFirst(), neighbor);
          }
        }
      }
    }
    if (vertices < 0) {
      throw InputFailures.truncated(input.name(), "there is no '*Vertices'");
    }
    declareTo(vertices);
    return graph.finish();
  }

  private Section section(List<String> words, Section before) {
    return switch (words.getFirst().toLowerCase(Locale.ROOT)) {
      case "*network" -> {
        if (before != Section.NONE) {
          throw lines.invalid("the file holds a second network; put each into a file of its own");
        }
        yield Section.NONE;
      }
      case "*vertices" -> {
        if (vertices >= 0 || words.size() < 2) {
          throw lines.invalid(
              vertices >= 0
                  ? "the file holds a second network; put each into a file of its own"
                  : "the number of vertices is expected");
        }
        vertices = number(words.get(1), Integer.MAX_VALUE);
        yield Section.VERTICES;
      }
      case "*edges", "*arcs" -> {
        declareTo(vertices);
        yield Section.EDGES;
      }
      case "*edgeslist", "*arcslist" -> {
        declareTo(vertices);
        yield Section.LISTS;
      }
      default ->
          throw lines.invalid(
              "this section is not read; *Vertices, *Edges, *Arcs, *Edgeslist and *Arcslist are");
    };
  }

  private void vertex() {
    List<String> words = words();
    long number = number(words.getFirst(), vertices);
    if (number <= lastVertex) {
      throw lines.invalid("vertices must ascend, and %d came before".formatted(lastVertex));
    }
    declareTo(number - 1);
    graph.node(
        Long.toString(number), byId || words.size() < 2 ? null : words.get(1), lines.number());
    lastVertex = number;
  }

  /** Vertices without a line have no label. */
  private void declareTo(long number) {
    while (lastVertex < number) {
      if ((++lastVertex & 0xFFF) == 0) {
        input.control().checkStopped();
      }
      graph.node(Long.toString(lastVertex), null, lines.number());
    }
  }

  private void edge(String from, String to) {
    if (vertices < 0) {
      throw lines.invalid("'*Vertices' and their number are expected first");
    }
    graph.edge(
        Long.toString(number(from, vertices)), Long.toString(number(to, vertices)), lines.number());
  }

  private long number(String word, long most) {
    long number = 0;
    for (int i = 0; i < word.length(); i++) {
      int digit = word.charAt(i) - '0';
      if (digit < 0 || digit > 9 || number > most) {
        throw notBetween(word, most);
      }
      number = 10 * number + digit;
    }
    if (number < 1 || number > most || word.isEmpty()) {
      throw notBetween(word, most);
    }
    return number;
  }

  private ComputeException notBetween(String word, long most) {
    return lines.invalid(
        "'%s' is no number between 1 and %d".formatted(InputExcerpt.of(word), most));
  }

  /** Words between blanks; quotes hold those with blanks together. */
  private List<String> words() {
    String text = lines.text(StandardCharsets.UTF_8);
    if (text.indexOf('\uFFFD') >= 0) {
      throw lines.invalid(
          "the line is not UTF-8; convert the file first, as in: iconv -f ISO-8859-1 -t UTF-8 FILE");
    }
    List<String> words = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      char first = text.charAt(at);
      if (first == ' ' || first == '\t') {
        at++;
        continue;
      }
      int end;
      if (first == '"') {
        end = text.indexOf('"', at + 1);
        if (end < 0) {
          throw lines.invalid("a quote is not closed");
        }
        words.add(text.substring(at + 1, end));
        at = end + 1;
      } else {
        end = at;
        while (end < text.length() && text.charAt(end) != ' ' && text.charAt(end) != '\t') {
          end++;
        }
        words.add(text.substring(at, end));
        at = end;
      }
    }
    return words;
  }
}
