package io.cliquestream.kernels.cuda.packed;

import io.cliquestream.kernels.control.Parallelism;
import io.cliquestream.kernels.cuda.device.DeviceMemory;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.device.StagedUpload;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.cuda.library.NativeRecord;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Takes pairs to a device in half their bytes, where they are sorted by their first ids or nearly
 * so: the link is the slowest part of a count. Nothing of the host's own memory is page-locked
 * then, which alone takes longer than the link does.
 *
 * <p>Threads of the host take one run after another and pack it into the slab of its group. The
 * lane's thread hands out slabs ahead of them, sends each complete one and has the device unpack
 * it; while at most one other thread has come, it packs too. Threads that find no slab open spin as
 * long as a copy takes, then sleep between looks.
 *
 * <p>The first run that does not pack ends it. What was sent before is whole groups from the front,
 * so a caller can go on from there.
 */
public final class PackedFeed {
  /** Shorter arrays are copied in less time than threads take to wake. */
  private static final long LEAST_PAIRS = 1L << 20;

  /**
   * The same where no slab is locked yet: that, and code that runs for the first time, is 20 ms.
   */
  private static final long LEAST_PAIRS_AT_FIRST = 1L << 25;

  /** With fewer processors, locking pages is faster. */
  private static final int LEAST_PROCESSORS = 4;

  /** Slabs under way: some that are filled, some that the device reads or will. */
  private static final int SLABS = 6;

  /** How many are open to be filled at a time. */
  private static final int OPEN = 3;

  private static final long PAIR_BYTES = 2L * Integer.BYTES;

  /** About what a slab's copy takes. */
  private static final long SPIN_NANOS = 100_000;

  private static final long SLEEP_NANOS = 20_000;

  private final Lane lane;
  private final CudaLibrary library;
  private final PackedRuns source;
  private final PackedTarget target;
  private final DeviceMemory pairs;
  private final long runs;
  private final Thread feeder = Thread.currentThread();
  private final AtomicLong next = new AtomicLong();
  private final AtomicInteger helpers = new AtomicInteger();
  private final PackedGroup[] groups = new PackedGroup[OPEN];

  /** The first run that does not pack as far as is known, or the number of runs. */
  private final AtomicLong end;

  private int groupRuns;
  private volatile long open;
  private volatile boolean ended;
  private long sentRuns;
  private long sentPairs;
  private long sentBytes;

  /**
   * A feed of what goes to the beginning of an array on the device.
   *
   * @param target counts the degrees, and lends its memory for packed runs on their way
   */
  public PackedFeed(
      Lane lane, CudaLibrary library, PackedRuns source, PackedTarget target, DeviceMemory pairs) {
    this.lane = lane;
    this.library = library;
    this.source = source;
    this.target = target;
    this.pairs = pairs;
    this.runs = source.count();
    this.end = new AtomicLong(runs);
  }

  /** Whether so many pairs are worth it here. */
  public static boolean pays(Lane lane, long pairs) {
    return pairs >= (StagedUpload.isReady(lane) ? LEAST_PAIRS : LEAST_PAIRS_AT_FIRST)
        && Runtime.getRuntime().availableProcessors() >= LEAST_PROCESSORS;
  }

  /**
   * Copies pairs and counts their degrees, from the first on, until there are none or some do not
   * pack; enqueues, but for what slabs wait for.
   *
   * @return how many of them are done
   */
  public long send() {
    try (Arena arena = Arena.ofConfined();
        StagedUpload upload = new StagedUpload(lane, SLABS)) {
      NativeRecord record = library.allocate("cs_packed_runs", arena);
      int most = record.words("length").length;
      groupRuns = (int) Math.min(most, upload.slabBytes() / bytes(PackedRuns.RUN_PAIRS));
      if (groupRuns == 0) {
        return 0;
      }
      for (int i = 0; i < OPEN; i++) {
        groups[i] = new PackedGroup(groupRuns);
      }
      Parallelism.available()
          .run(
              () -> {
                if (Thread.currentThread().equals(feeder)) {
                  feed(upload, record);
                } else {
                  help();
                }
              });
    }
    return sentPairs;
  }

  private void feed(StagedUpload upload, NativeRecord record) {
    try {
      long opened = 0;
      long sent = 0;
      while (sentRuns < runs && Math.min(runs, sentRuns + groupRuns) <= end.get() && !ended) {
        if (opened * groupRuns < runs && opened - sent < OPEN) {
          MemorySegment slab = upload.next();
          if (slab != null) {
            long first = opened * groupRuns;
            group(opened).open(slab, (int) Math.min(groupRuns, runs - first));
            opened++;
            open = Math.min(runs, first + groupRuns);
          } else if (opened == sent) {
            upload.await();
            continue;
          }
        }
        if (sent < opened && group(sent).isComplete()) {
          if (!send(group(sent), upload, record)) {
            return;
          }
          sent++;
          lane.control().checkStopped();
        } else if (helpers.get() > 1 || !packNext()) {
          Thread.onSpinWait();
        }
      }
    } finally {
      ended = true;
    }
  }

  private PackedGroup group(long index) {
    return groups[(int) (index % OPEN)];
  }

  /** Copies a group and unpacks it; false where the device has no room for it. */
  private boolean send(PackedGroup group, StagedUpload upload, NativeRecord record) {
    long bytes = group.bytes();
    if (sentBytes + bytes > target.packedRoomBytes()) {
      return false;
    }
    long room = target.packedRoom() + sentBytes;
    for (int i = 0; i < group.runs(); i++) {
      record
          .setWord("length", i, group.pairs(i))
          .setWord("packed", i, target.working().address() + room + group.offset(i))
          .setWord("pairs", i, pairs.address() + PAIR_BYTES * sentPairs);
      sentPairs += group.pairs(i);
    }
    record.set("count", group.runs());
    upload.send(bytes, target.working(), room);
    target.countPacked(record);
    sentBytes += bytes;
    sentRuns += group.runs();
    return true;
  }

  /** Packs until there is nothing left. */
  private void help() {
    helpers.incrementAndGet();
    try {
      long idleSince = System.nanoTime();
      while (!ended && next.get() < end.get()) {
        if (packNext()) {
          idleSince = System.nanoTime();
        } else if (System.nanoTime() - idleSince < SPIN_NANOS) {
          Thread.onSpinWait();
        } else {
          LockSupport.parkNanos(SLEEP_NANOS);
        }
      }
    } catch (RuntimeException | Error e) {
      ended = true;
      throw e;
    } finally {
      helpers.decrementAndGet();
    }
  }

  /** Packs the next run, if its group's slab is open. */
  private boolean packNext() {
    long run = next.get();
    while (run < Math.min(open, end.get())) {
      if (next.compareAndSet(run, run + 1)) {
        pack(run);
        return true;
      }
      run = next.get();
    }
    return false;
  }

  private void pack(long run) {
    PackedGroup group = group(run / groupRuns);
    long count = source.pairs(run);
    MemorySegment room = group.room((int) (run % groupRuns), count, bytes(count));
    if (count > 0 && !source.pack(run, count, room)) {
      // Groups before it are still packed and sent: what arrives does not depend on who was first.
      end.accumulateAndGet(run, Math::min);
      return;
    }
    group.add();
  }

  /** Bytes of a packed run; what follows is aligned. */
  private long bytes(long count) {
    return Math.ceilDiv(library.graph().packedWords(count), 2) * Long.BYTES;
  }
}
