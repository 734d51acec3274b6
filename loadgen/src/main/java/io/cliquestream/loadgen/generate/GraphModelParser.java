package io.cliquestream.loadgen.generate;

import java.util.List;

/** Reads a model from the words of a command line: {@code rmat 16 16 0.57 0.19 0.19 1}. */
public final class GraphModelParser {
  /** One line for each model. */
  public static final List<String> FORMS =
      List.of(
          "rmat SCALE EDGEFACTOR A B C SEED",
          "ba VERTICES EDGES_PER_VERTEX SEED",
          "ws VERTICES NEIGHBOURS REWIRING SEED",
          "er VERTICES DRAWS SEED",
          "grid3d WIDTH HEIGHT DEPTH [6|26]",
          "planted VERTICES DRAWS CLIQUE_SIZE CLIQUES SEED");

  private GraphModelParser() {}

  /**
   * Reads a model.
   *
   * @throws IllegalArgumentException when there is no such model or a number is out of bounds; the
   *     message is for the person who typed it
   */
  public static GraphModel parse(List<String> words) {
    if (words.isEmpty()) {
      throw new IllegalArgumentException("no model given; one of: " + String.join(" | ", FORMS));
    }
    var numbers = new Numbers(words);
    return switch (words.getFirst()) {
      case "rmat" -> {
        numbers.require(6, 6);
        yield new RMat(
            numbers.small(1),
            numbers.fraction(2),
            numbers.fraction(3),
            numbers.fraction(4),
            numbers.fraction(5),
            numbers.seed(6));
      }
      case "ba" -> {
        numbers.require(3, 3);
        yield new BarabasiAlbert(numbers.whole(1), numbers.whole(2), numbers.seed(3));
      }
      case "ws" -> {
        numbers.require(4, 4);
        yield new WattsStrogatz(
            numbers.whole(1), numbers.whole(2), numbers.fraction(3), numbers.seed(4));
      }
      case "er" -> {
        numbers.require(3, 3);
        yield new ErdosRenyi(numbers.whole(1), numbers.whole(2), numbers.seed(3));
      }
      case "grid3d" -> {
        numbers.require(3, 4);
        yield new Grid3d(
            numbers.whole(1),
            numbers.whole(2),
            numbers.whole(3),
            words.size() == 5 ? numbers.small(4) : 6);
      }
      case "planted" -> {
        numbers.require(5, 5);
        yield new Planted(
            numbers.whole(1),
            numbers.whole(2),
            numbers.small(3),
            numbers.whole(4),
            numbers.seed(5));
      }
      default ->
          throw new IllegalArgumentException(
              "no model '" + words.getFirst() + "'; one of: " + String.join(" | ", FORMS));
    };
  }

  private record Numbers(List<String> words) {
    void require(int least, int most) {
      int given = words.size() - 1;
      if (given < least || given > most) {
        String form =
            FORMS.stream()
                .filter(line -> line.startsWith(words.getFirst() + " "))
                .findFirst()
                .get();
        throw new IllegalArgumentException("expected: " + form + "; got " + given + " numbers");
      }
    }

    int small(int at) {
      return Math.toIntExact(Math.min(Integer.MAX_VALUE, whole(at)));
    }

    long whole(int at) {
      try {
        long number = Long.parseLong(words.get(at));
        if (number >= 0) {
          return number;
        }
      } catch (NumberFormatException notWhole) {
        throw new IllegalArgumentException(notANumber(at), notWhole);
      }
      throw new IllegalArgumentException(notANumber(at));
    }

    long seed(int at) {
      try {
        return Long.parseUnsignedLong(words.get(at));
      } catch (NumberFormatException notWhole) {
        throw new IllegalArgumentException(notANumber(at), notWhole);
      }
    }

    double fraction(int at) {
      try {
        return Double.parseDouble(words.get(at));
      } catch (NumberFormatException notANumber) {
        throw new IllegalArgumentException(notANumber(at), notANumber);
      }
    }

    private String notANumber(int at) {
      return words.getFirst() + ": word " + at + " is not such a number: '" + words.get(at) + "'";
    }
  }
}
