package io.cliquestream.formats.table;

/**
 * Lets threads that work on numbered blocks take turns in the blocks' order. Whoever has a number
 * ends its turn whatever happens, so nobody waits for ever.
 */
final class Turns {
  private long next;

  /** Waits until all turns before this one have ended. */
  synchronized void await(long turn) {
    boolean interrupted = false;
    while (next != turn) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the turn that {@link #await} waited for. */
  synchronized void end() {
    next++;
    notifyAll();
  }
}
