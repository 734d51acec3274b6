package io.cliquestream.loadgen.generate;

import io.cliquestream.contract.ContractException;
import io.cliquestream.v1.FailureCode;
import java.util.ArrayList;
import java.util.List;

/**
 * Buckets of neighbouring smaller ends, how many draws fall into each, and the rounds they make.
 */
record Buckets(int shift, long[] draws) {
  private static final int MOST = 8_192;

  /**
   * Consecutive buckets that are generated together.
   *
   * @param first its first bucket
   * @param end behind its last bucket
   * @param draws of all its buckets
   */
  record Round(int first, int end, long draws) {}

  /** Draws everything once to count. */
  static Buckets count(GraphModel model, int threads) {
    int bits = Math.max(0, 64 - Long.numberOfLeadingZeros((model.vertices() - 1) / MOST));
    var buckets = new Buckets(bits, new long[(int) ((model.vertices() - 1) >>> bits) + 1]);
    ParallelTasks.run(
        threads,
        model.blocks(),
        () ->
            new ParallelTasks.Worker() {
              private final long[] mine = new long[buckets.draws.length];

              @Override
              public void run(long block) {
                model.draw(
                    block,
                    (from, to) -> {
                      if (from != to) {
                        mine[buckets.of(Math.min(from, to))]++;
                      }
                    });
              }

              @Override
              public void finish() {
                buckets.add(mine);
              }
            });
    return buckets;
  }

  int of(long smallerEnd) {
    return (int) (smallerEnd >>> shift);
  }

  long draws(int bucket) {
    return draws[bucket];
  }

  /** As few rounds as fit the memory. */
  List<Round> rounds(long memoryBytes) {
    long capacity = memoryBytes / Long.BYTES;
    List<Round> rounds = new ArrayList<>();
    int first = 0;
    long sum = 0;
    for (int bucket = 0; bucket < draws.length; bucket++) {
      if (draws[bucket] > capacity) {
        throw new ContractException(
            FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE,
            "generating needs "
                + draws[bucket] * Long.BYTES
                + " bytes for one part of the graph, "
                + memoryBytes
                + " are allowed");
      }
      if (sum + draws[bucket] > capacity) {
        rounds.add(new Round(first, bucket, sum));
        first = bucket;
        sum = 0;
      }
      sum += draws[bucket];
    }
    rounds.add(new Round(first, draws.length, sum));
    return rounds;
  }

  private synchronized void add(long[] others) {
    for (int i = 0; i < draws.length; i++) {
      draws[i] += others[i];
    }
  }
}
