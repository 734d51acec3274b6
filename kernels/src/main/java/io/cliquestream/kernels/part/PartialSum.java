package io.cliquestream.kernels.part;

import io.cliquestream.kernels.answer.CountArray;
import io.cliquestream.kernels.assembly.CliqueCollector;
import io.cliquestream.kernels.check.Arguments;
import io.cliquestream.kernels.job.CliqueEstimate;
import io.cliquestream.kernels.job.CliqueListing;
import io.cliquestream.kernels.job.CoreDecomposition;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.KCliqueCount;
import io.cliquestream.kernels.job.MaximalCliques;
import io.cliquestream.kernels.job.MaximumClique;
import io.cliquestream.kernels.job.MotifCensus;
import io.cliquestream.kernels.job.PatternMatch;
import io.cliquestream.kernels.job.TriangleCount;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The sum of some parts of one job, each of them once.
 *
 * <p>A part may come in pieces, intervals of its roots, wherever they are cut: one that overlaps
 * with what is there is not added, and what is missing then is known by {@link #missing(int)}.
 *
 * <p>Memory beside the arrays by vertex and edge: a bit a part, the intervals of those parts that
 * are there in pieces, and of cliques and matches no more than the job's limit, or twice that while
 * a part is added: of a listing those go that cannot be among the first any more, whatever the
 * missing parts bring. Used by one thread at a time.
 */
public final class PartialSum {
  private final Job job;
  private final List<RootRange> parts;
  private final BitSet seen;
  private final SortedMap<Integer, RootCoverage> pieces = new TreeMap<>();
  private final SortedMap<String, BigInteger> sums = new TreeMap<>();
  private final SortedMap<Integer, List<int[]>> listed = new TreeMap<>();
  private int cliqueNumber;
  private boolean complete = true;
  private CountArray perVertex;
  private CountArray perEdge;

  /**
   * The sum of no part of a plan: what planning found.
   *
   * @param plan whose parts are to be added
   */
  public PartialSum(PartPlan plan) {
    this.job = plan.job();
    this.parts = plan.parts().stream().map(Part::roots).toList();
    this.seen = new BitSet(parts.size());
    take(0, plan.initial());
  }

  /**
   * Adds a part's answer, unless the part is in the sum already.
   *
   * @param part index in the plan
   * @param answer what it gave
   * @return whether it was added
   */
  public boolean add(int part, PartialAnswer answer) {
    return add(part, roots(part), answer);
  }

  /**
   * Adds the answer of some roots of a part, unless one of them is in the sum already.
   *
   * @param part index in the plan
   * @param roots of the part; not none
   * @param answer what these roots gave
   * @return whether it was added
   */
  public boolean add(int part, RootRange roots, PartialAnswer answer) {
    RootRange whole = roots(part);
    Arguments.require(
        roots.size() != 0 && roots.first() >= whole.first() && roots.end() <= whole.end(),
        roots + " of part " + part + ", " + whole);
    if (seen.get(part)) {
      return false;
    }
    if (roots.equals(whole)) {
      if (pieces.containsKey(part)) {
        return false;
      }
      seen.set(part);
    } else {
      RootCoverage coverage = pieces.computeIfAbsent(part, _ -> new RootCoverage(whole));
      if (!coverage.add(roots)) {
        return false;
      }
      if (coverage.isWhole()) {
        seen.set(part);
        pieces.remove(part);
      }
    }
    take(roots.first(), answer);
    return true;
  }

  private RootRange roots(int part) {
    Arguments.require(part >= 0 && part < parts.size(), "part " + part + " of " + parts.size());
    return parts.get(part);
  }

  /**
   * Adds another sum of the same plan.
   *
   * @param other sum of the same plan, which stays as it is
   * @return whether it was added; not when all its parts are in this sum already
   * @throws IllegalArgumentException when some, but not all, of its parts are in this sum, or a
   *     part is in either in pieces, and not whole
   */
  public boolean addAll(PartialSum other) {
    BitSet both = (BitSet) other.seen.clone();
    both.and(seen);
    if (both.equals(other.seen)) {
      return false;
    }
    Arguments.require(pieces.isEmpty() && other.pieces.isEmpty(), "parts are there in pieces");
    Arguments.require(
        both.isEmpty() && other.parts.equals(parts), "parts " + both + " are in both sums");
    seen.or(other.seen);
    complete &= other.complete;
    takeCounts(other.cliqueNumber, other.sums);
    if (other.cliqueNumber == cliqueNumber) {
      other.listed.forEach(this::list);
    }
    perVertex = added(perVertex, Optional.ofNullable(other.perVertex));
    perEdge = added(perEdge, Optional.ofNullable(other.perEdge));
    return true;
  }

  /** Takes what belongs to some roots, of which this is the first. */
  private void take(int root, PartialAnswer answer) {
    complete &= answer.complete();
    takeCounts(answer.cliqueNumber(), answer.sums());
    if (answer.cliqueNumber() == cliqueNumber) {
      list(root, answer.listed());
    }
    perVertex = added(perVertex, answer.perVertex());
    perEdge = added(perEdge, answer.perEdge());
  }

  private void takeCounts(int size, SortedMap<String, BigInteger> counts) {
    if (size > cliqueNumber) {
      cliqueNumber = size;
      sums.clear();
      listed.clear();
    }
    if (size == cliqueNumber) {
      counts.forEach((name, value) -> sums.merge(name, value, BigInteger::add));
    }
  }

  private void list(int root, List<int[]> found) {
    if (found.isEmpty()) {
      return;
    }
    if (job instanceof MaximumClique search) {
      // The smallest of all, whichever part they are of.
      CliqueCollector smallest = new CliqueCollector(search.all() ? search.limit() : 1);
      listed.values().forEach(cliques -> collect(smallest, cliques));
      collect(smallest, found);
      listed.put(0, smallest.smallest());
      return;
    }
    listed.put(root, found);
    long room = limit();
    for (var entry : listed.entrySet()) {
      List<int[]> cliques = entry.getValue();
      if (cliques.size() > room) {
        complete = false;
        entry.setValue(List.copyOf(cliques.subList(0, (int) room)));
      }
      room -= entry.getValue().size();
    }
    listed.values().removeIf(List::isEmpty);
  }

  private static void collect(CliqueCollector to, List<int[]> cliques) {
    cliques.forEach(clique -> to.add(clique, clique.length));
  }

  private long limit() {
    return switch (job) {
      case CliqueListing listing -> listing.limit();
      case PatternMatch match -> match.limit();
      case MaximalCliques enumeration -> enumeration.limit();
      case MaximumClique search -> search.limit();
      case TriangleCount _, KCliqueCount _, MotifCensus _, CliqueEstimate _, CoreDecomposition _ ->
          0;
    };
  }

  private static CountArray added(CountArray sum, Optional<CountArray> counts) {
    if (counts.isEmpty()) {
      return sum;
    }
    CountArray more = counts.get();
    CountArray to = sum == null ? new CountArray(more.size()) : sum;
    to.addAll(more);
    return to;
  }

  /** {@return number of parts of the plan} */
  public int parts() {
    return parts.size();
  }

  /** {@return number of parts that are in the sum as a whole} */
  public int count() {
    return seen.cardinality();
  }

  /**
   * {@return whether a part is in the sum as a whole}
   *
   * @param part index in the plan
   */
  public boolean has(int part) {
    return seen.get(part);
  }

  /** {@return whether every part is} */
  public boolean isWhole() {
    return count() == parts.size();
  }

  /** {@return parts that are missing, ascending} */
  public List<Integer> missing() {
    List<Integer> missing = new ArrayList<>();
    for (int part = seen.nextClearBit(0); part < parts.size(); part = seen.nextClearBit(part + 1)) {
      missing.add(part);
    }
    return missing;
  }

  /**
   * {@return roots of a part that are missing, as intervals, ascending; none when the part is in
   * the sum}
   *
   * @param part index in the plan
   */
  public List<RootRange> missing(int part) {
    RootRange whole = roots(part);
    if (seen.get(part)) {
      return List.of();
    }
    RootCoverage coverage = pieces.get(part);
    return coverage == null ? List.of(whole) : coverage.missing();
  }

  /** {@return the job that the parts are of} */
  public Job job() {
    return job;
  }

  /** {@return the sums so far, by name} */
  public SortedMap<String, BigInteger> sums() {
    return Collections.unmodifiableSortedMap(sums);
  }

  /**
   * {@return a sum so far; 0 when no part has it}
   *
   * @param name as the algorithm of the job calls it
   */
  public BigInteger sum(String name) {
    return sums.getOrDefault(name, BigInteger.ZERO);
  }

  /** {@return the largest clique so far, of a search for maximum cliques} */
  public int cliqueNumber() {
    return cliqueNumber;
  }

  /** {@return what is listed so far, in order} */
  public List<int[]> listed() {
    return listed.values().stream().flatMap(List::stream).toList();
  }

  /** {@return whether no limit has left anything out of the listing so far} */
  public boolean complete() {
    return complete;
  }

  /** {@return counts by vertex so far} */
  public Optional<CountArray> perVertex() {
    return Optional.ofNullable(perVertex);
  }

  /** {@return counts by edge so far} */
  public Optional<CountArray> perEdge() {
    return Optional.ofNullable(perEdge);
  }
}
