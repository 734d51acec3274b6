package io.cliquestream.kernels.cpu.maxclique.dense;

/**
 * Remembers how often it paid to try the members of classes one by one, for as many open classes.
 * Where it rarely does it is tried now and then only.
 */
final class TrialLuck {
  private static final int BUCKETS = 64;
  private static final int LEARN = 64;
  private static final int FORGET = 4096;
  private static final int RARELY = 8;
  private static final int NOW_AND_THEN = 32;

  private final int[] attempts = new int[BUCKETS];
  private final int[] successes = new int[BUCKETS];

  boolean worthTrying(int openClasses) {
    int bucket = bucket(openClasses);
    int tried = ++attempts[bucket];
    if (tried > FORGET) {
      attempts[bucket] >>= 1;
      successes[bucket] >>= 1;
    }
    return tried < LEARN || (long) successes[bucket] * RARELY >= tried || tried % NOW_AND_THEN == 0;
  }

  void succeeded(int openClasses) {
    successes[bucket(openClasses)]++;
  }

  private static int bucket(int openClasses) {
    return Math.min(openClasses, BUCKETS - 1);
  }
}
