package io.cliquestream.kernels.pattern;

import io.cliquestream.kernels.job.Induced;
import io.cliquestream.kernels.job.Pattern;
import io.cliquestream.kernels.job.PlanChoice;
import io.cliquestream.kernels.job.PlanChoice.Restriction;
import io.cliquestream.kernels.pattern.MatchingPlan.Exclusion;
import io.cliquestream.kernels.pattern.MatchingPlan.SetStep;
import io.cliquestream.kernels.pattern.MatchingPlan.Size;
import io.cliquestream.kernels.pattern.MatchingPlan.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Writes the plan for one order of the pattern's vertices.
 *
 * <p>Symmetry is broken by a chain of stabilisers (Grochow and Kellis, 2007): the vertex at a
 * position must have the largest rank among those that the automorphisms fixing all earlier
 * positions could put there. With hubs first this keeps later candidates to the short N⁺ lists. The
 * chain stops where enumeration stops, so the closing formula counts each match once for every
 * automorphism that fixes all enumerated positions.
 *
 * <p>Restrictions that a job gives take the chain's place. Those whose first vertex is left to the
 * closing formula cannot be kept there; the plan exists only if every match is still counted the
 * same number of times without them.
 */
final class PlanBuilder {
  /** A set before it has an id: positions that are adjacent, that must not be, and the label. */
  private record Key(int adjacent, int absent, int label) {
    int level() {
      return 31 - Integer.numberOfLeadingZeros(adjacent | absent);
    }

    Key source() {
      int earlier = ~(1 << level());
      return new Key(adjacent & earlier, absent & earlier, label);
    }
  }

  private final Pattern pattern;
  private final Induced induced;
  private final int[] order;
  private final int enumerated;

  /** Positions that are bound before the plan begins; they are taken from no set. */
  private final int anchors;

  private final AutomorphismGroup automorphisms;
  private final GraphSample statistics;
  private final boolean given;

  private final int[] adjacency;
  private final int[] bounds;

  /** How often the terms count each match; 0 when that differs between matches. */
  private long divisor;

  /** The bounds all users of a set agree on, and whether someone needs its members. */
  private final Map<Key, Integer> sharedBounds = new LinkedHashMap<>();

  private final Map<Key, Boolean> materialized = new LinkedHashMap<>();

  PlanBuilder(
      Pattern pattern,
      Induced induced,
      int[] order,
      int enumerated,
      int anchors,
      AutomorphismGroup automorphisms,
      PlanChoice choice,
      GraphSample statistics) {
    this.pattern = pattern;
    this.induced = induced;
    this.order = order.clone();
    this.enumerated = enumerated;
    this.anchors = anchors;
    this.automorphisms = automorphisms;
    this.statistics = statistics;
    this.given = !choice.isCompiled();
    this.adjacency = adjacency();
    this.bounds = choice.restrictions().map(this::given).orElseGet(this::chain);
  }

