package io.cliquestream.kernels.cuda.share;

/** A job's queue as its owner sees it, who starts the devices; see {@link ShareBoard#open}. */
public final class SharedQueue implements AutoCloseable {
  private final ShareBoard board;
  private final int number;
  private final ShareSlot slot;

  SharedQueue(ShareBoard board, int number, ShareSlot slot) {
    this.board = board;
    this.number = number;
    this.slot = slot;
  }

  /** What the devices know the queue by. */
  public int number() {
    return number;
  }

  /** Whether the first device has offered the job to others. */
  public boolean isOffered() {
    return slot.state() == ShareSlot.OFFERED;
  }

  /**
   * Lets a device take no pieces.
   *
   * @return false when it has some already
   */
  public boolean bar(int device) {
    return slot.bar(device);
  }

  /** Gives the queue back; no device uses it then. */
  @Override
  public void close() {
    board.free(number);
  }
}
