package io.cliquestream.kernels.cpu.kclique.search;

import io.cliquestream.kernels.cpu.schedule.Slice;
import java.util.function.LongConsumer;

/** One thread's search below roots, and its partial result. */
public interface RootSearch<S extends RootSearch<S>> {
  /** Starts a turn. */
  void begin(Slice<S> slice);

  /** Counts everything below one root. */
  void root(int root);

  /** Steps taken so far. */
  long steps();

  /** From now on tells now and then how many steps were taken since it last told. */
  void report(LongConsumer newSteps);

  /** Takes in the partial result of another thread. */
  void merge(S other);
}