  private int[] adjacency() {
    int[] rows = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      for (int j = 0; j < order.length; j++) {
        rows[i] |= pattern.hasEdge(order[i], order[j]) ? 1 << j : 0;
      }
    }
    return rows;
  }

  private int[] given(List<Restriction> restrictions) {
    int[] position = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      position[order[i]] = i;
    }
    int[] result = new int[order.length];
    List<Restriction> kept = new ArrayList<>();
    for (Restriction restriction : restrictions) {
      int earlier = position[restriction.larger()];
      if (earlier < enumerated) {
        result[position[restriction.smaller()]] |= 1 << earlier;
        kept.add(restriction);
      }
    }
    OptionalInt found =
        kept.isEmpty() ? OptionalInt.of(automorphisms.size()) : PlanChoice.found(pattern, kept);
    divisor = found.orElse(0);
    return result;
  }

  /** Whether every match is counted the same number of times. */
  boolean isUniform() {
    return divisor > 0;
  }

  private int[] chain() {
    int[] result = new int[order.length];
    AutomorphismGroup group = automorphisms;
    for (int i = 0; i < enumerated && group.size() > 1; i++) {
      int orbit = group.orbit(order[i]);
      for (int later = i + 1; later < order.length; later++) {
        if ((orbit >> order[later] & 1) != 0) {
          result[later] |= 1 << i;
        }
      }
      group = group.stabilizer(order[i]);
    }
    divisor = group.size();
    return result;
  }

  /** The set that a position is taken from when all positions below {@code known} are bound. */
  private Key candidateSet(int position, int known) {
    int earlier = (1 << known) - 1;
    int adjacent = adjacency[position] & earlier;
    int absent = induced == Induced.VERTEX ? earlier & ~adjacent : 0;
    return new Key(adjacent, absent, pattern.label(order[position]));
  }

  MatchingPlan build() {
    for (int position = Math.max(1, anchors); position < enumerated; position++) {
      require(candidateSet(position, position), bounds[position], true);
    }
    Map<List<Integer>, Long> partitions =
        enumerated == order.length ? Map.of() : SuffixFormula.partitions(order.length - enumerated);
    Map<List<Integer>, Long> products = new LinkedHashMap<>();
    List<List<Integer>> sizeKeys = new ArrayList<>();
    partitions.forEach(
        (blocks, coefficient) -> {
          if (!blocks.stream().allMatch(this::isOneLabel)) {
            return; // no vertex has two labels
          }
          List<Integer> factors =
              blocks.stream().map(block -> indexOf(sizeKeys, sizeKey(block))).sorted().toList();
          products.merge(factors, coefficient, Long::sum);
        });
    for (List<Integer> key : sizeKeys) {
      require(new Key(key.get(0), key.get(1), key.get(3)), key.get(2), false);
    }
    List<Key> keys = new ArrayList<>(sharedBounds.keySet());
    keys.sort((a, b) -> Integer.compare(a.level(), b.level()));
    List<SetStep> steps = keys.stream().map(key -> step(key, keys)).toList();
    List<Size> sizes =
        sizeKeys.stream()
            .map(key -> size(new Key(key.get(0), key.get(1), key.get(3)), key.get(2), keys))
            .toList();
    List<Term> terms =
        products.entrySet().stream()
            .filter(product -> product.getValue() != 0)
            .map(product -> new Term(product.getValue(), product.getKey()))
            .toList();
    return new MatchingPlan(
        pattern,
        induced,
        Arrays.stream(order).boxed().toList(),
        Arrays.stream(bounds).boxed().toList(),
        enumerated,
        steps,
        IntStream.range(0, enumerated)
            .mapToObj(
                position ->
                    position < Math.max(1, anchors)
                        ? MatchingPlan.NONE
                        : keys.indexOf(candidateSet(position, position)))
            .toList(),
        sizes,
        terms,
        divisor,
        automorphisms.size(),
        cost(steps, terms.size()),
        given);
  }

  private boolean isOneLabel(int block) {
    int label = Pattern.ANY_LABEL;
    for (int rest = block; rest != 0; rest &= rest - 1) {
      int next = pattern.label(order[enumerated + Integer.numberOfTrailingZeros(rest)]);
      if (label != Pattern.ANY_LABEL && next != Pattern.ANY_LABEL && next != label) {
        return false;
      }
      label = Math.max(label, next);
    }
    return true;
  }

  /**
   * Adjacent, absent and bounding positions, and the label, of the vertices that can be all members
   * of a block.
   */
  private List<Integer> sizeKey(int block) {
    int label = Pattern.ANY_LABEL;
    int adjacent = 0;
    int absent = 0;
    int below = 0;
    for (int member = 0; member < order.length - enumerated; member++) {
      if ((block >> member & 1) != 0) {
        Key key = candidateSet(enumerated + member, enumerated);
        adjacent |= key.adjacent();
        absent |= key.absent();
        label = Math.max(label, key.label());
        below |= bounds[enumerated + member];
      }
    }
    return List.of(adjacent, absent, below, label);
  }

  private static int indexOf(List<List<Integer>> keys, List<Integer> key) {
    if (!keys.contains(key)) {
      keys.add(key);
    }
    return keys.indexOf(key);
  }

  /** Makes sure a set and its sources are computed, with no tighter bound than every user's. */
  private void require(Key key, int below, boolean members) {
    int known = below & (2 << key.level()) - 1;
    boolean twice = sharedBounds.containsKey(key);
    sharedBounds.merge(key, known, (a, b) -> a & b);
    materialized.merge(key, members || twice || known != below, (a, b) -> true);
    if (key.source().adjacent() != 0) {
      require(key.source(), known, true);
    }
  }

  private SetStep step(Key key, List<Key> keys) {
    boolean hasSource = key.source().adjacent() != 0;
    return new SetStep(
        key.level(),
        key.adjacent(),
        key.absent(),
        sharedBounds.get(key),
        hasSource ? keys.indexOf(key.source()) : MatchingPlan.NONE,
        materialized.get(key),
        key.label());
  }

  private Size size(Key key, int below, List<Key> keys) {
    List<Exclusion> exclusions = new ArrayList<>();
    for (int j = 0; j < enumerated; j++) {
      int unknown = key.adjacent() & ~adjacency[j];
      boolean cannotBe =
          ((key.adjacent() | below) >> j & 1) != 0
              || (key.absent() & adjacency[j]) != 0
              || (induced == Induced.VERTEX && unknown != 0)
              || (key.label() != Pattern.ANY_LABEL
                  && pattern.label(order[j]) != Pattern.ANY_LABEL
                  && pattern.label(order[j]) != key.label());
      if (!cannotBe) {
        exclusions.add(new Exclusion(j, unknown));
      }
    }
    return new Size(keys.indexOf(key), below, List.copyOf(exclusions));
  }

  /** Expected elements looked at, level by level. */
  private double cost(List<SetStep> steps, int termCount) {
    double total = 0;
    double reached = statistics.roots(pattern.label(order[0]));
    for (int level = 0; level < enumerated; level++) {
      if (level > 0) {
        Key key = candidateSet(level, level);
        reached *= expected(key) / (1 + Integer.bitCount(bounds[level]));
      }
      double work = 1;
      for (SetStep step : steps) {
        if (step.level() == level) {
          work += work(step, steps);
        }
      }
      total += reached * (work + (level == enumerated - 1 ? termCount : 0));
    }
    return total;
  }

  /**
   * Of one set: both sets are merged or the smaller one is looked up in the larger. A row by itself
   * is there already; where labels leave few candidates, to read it all is most of the work.
   */
  private double work(SetStep step, List<SetStep> steps) {
    double row = statistics.reachedDegree();
    if (step.source() == MatchingPlan.NONE) {
      return pattern.isLabelled() ? row : 1;
    }
    SetStep from = steps.get(step.source());
    double source = expected(new Key(from.adjacent(), from.absent(), step.label()));
    return Math.min(source + row, 4 * source + 1);
  }

  private double expected(Key key) {
    return statistics.candidates(
        Integer.bitCount(key.adjacent()), Integer.bitCount(key.absent()), key.label());
  }
}
