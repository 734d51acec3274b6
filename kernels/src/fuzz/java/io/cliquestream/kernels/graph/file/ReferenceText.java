package io.cliquestream.kernels.graph.file;

import io.cliquestream.kernels.graph.file.Reference.Refusal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads text formats the way their descriptions put it: the whole file split into lines, lines into
 * words, words matched by patterns, numbers without a width. Shares no code with the readers; for
 * files shorter than what {@link FileContent#head} shows.
 */
final class ReferenceText {
  private static final Pattern WHOLE = Pattern.compile("[0-9]+");
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eEdD][+-]?[0-9]+)?");
  private static final BigInteger IDS = BigInteger.TWO.pow(64);
  private static final BigInteger SIZES = BigInteger.TWO.pow(63);

  private final List<String> lines;
  private final List<BigInteger> ids = new ArrayList<>();
  private int at;

  private ReferenceText(List<String> lines) {
    this.lines = lines;
  }

  static Reference read(GraphFileFormat format, byte[] file) {
    String text = new String(file, StandardCharsets.ISO_8859_1);
    String end = text.indexOf('\n') < 0 && text.indexOf('\r') >= 0 ? "\r" : "\n";
    List<String> lines = new ArrayList<>(List.of(text.split(end, -1)));
    if (lines.getLast().isEmpty()) {
      lines.removeLast();
    }
    ReferenceText reader = new ReferenceText(lines);
    try {
      switch (format) {
        case SNAP -> reader.snap();
        case MATRIX_MARKET -> reader.matrixMarket();
        case DIMACS -> reader.dimacs();
        case METIS -> reader.metis();
        case AUTO, U32, U64 -> throw new IllegalArgumentException("no text: " + format);
      }
      return new Reference.Pairs(reader.ids);
    } catch (Refusal refusal) {
      return refusal.asOutcome();
    }
  }

  private Refusal here() {
    return new Refusal(at);
  }

  /** The next line without blanks at its end; {@code at} becomes its number. */
  private Optional<String> next() throws Refusal {
    if (at == lines.size()) {
      return Optional.empty();
    }
    String line = lines.get(at++).replaceAll("[ \t\r]+$", "");
    if (line.indexOf('\r') >= 0) {
      throw here();
    }
    return Optional.of(line);
  }

  private static List<String> words(String line) {
    String bare = line.replaceAll("^[ \t]+", "");
    return bare.isEmpty() ? List.of() : List.of(bare.split("[ \t]+"));
  }

  /** The words of the next line that is not empty and does not begin with a comment sign. */
  private Optional<List<String>> header(String... comments) throws Refusal {
    for (Optional<String> line = next(); line.isPresent(); line = next()) {
      List<String> words = words(line.get());
      if (!words.isEmpty() && !startsWithAny(words.getFirst(), comments)) {
        return Optional.of(words);
      }
    }
    return Optional.empty();
  }

  private static boolean startsWithAny(String word, String... beginnings) {
    for (String beginning : beginnings) {
      if (word.startsWith(beginning)) {
        return true;
      }
    }
    return false;
  }

  private BigInteger id(List<String> words, int index) throws Refusal {
    if (index >= words.size() || !WHOLE.matcher(words.get(index)).matches()) {
      throw here();
    }
    BigInteger id = new BigInteger(words.get(index));
    if (id.compareTo(IDS) >= 0) {
      throw here();
    }
    return id;
  }

  private BigInteger vertex(List<String> words, int index, BigInteger vertices) throws Refusal {
    BigInteger id = id(words, index);
    if (id.signum() == 0 || id.compareTo(vertices) > 0) {
      throw here();
    }
    return id;
  }

  private void numbers(List<String> words, int from, int most) throws Refusal {
    if (words.size() - from > most) {
      throw here();
    }
    for (String word : words.subList(from, words.size())) {
      if (!NUMBER.matcher(word).matches()) {
        throw here();
      }
    }
  }

  private BigInteger size(String word) throws Refusal {
    if (!WHOLE.matcher(word).matches() || new BigInteger(word).compareTo(SIZES) >= 0) {
      throw here();
    }
    return new BigInteger(word);
  }

  private void snap() throws Refusal {
    int columns = 0;
    boolean konect = false;
    for (Optional<String> line = next(); line.isPresent(); line = next()) {
      List<String> words = words(line.get());
      if (words.isEmpty()) {
        continue;
      }
      if (at == 1 && words.getFirst().startsWith("%") && words.size() > 1) {
        String kind = words.get(1).toLowerCase(Locale.ROOT);
        konect = kind.equals("sym") || kind.equals("asym");
        if (kind.equals("bip")) {
          throw here();
        }
      }
      if (startsWithAny(words.getFirst(), "#", "%")) {
        continue;
      }
      if (columns == 0) {
        columns = words.size();
        boolean neighbours =
            columns == 4
                && !konect
                && WHOLE.matcher(words.get(2)).matches()
                && WHOLE.matcher(words.get(3)).matches();
        if (columns > 4 || neighbours) {
          throw here();
        }
      }
      ids.add(id(words, 0));
      ids.add(id(words, 1));
      numbers(words, 2, Integer.MAX_VALUE);
      if (words.size() != columns) {
        throw here();
      }
    }
  }

  private void matrixMarket() throws Refusal {
    Optional<String> banner = next();
    if (banner.isEmpty()) {
      throw new Refusal(0);
    }
    List<String> words = words(banner.get().toLowerCase(Locale.ROOT));
    if (words.size() != 5
        || !words.subList(0, 3).equals(List.of("%%matrixmarket", "matrix", "coordinate"))
        || !Set.of("pattern", "real", "integer", "complex").contains(words.get(3))
        || !Set.of("general", "symmetric", "skew-symmetric", "hermitian").contains(words.get(4))) {
      throw here();
    }
    int values = words.get(3).equals("complex") ? 2 : 1;
    List<String> sizes = header("%").orElseThrow(() -> new Refusal(0));
    List<BigInteger> numbers = new ArrayList<>();
    for (String size : sizes) {
      numbers.add(size(size));
    }
    if (numbers.size() != 3 || !numbers.get(0).equals(numbers.get(1))) {
      throw here();
    }
    for (var line = header("%"); line.isPresent(); line = header("%")) {
      ids.add(vertex(line.get(), 0, numbers.get(0)));
      ids.add(vertex(line.get(), 1, numbers.get(0)));
      numbers(line.get(), 2, values);
    }
    if (!BigInteger.valueOf(ids.size() / 2).equals(numbers.get(2))) {
      throw new Refusal(0);
    }
  }

  private void dimacs() throws Refusal {
    List<String> problem = header("c").orElseThrow(() -> new Refusal(0));
    if (problem.size() != 4
        || !problem.get(0).equals("p")
        || !Set.of("edge", "edges", "col", "sp", "max").contains(problem.get(1))) {
      throw here();
    }
    BigInteger vertices = size(problem.get(2));
    BigInteger announced = size(problem.get(3));
    boolean arcs = Set.of("sp", "max").contains(problem.get(1));
    for (var line = header("c"); line.isPresent(); line = header("c")) {
      List<String> words = line.get();
      switch (words.getFirst()) {
        case "a", "e" -> {
          if (words.getFirst().equals("a") != arcs) {
            throw here();
          }
          ids.add(vertex(words, 1, vertices));
          ids.add(vertex(words, 2, vertices));
          numbers(words, 3, 1);
        }
        case "n" -> {
          vertex(words, 1, vertices);
          if (!arcs) {
            if (words.size() != 3) {
              throw here();
            }
            numbers(words, 2, 1);
          }
        }
        case "v" -> numbers(words, 1, Integer.MAX_VALUE);
        case "d", "x" -> {}
        default -> throw here();
      }
    }
    BigInteger entries = BigInteger.valueOf(ids.size() / 2);
    if (!entries.equals(announced)
        && !entries.equals(announced.shiftLeft(1))
        && !entries.shiftLeft(1).equals(announced)) {
      throw new Refusal(0);
    }
  }

  private void metis() throws Refusal {
    List<String> header = header("%").orElseThrow(() -> new Refusal(0));
    List<BigInteger> numbers = new ArrayList<>();
    for (String word : header) {
      numbers.add(size(word));
    }
    if (numbers.size() < 2 || numbers.size() > 4) {
      throw here();
    }
    BigInteger vertices = numbers.get(0);
    BigInteger format = numbers.size() > 2 ? numbers.get(2) : BigInteger.ZERO;
    if (!format.toString().matches("1?[01]?[01]")) {
      throw here();
    }
    String digits = ("00" + format).replaceAll(".*(...)$", "$1");
    int constraints = 0;
    if (numbers.size() > 3) {
      boolean possible = numbers.get(3).compareTo(BigInteger.valueOf(65536)) <= 0;
      if (!possible || (numbers.get(3).signum() > 0 && digits.charAt(1) == '0')) {
        throw here();
      }
      constraints = numbers.get(3).intValueExact();
    }
    int skipped =
        (digits.charAt(0) == '1' ? 1 : 0)
            + (digits.charAt(1) == '1' ? Math.max(1, constraints) : 0);
    neighbours(vertices, skipped, digits.charAt(2) == '1');
    if (!BigInteger.valueOf(ids.size() / 2).equals(numbers.get(1).shiftLeft(1))) {
      throw new Refusal(0);
    }
    Map<String, Integer> listings = new TreeMap<>();
    for (int i = 0; i < ids.size(); i += 2) {
      int order = ids.get(i).compareTo(ids.get(i + 1));
      String edge = ids.get(i).min(ids.get(i + 1)) + " " + ids.get(i).max(ids.get(i + 1));
      listings.merge(edge, order, Integer::sum);
    }
    if (listings.values().stream().anyMatch(surplus -> surplus != 0)) {
      throw new Refusal(0);
    }
  }

  private void neighbours(BigInteger vertices, int skipped, boolean weights) throws Refusal {
    BigInteger vertex = BigInteger.ZERO;
    for (Optional<String> line = next(); line.isPresent(); line = next()) {
      if (line.get().startsWith("%")) {
        continue;
      }
      vertex = vertex.add(BigInteger.ONE);
      List<String> words = words(line.get());
      if (words.isEmpty()) {
        continue;
      }
      if (vertex.compareTo(vertices) > 0 || words.size() < skipped) {
        throw here();
      }
      numbers(words.subList(0, skipped), 0, skipped);
      int step = weights ? 2 : 1;
      for (int i = skipped; i < words.size(); i += step) {
        ids.add(vertex);
        ids.add(vertex(words, i, vertices));
        if (weights) {
          if (i + 1 == words.size()) {
            throw here();
          }
          numbers(words.subList(i + 1, i + 2), 0, 1);
        }
      }
    }
    if (vertex.compareTo(vertices) < 0) {
      throw new Refusal(0);
    }
  }
}
