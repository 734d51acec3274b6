package io.cliquestream.kernels.cpu.schedule;

import io.cliquestream.kernels.control.StopCheck;

/**
 * A thread's turn at a work. Long chunks ask it, every few thousand steps, whether they should end
 * early or hand parts of themselves to others.
 *
 * @param <S> the work's thread state
 */
public interface Slice<S> extends StopCheck {
  /**
   * A part of a chunk that was handed over; runs later, on any thread, with that thread's state.
   */
  @FunctionalInterface
  interface Part<S> {
    void process(S state, Slice<S> slice);
  }

  /**
   * Throws when the job was stopped.
   *
   * @throws io.cliquestream.kernels.control.StoppedException CANCELLED or DEADLINE_EXCEEDED
   */
  @Override
  void checkStopped();

  /**
   * Whether it pays to hand parts over now: a thread is idle, or another job waits and this turn
   * has lasted long enough.
   */
  boolean shouldSplit();

  /**
   * Hands a part over.
   *
   * @return false when the bounded list of parts is full; the caller then does the part itself
   */
  boolean offer(Part<S> part);
}
