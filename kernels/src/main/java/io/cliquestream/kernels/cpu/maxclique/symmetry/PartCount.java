package io.cliquestream.kernels.cpu.maxclique.symmetry;

import io.cliquestream.kernels.cpu.maxclique.dense.BitGraph;
import io.cliquestream.kernels.cpu.maxclique.dense.DenseSearch;
import io.cliquestream.kernels.cpu.maxclique.dense.Incumbent;
import io.cliquestream.kernels.cpu.maxclique.dense.MaximumCliquePolicy;
import io.cliquestream.kernels.cpu.schedule.ChunkedWork;
import io.cliquestream.kernels.cpu.schedule.Slice;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the cliques of a size that the parts of a symmetric graph stand for ({@link
 * SymmetricParts}).
 *
 * <p>A clique K found in a part stands for the product of |O| / |K ∩ O| over the orbits O that the
 * part's prefix was taken from, a fraction; all of them together make a whole number. Cliques with
 * the same intersections are counted together.
 */
public final class PartCount implements ChunkedWork<PartCount.State> {
  private final List<SymmetricParts.Part> parts;
  private final MaximumCliquePolicy policy;
  private final int size;
  private final long mostNodes;
  private final AtomicLong nodes = new AtomicLong();

  /** How many cliques were found of each weight, given by its numerator and denominator. */
  private final Map<Weight, BigInteger> found = new HashMap<>();

  private final int mostKept;
  private final List<Kept> kept = new ArrayList<>();
  private long all;

  /** A clique that was found, and its part. */
  record Kept(SymmetricParts.Part part, int[] clique) {}

  private record Weight(BigInteger numerator, BigInteger denominator) {}

  /**
   * A count.
   *
   * @param size of the cliques, 1 or more
   * @param mostNodes nodes of the search trees after which to give up
   * @param mostKept cliques found are kept if there are so many at most
   */
  public PartCount(
      List<SymmetricParts.Part> parts,
      MaximumCliquePolicy policy,
      int size,
      long mostNodes,
      int mostKept) {
    this.parts = parts;
    this.policy = policy;
    this.size = size;
    this.mostNodes = mostNodes;
    this.mostKept = mostKept;
  }

  /** One thread's memory. */
  final class State {
    private final DenseSearch search;
    private final List<Kept> kept = new ArrayList<>();
    private long all;

    /** The part at hand, and how many of its cliques meet each of its orbits in how many. */
    private SymmetricParts.Part part;

    private Map<List<Integer>, Long> meetings = new HashMap<>();
    private final Map<Weight, BigInteger> found = new HashMap<>();
    private long nodes;

    private State() {
      this.search = new DenseSearch(policy, this::take);
    }

    private void take(int[] clique, int length) {
      Integer[] common = new Integer[part.orbits().size()];
      for (int i = 0; i < common.length; i++) {
        common[i] = part.orbits().get(i).common(clique, length);
      }
      meetings.merge(List.of(common), 1L, Long::sum);
      if (all++ < mostKept) {
        kept.add(new Kept(part, Arrays.copyOf(clique, length)));
      }
    }

    private void close() {
      meetings.forEach(
          (common, count) -> {
            BigInteger numerator = BigInteger.ONE;
            BigInteger denominator = BigInteger.ONE;
            for (int i = 0; i < common.size(); i++) {
              numerator = numerator.multiply(BigInteger.valueOf(part.orbits().get(i).size()));
              denominator = denominator.multiply(BigInteger.valueOf(common.get(i)));
            }
            found.merge(
                new Weight(numerator, denominator), BigInteger.valueOf(count), BigInteger::add);
          });
      meetings.clear();
    }
  }

  @Override
  public long chunkCount() {
    return parts.size();
  }

  @Override
  public double cost(long chunk) {
    double vertices = parts.get((int) chunk).graph().size();
    return 1 + vertices * vertices;
  }

  @Override
  public State newState() {
    return new State();
  }

  @Override
  public void process(long chunk, State state, Slice<State> slice) {
    slice.checkStopped();
    state.part = parts.get((int) chunk);
    state.search.run(new PartTask(state, slice));
    spend(state);
    state.close();
  }

  /** Counts nodes; whether there may be more. */
  private boolean spend(State state) {
    long more = state.search.nodes() - state.nodes;
    state.nodes = state.search.nodes();
    return nodes.addAndGet(more) < mostNodes;
  }

  private final class PartTask implements DenseSearch.Task {
    private final State state;
    private final Slice<State> slice;
    private final Incumbent incumbent = new Incumbent(true, size);

    private PartTask(State state, Slice<State> slice) {
      this.state = state;
      this.slice = slice;
    }

    @Override
    public BitGraph graph() {
      return state.part.graph();
    }

    @Override
    public int[] prefix() {
      return state.part.prefix();
    }

    @Override
    public Incumbent incumbent() {
      return incumbent;
    }

    @Override
    public void pause(DenseSearch search) {
      slice.checkStopped();
      if (!spend(state)) {
        search.dropRest();
      }
    }

    @Override
    public void checkStopped() {
      slice.checkStopped();
    }
  }

  @Override
  public void merge(State state) {
    state.found.forEach((weight, count) -> found.merge(weight, count, BigInteger::add));
    all += state.all;
    kept.addAll(all <= mostKept ? state.kept : List.of());
  }

  /** The cliques found, if all of them were kept. */
  public Optional<List<Kept>> kept() {
    return all <= mostKept ? Optional.of(kept) : Optional.empty();
  }

  /** Nodes of the search trees so far. */
  public long nodes() {
    return nodes.get();
  }

  /** The number of cliques, after all parts; empty when the nodes ran out. */
  public Optional<BigInteger> total() {
    if (nodes.get() >= mostNodes) {
      return Optional.empty();
    }
    BigInteger denominator = BigInteger.ONE;
    for (Weight weight : found.keySet()) {
      BigInteger gcd = denominator.gcd(weight.denominator());
      denominator = denominator.divide(gcd).multiply(weight.denominator());
    }
    BigInteger numerator = BigInteger.ZERO;
    for (Map.Entry<Weight, BigInteger> entry : found.entrySet()) {
      BigInteger share = denominator.divide(entry.getKey().denominator());
      numerator =
          numerator.add(entry.getValue().multiply(entry.getKey().numerator()).multiply(share));
    }
    BigInteger[] total = numerator.divideAndRemainder(denominator);
    if (total[1].signum() != 0) {
      throw new IllegalStateException("the symmetries used are none");
    }
    return Optional.of(total[0]);
  }
}
