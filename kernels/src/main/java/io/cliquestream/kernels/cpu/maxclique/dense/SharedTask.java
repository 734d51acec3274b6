package io.cliquestream.kernels.cpu.maxclique.dense;

import io.cliquestream.kernels.cpu.schedule.Slice;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A subproblem as one thread searches it during one turn; hands parts of it to idle threads.
 *
 * @param <S> the state of a thread of the work that the subproblem belongs to
 */
public final class SharedTask<S extends SharedTask.Searcher> implements DenseSearch.Task {

  /** What a thread needs. */
  public interface Searcher {
    DenseSearch search();
  }

  /**
   * A subproblem under search.
   *
   * @param prefix see {@link DenseSearch.Task#prefix}
   * @param unfinished threads and waiting parts that are at it
   * @param whenDone told when the last of them is done
   */
  public record Subproblem(
      BitGraph graph,
      int[] prefix,
      Incumbent incumbent,
      AtomicInteger unfinished,
      Runnable whenDone) {

    public Subproblem(BitGraph graph, int[] prefix, Incumbent incumbent, Runnable whenDone) {
      this(graph, prefix, incumbent, new AtomicInteger(1), whenDone);
    }

    private void leave() {
      if (unfinished.decrementAndGet() == 0) {
        whenDone.run();
      }
    }
  }

  private final Subproblem subproblem;
  private final Slice<S> slice;

  public SharedTask(Subproblem subproblem, Slice<S> slice) {
    this.subproblem = subproblem;
    this.slice = slice;
  }

  /** Searches the whole of it, but for what others take over. */
  public void run(S state) {
    state.search().run(this);
    subproblem.leave();
  }

  @Override
  public BitGraph graph() {
    return subproblem.graph();
  }

  @Override
  public int[] prefix() {
    return subproblem.prefix();
  }

  @Override
  public Incumbent incumbent() {
    return subproblem.incumbent();
  }

  @Override
  public void checkStopped() {
    slice.checkStopped();
  }

  @Override
  public void pause(DenseSearch search) {
    slice.checkStopped();
    if (slice.shouldSplit()) {
      DenseSearch.Handover handover = search.handOver();
      if (handover != null) {
        subproblem.unfinished().incrementAndGet();
        if (!slice.offer((state, turn) -> resume(handover, state, turn))) {
          subproblem.unfinished().decrementAndGet();
          search.takeBack(handover);
        }
      }
    }
  }

  private void resume(DenseSearch.Handover handover, S state, Slice<S> turn) {
    state.search().resume(new SharedTask<>(subproblem, turn), handover);
    subproblem.leave();
  }
}
