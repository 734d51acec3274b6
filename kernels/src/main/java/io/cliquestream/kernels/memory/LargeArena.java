package io.cliquestream.kernels.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An arena whose cost does not grow with what it holds, so that a stopped job never waits for
 * memory.
 *
 * <ul>
 *   <li>An ordinary arena writes zeros over every byte it hands out, 0.4 ms a MiB on one thread,
 *       and nothing can stop it. This one takes large segments from the C library's {@code calloc},
 *       which gets them from the operating system as zeroed pages when they are first touched: by
 *       the threads that fill them, in the loops that can be stopped.
 *   <li>Such a segment asks for huge pages: a fault for each 4 KiB takes more time than reading a
 *       cached file into them does.
 *   <li>Giving memory back takes 0.07 ms a MiB. An arena that holds more than 32 MiB is closed by a
 *       thread of its own; there are as many of those at a time as large arenas whose owners ended
 *       within the last second.
 * </ul>
 */
@SuppressWarnings("restricted") // each block with the size it was asked for
public final class LargeArena implements Arena {
  private static final long LAZY_BYTES = 1L << 22;
  private static final long BACKGROUND_BYTES = 1L << 25;

  /** Bytes of all arenas that were not closed yet, and the most there were at a time. */
  private static final AtomicLong LIVE = new AtomicLong();

  private static final AtomicLong PEAK = new AtomicLong();

  private final Arena arena;
  private final AtomicLong held = new AtomicLong();
  private final AtomicLong counted = new AtomicLong();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Its thread starts with the first arena that the collector closes. */
  private static final class Collected {
    private static final Cleaner CLEANER = Cleaner.create();
  }

  private LargeArena(Arena arena) {
    this.arena = arena;
  }

  /** An arena that any thread may use and close, as {@link Arena#ofShared}. */
  public static Arena shared() {
    return new LargeArena(Arena.ofShared());
  }

  /** An arena that any thread may use and the garbage collector closes, {@link Arena#ofAuto}. */
  public static Arena collected() {
    LargeArena collected = new LargeArena(Arena.ofAuto());
    AtomicLong counted = collected.counted;
    Collected.CLEANER.register(collected, () -> LIVE.addAndGet(-counted.get()));
    return collected;
  }

  /** Bytes that arenas of this kind hold now, in the whole process. */
  public static long liveBytes() {
    return LIVE.get();
  }

  /** The most since the last call of this method, which begins anew. */
  public static long takePeak() {
    return PEAK.getAndSet(LIVE.get());
  }

  private void count(long bytes) {
    counted.addAndGet(bytes);
    countLive(bytes);
  }

  /** Counts bytes of another kind of arena; negative ones when they are given back. */
  static void countLive(long bytes) {
    long live = LIVE.addAndGet(bytes);
    PEAK.accumulateAndGet(live, Math::max);
  }

  @Override
  public MemorySegment allocate(long byteSize, long byteAlignment) {
    if (byteSize < LAZY_BYTES) {
      count(byteSize);
      return arena.allocate(byteSize, byteAlignment);
    }
    long room = Math.addExact(byteSize, byteAlignment);
    held.addAndGet(room);
    count(room);
    MemorySegment start = CLibrary.calloc(room);
    CLibrary.adviseHugePages(start.address(), room);
    MemorySegment block = start.reinterpret(room, arena, CLibrary::free);
    return block.asSlice(-start.address() & (byteAlignment - 1), byteSize, byteAlignment);
  }

  @Override
  public MemorySegment.Scope scope() {
    return arena.scope();
  }

  /**
   * Frees everything, perhaps a little later; nothing may be read any more from now on.
   *
   * @throws IllegalStateException when it was closed before
   * @throws UnsupportedOperationException when the garbage collector closes it
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      throw new IllegalStateException("the memory is freed already");
    }
    LIVE.addAndGet(-counted.getAndSet(0));
    if (held.get() >= BACKGROUND_BYTES) {
      Thread.ofPlatform().daemon().name("cliquestream-free").start(arena::close);
    } else {
      arena.close();
    }
  }
}
