package io.cliquestream.kernels.job;

import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.failure.Options;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What of a matching plan a job fixes itself; the rest is the plan compiler's. A choice changes the
 * time a job takes, never its answer: one that would is refused.
 *
 * @param order the pattern's vertices in the order in which they are bound, each adjacent to one
 *     before it; empty: the compiler's
 * @param restrictions what breaks the pattern's symmetries: empty: the compiler's; an empty list:
 *     nothing does, every match is met once for each automorphism and the count divided, which a
 *     listing cannot
 */
public record PlanChoice(List<Integer> order, Optional<List<Restriction>> restrictions) {
  /** Three bits for each of a match's ranks. */
  private static final int LABEL_BITS = 3 * Pattern.MAXIMUM_VERTICES;

  /** Everything is the compiler's. */
  public static final PlanChoice COMPILED = new PlanChoice(List.of(), Optional.empty());

  /**
   * One condition on a match; vertices of the graph are compared by rank, the largest degree having
   * the smallest.
   *
   * @param larger the pattern's vertex whose image has the larger rank; it is bound first
   * @param smaller the pattern's vertex whose image has the smaller rank
   */
  public record Restriction(int larger, int smaller) {
    /**
     * A restriction such as "0&gt;2".
     *
     * @param text two vertices of the pattern with {@code >} between
     * @return the first one's match has the larger rank
     * @throws ComputeException OPTION_INVALID for any other text
     */
    public static Restriction parse(String text) {
      String[] sides = text.split(">", -1);
      Options.require(sides.length == 2, "'" + text + "' is not a restriction like 0>2");
      return new Restriction(vertex(sides[0]), vertex(sides[1]));
    }

    @Override
    public String toString() {
      return larger + ">" + smaller;
    }
  }

  /** Keeps its own copies of the lists, of restrictions each once. */
  public PlanChoice {
    order = List.copyOf(order);
    restrictions = restrictions.map(given -> given.stream().distinct().toList());
  }

  /**
   * An order such as "0,2,1".
   *
   * @param text vertices with commas between
   * @return as the text says; whether it is an order of the pattern is checked with the job
   * @throws ComputeException OPTION_INVALID for anything but vertex numbers
   */
  public static List<Integer> parseOrder(String text) {
    List<Integer> order = new ArrayList<>();
    for (String vertex : text.split(",", -1)) {
      order.add(vertex(vertex));
    }
    return order;
  }

  /**
   * Restrictions such as "0&gt;1,0&gt;2".
   *
   * @param text restrictions with commas between
   * @return in the order of the text
   * @throws ComputeException OPTION_INVALID for any other text
   */
  public static List<Restriction> parseRestrictions(String text) {
    List<Restriction> restrictions = new ArrayList<>();
    for (String restriction : text.split(",", -1)) {
      restrictions.add(Restriction.parse(restriction));
    }
    return restrictions;
  }

