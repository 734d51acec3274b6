package io.cliquestream.kernels.cuda.share;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;

/**
 * One job's queue of pieces, in memory that several processes map.
 *
 * <p>The queue is one word: the phase that is handed out now, and its next piece. Whoever asks for
 * a piece of a later phase has seen the end of the present one, so the word may move on; whoever
 * asks for an earlier one learns that nothing is left of it. So each piece is handed out once, and
 * the word says how far the job is.
 */
final class ShareSlot {
  static final int BYTES = 4096;

  /** Nobody's. */
  static final int FREE = 0;

  /** The first device plans, or works alone. */
  static final int ALONE = 1;

  /** Others may join. */
  static final int OFFERED = 2;

  /** Devices that a slot has room for. */
  static final int MOST_DEVICES = 64;

  private static final int OUTSIDE = 0;
  private static final int INSIDE = 1;
  private static final int BARRED = 2;

  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final long STATE = 0;
  private static final long DEVICES = 4;
  private static final long BOUND = 8;
  private static final long QUEUE = 16;
  private static final long WORTH = 24;
  private static final long JOINED = 64;
  private static final long CHOICE_BYTES = JOINED + 4L * MOST_DEVICES;
  private static final long CHOICE = CHOICE_BYTES + 4;

  private final MemorySegment memory;

  ShareSlot(MemorySegment memory) {
    this.memory = memory;
  }

  /** For a new job; by its owner, before any device hears of the slot. */
  void open(int devices, long worthNanos) {
    memory.fill((byte) 0);
    memory.set(ValueLayout.JAVA_INT, DEVICES, devices);
    memory.set(ValueLayout.JAVA_LONG, WORTH, worthNanos);
    state(ALONE);
  }

  int state() {
    return (int) INT.getVolatile(memory, STATE);
  }

  void state(int next) {
    INT.setVolatile(memory, STATE, next);
  }

  int devices() {
    return memory.get(ValueLayout.JAVA_INT, DEVICES);
  }

  long worthNanos() {
    return memory.get(ValueLayout.JAVA_LONG, WORTH);
  }

  /** Marks a device as one that has pieces; false when it was one before, or was barred. */
  boolean join(int device) {
    return INT.compareAndSet(memory, JOINED + 4L * device, OUTSIDE, INSIDE);
  }

  /** Lets a device have no pieces; false when it has some. */
  boolean bar(int device) {
    return INT.compareAndSet(memory, JOINED + 4L * device, OUTSIDE, BARRED);
  }

  boolean hasJoined(int device) {
    return (int) INT.getVolatile(memory, JOINED + 4L * device) == INSIDE;
  }

  /** Before the state says that others may read it. */
  void choice(String choice) {
    byte[] bytes = choice.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > BYTES - CHOICE) {
      throw new IllegalArgumentException("a choice of " + bytes.length + " bytes");
    }
    memory.set(ValueLayout.JAVA_INT, CHOICE_BYTES, bytes.length);
    MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, CHOICE, bytes.length);
  }

  String choice() {
    byte[] bytes = new byte[memory.get(ValueLayout.JAVA_INT, CHOICE_BYTES)];
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, CHOICE, bytes, 0, bytes.length);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  int take(int phase, int count) {
    while (true) {
      long now = (long) LONG.getVolatile(memory, QUEUE);
      int at = (int) (now >>> Integer.SIZE);
      int next = at == phase ? (int) now : 0;
      if (at > phase || next >= count) {
        return -1;
      }
      if (LONG.compareAndSet(memory, QUEUE, now, ((long) phase << Integer.SIZE) | (next + 1))) {
        return next;
      }
    }
  }

  int bound() {
    return (int) INT.getVolatile(memory, BOUND);
  }

  void raise(int size) {
    int now = bound();
    while (size > now && !INT.compareAndSet(memory, BOUND, now, size)) {
      now = bound();
    }
  }
}