  private static int vertex(String text) {
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new ComputeException(
          FailureCode.OPTION_INVALID, "'" + text + "' is not a vertex number", e);
    }
  }

  /** {@return whether everything is the compiler's} */
  public boolean isCompiled() {
    return order.isEmpty() && restrictions.isEmpty();
  }

  /**
   * Checks the choice against a pattern.
   *
   * @param list whether the matches are listed
   * @throws ComputeException OPTION_INVALID for an order that is none of the pattern's vertices or
   *     not connected, and for restrictions that lose or repeat matches or contradict the order
   */
  void check(Pattern pattern, boolean list) {
    if (!order.isEmpty()) {
      checkOrder(pattern);
    }
    if (restrictions.isEmpty()) {
      return;
    }
    List<Restriction> given = restrictions.get();
    for (Restriction restriction : given) {
      checkRestriction(pattern, restriction);
    }
    if (given.isEmpty()) {
      Options.require(
          !list || found(pattern, given).equals(OptionalInt.of(1)),
          "a listing without restrictions would repeat matches: the pattern has automorphisms");
      return;
    }
    OptionalInt times = found(pattern, given);
    Options.require(
        times.equals(OptionalInt.of(1)),
        "the restrictions "
            + given.stream().map(Restriction::toString).collect(Collectors.joining(","))
            + (times.isPresent() ? " repeat" : " lose or repeat")
            + " matches of "
            + pattern);
  }

  private void checkOrder(Pattern pattern) {
    int bound = 0;
    for (int vertex : order) {
      Options.require(
          vertex >= 0 && vertex < pattern.vertexCount() && (bound >> vertex & 1) == 0,
          "the order " + order + " is not one of the pattern's vertices, each once");
      Options.require(
          bound == 0 || (pattern.row(vertex) & bound) != 0,
          "the order is not connected: vertex " + vertex + " is adjacent to none before it");
      bound |= 1 << vertex;
    }
    Options.require(
        order.size() == pattern.vertexCount(),
        "the order " + order + " leaves vertices of the pattern out");
  }

  private void checkRestriction(Pattern pattern, Restriction restriction) {
    int larger = restriction.larger();
    int smaller = restriction.smaller();
    int vertices = pattern.vertexCount();
    Options.require(
        larger >= 0 && smaller >= 0 && larger < vertices && smaller < vertices,
        "the restriction " + restriction + " names a vertex that the pattern has not");
    Options.require(
        order.isEmpty() || order.indexOf(larger) < order.indexOf(smaller),
        "the order binds vertex "
            + smaller
            + " before "
            + larger
            + "; the restriction "
            + restriction
            + " wants the larger rank first");
  }

  /**
   * How often a match is found under restrictions: the same number of times every match, or empty
   * when the number differs between matches, none included. Decided by looking at every order that
   * the ranks of a match's vertices can have; two of them are the same match exactly when they give
   * the same edges, and the same labels, between ranks.
   *
   * <p>Time: at most 8! = 40,320 orders.
   *
   * @param pattern at most 8 vertices
   * @param restrictions on the ranks of a match's vertices
   * @return 1 for restrictions that break every symmetry
   */
  public static OptionalInt found(Pattern pattern, List<Restriction> restrictions) {
    Map<Long, Integer> times = new HashMap<>();
    count(pattern, restrictions, new int[pattern.vertexCount()], 0, 0, times);
    int first = times.values().iterator().next();
    return first > 0 && times.values().stream().allMatch(number -> number == first)
        ? OptionalInt.of(first)
        : OptionalInt.empty();
  }

  private static void count(
      Pattern pattern,
      List<Restriction> restrictions,
      int[] rank,
      int vertex,
      int used,
      Map<Long, Integer> times) {
    if (vertex == rank.length) {
      boolean held =
          restrictions.stream()
              .allMatch(condition -> rank[condition.larger()] > rank[condition.smaller()]);
      long copy = edgesByRank(pattern, rank) << LABEL_BITS | labelsByRank(pattern, rank);
      times.merge(copy, held ? 1 : 0, Integer::sum);
      return;
    }
    for (int next = 0; next < rank.length; next++) {
      if ((used >> next & 1) == 0) {
        rank[vertex] = next;
        count(pattern, restrictions, rank, vertex + 1, used | 1 << next, times);
      }
    }
  }

  /** Which label each rank has, three bits a rank: the first vertex with the same label. */
  private static long labelsByRank(Pattern pattern, int[] rank) {
    long labels = 0;
    for (int v = 0; v < rank.length; v++) {
      int first = 0;
      while (pattern.label(first) != pattern.label(v)) {
        first++;
      }
      labels |= (long) first << (3 * rank[v]);
    }
    return labels;
  }

  private static long edgesByRank(Pattern pattern, int[] rank) {
    long edges = 0;
    for (int u = 0; u < rank.length; u++) {
      for (int v = 0; v < u; v++) {
        if (pattern.hasEdge(u, v)) {
          int high = Math.max(rank[u], rank[v]);
          edges |= 1L << (high * (high - 1) / 2 + Math.min(rank[u], rank[v]));
        }
      }
    }
    return edges;
  }

  /**
   * Choices of a subgraph enumeration on a GPU that a job forces. They change the time an
   * enumeration takes, never what it finds. What is counted by formulas or by wedges is not
   * enumerated; engines without such kernels ignore them.
   *
   * <p>The versions of DuMato's paper (Journal of Parallel and Distributed Computing, 2024) are
   * {@link Choice#BALANCE} with {@link Choice#LISTS_ONLY}: a thread a subgraph, a warp a subgraph,
   * and the two that stop the kernel to deal work anew.
   *
   * @param values by choice; what is missing is the engine's
   */
  public record EnumerationTuning(SortedMap<Choice, Long> values) {
    private static final EnumerationTuning NONE = new EnumerationTuning(new TreeMap<>());

    /** The words of {@link Choice#BALANCE} stand in the order of the C library's constants. */
    private static final long ROUND_ROBIN = 2;

    private static final long WEIGHTED = 3;
    private static final long THREADS = 4;

    /** What can be forced. */
    public enum Choice implements TuningChoice {
      /** How work is shared among warps. */
      BALANCE(
          "How work is shared: not at all, given inside the kernel (what the engine does), dealt"
              + " anew in turn or by weight when the kernel stops for it, or a thread a subgraph",
          List.of("static", "donate", "round-robin", "weighted", "threads")),
      /** From how many idle warps on the kernel stops to deal work anew. */
      IDLE_PERCENT(
          1, 100, "Round-robin, weighted: idle warps that stop the kernel; 30 when not given"),
      /** Jobs that a warp gives away at a stop. */
      DONATIONS(
          1,
          1 << 16,
          "Round-robin, weighted: jobs that a warp gives at a stop at most; 16 when not given"),
      /** Whether sets are kept as lists alone. */
      LISTS_ONLY(0, 1, "1 keeps sets as lists alone: no bit matrices, no lane for an edge");

      @SuppressWarnings("ImmutableEnumChecker") // a range never changes
      private final Range range;

      Choice(long least, long most, String help) {
        this.range = new Range(least, most, help);
      }

      Choice(String help, List<String> words) {
        this.range = new Range(0, words.size() - 1L, help, words);
      }

      @Override
      public Range range() {
        return range;
      }
    }

    /**
     * Checks and copies the values.
     *
     * @throws ComputeException OPTION_INVALID for a value out of its choice's bounds, or a choice
     *     of another balance
     */
    public EnumerationTuning {
      values = TuningChoice.checked(values);
      long balance = values.getOrDefault(Choice.BALANCE, 0L);
      boolean ofStops =
          values.containsKey(Choice.IDLE_PERCENT) || values.containsKey(Choice.DONATIONS);
      Options.require(
          !ofStops || balance == ROUND_ROBIN || balance == WEIGHTED,
          "idle-percent and donations go with balance=round-robin and balance=weighted alone");
    }

    /**
     * A tuning that leaves everything to the engine.
     *
     * @return without values
     */
    public static EnumerationTuning none() {
      return NONE;
    }

    /**
     * Choices by their names.
     *
     * @param named values by {@link TuningChoice#text()}
     * @return what forces these
     * @throws ComputeException OPTION_INVALID for a name that does not exist, a value out of
     *     bounds, or a choice of another balance
     */
    public static EnumerationTuning of(Map<String, Long> named) {
      SortedMap<Choice, Long> values = TuningChoice.named(Choice.values(), named);
      return values.isEmpty() ? NONE : new EnumerationTuning(values);
    }

    /** {@return whether every thread is to search by itself} */
    public boolean byThreads() {
      return values.getOrDefault(Choice.BALANCE, 0L) == THREADS;
    }

    /**
     * The value forced.
     *
     * @param choice one of this tuning's
     * @return empty when it is the engine's
     */
    public OptionalLong forced(Choice choice) {
      Long value = values.get(choice);
      return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }
  }
}
