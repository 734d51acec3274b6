package io.cliquestream.kernels.grid;

import io.cliquestream.kernels.control.StopMeter;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.PairSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * All parts in one file, which is gone when it is closed: at first the arcs of each part in a
 * region of its own as they came, 8 bytes each; then its rows instead, sorted and without
 * duplicates.
 */
final class GridFile implements AutoCloseable {
  private static final int LARGEST_BUFFER = 1 << 16;
  private static final int SMALLEST_BUFFER = 1 << 9;
  private static final int IO_BYTES = 1 << 20;

  private final GridPlan plan;
  private final FileChannel channel;
  private final long[] starts;
  private final ByteBuffer io = ByteBuffer.allocateDirect(IO_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private long readBytes;

  private GridFile(GridPlan plan, FileChannel channel) {
    this.plan = plan;
    this.channel = channel;
    this.starts = new long[plan.parts() + 1];
    for (int part = 0; part < plan.parts(); part++) {
      // Rows take 4 bytes an arc and 4 a rank of the class; arcs as they came 8.
      starts[part + 1] =
          starts[part] + Math.max(plan.bytes(part), plan.arcs().get(part) * Long.BYTES);
    }
  }

  /** Writes the arcs of pairs to their parts, and sorts these. */
  static GridFile write(
      GridPlan plan, PairSource pairs, DegreeRanks ranks, Path folder, StopMeter meter) {
    GridFile file = null;
    boolean done = false;
    try {
      Path path = Files.createTempFile(folder, "cliquestream-grid-", ".parts");
      file =
          new GridFile(
              plan,
              FileChannel.open(
                  path,
                  StandardOpenOption.READ,
                  StandardOpenOption.WRITE,
                  StandardOpenOption.DELETE_ON_CLOSE));
      file.write(pairs, ranks, meter);
      for (int part = 0; part < plan.parts(); part++) {
        file.sort(part);
        meter.work(plan.arcs().get(part));
      }
      done = true;
      return file;
    } catch (IOException e) {
      throw failed(folder, e);
    } finally {
      if (!done && file != null) {
        file.close();
      }
    }
  }

  private static ComputeException failed(Path folder, IOException cause) {
    return new ComputeException(
        FailureCode.JOB_MEMORY_EXCEEDED,
        "the parts of the graph cannot be kept in " + folder + ": " + cause,
        cause);
  }

  private void write(PairSource pairs, DegreeRanks ranks, StopMeter meter) throws IOException {
    int n = plan.n();
    long each = Math.clamp(plan.budgetBytes() / plan.parts(), SMALLEST_BUFFER, LARGEST_BUFFER);
    ByteBuffer[] buffers = new ByteBuffer[plan.parts()];
    Arrays.setAll(
        buffers, _ -> ByteBuffer.allocate((int) each & -Long.BYTES).order(ByteOrder.LITTLE_ENDIAN));
    long[] next = Arrays.copyOf(starts, plan.parts());
    IOException[] failure = new IOException[1];
    DegreeRanks.forEach(
        pairs,
        meter,
        (from, to) -> {
          if (from == to || failure[0] != null) {
            return;
          }
          int low = Math.min(ranks.rank(from), ranks.rank(to));
          int high = Math.max(ranks.rank(from), ranks.rank(to));
          int part = low % n * n + high % n;
          buffers[part].putInt(high / n).putInt(low / n);
          if (!buffers[part].hasRemaining()) {
            try {
              flush(buffers[part], part, next);
            } catch (IOException e) {
              failure[0] = e;
            }
          }
        });
    if (failure[0] != null) {
      throw failure[0];
    }
    for (int part = 0; part < buffers.length; part++) {
      flush(buffers[part], part, next);
    }
  }

  private void flush(ByteBuffer buffer, int part, long[] next) throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      next[part] += channel.write(buffer, next[part]);
    }
    buffer.clear();
  }

  /** Reads a part. */
  GridPart read(int part) {
    try {
      int[] offsets = new int[plan.classSize() + 1];
      read(starts[part], offsets);
      int[] targets = new int[offsets[offsets.length - 1]];
      read(starts[part] + (long) offsets.length * Integer.BYTES, targets);
      readBytes += plan.bytes(part);
      return new GridPart(offsets, targets);
    } catch (IOException e) {
      throw failed(Path.of("the folder of the parts"), e);
    }
  }

  /** Puts a part's rows where its arcs are. */
  private void sort(int part) throws IOException {
    long[] arcs = new long[Math.toIntExact(plan.arcs().get(part))];
    long at = starts[part];
    for (int i = 0; i < arcs.length; ) {
      int count = Math.min(arcs.length - i, IO_BYTES / Long.BYTES);
      fill(at, count * Long.BYTES);
      for (int end = i + count; i < end; i++) {
        arcs[i] = io.getLong();
      }
      at += (long) count * Long.BYTES;
    }
    Arrays.parallelSort(arcs);
    int[] offsets = new int[plan.classSize() + 1];
    int kept = 0;
    for (int i = 0; i < arcs.length; i++) {
      if (i == 0 || arcs[i] != arcs[i - 1]) {
        arcs[kept++] = arcs[i];
        offsets[(int) (arcs[i] >>> 32) + 1]++;
      }
    }
    for (int row = 1; row < offsets.length; row++) {
      offsets[row] += offsets[row - 1];
    }
    write(starts[part], offsets.length, i -> offsets[i]);
    write(starts[part] + (long) offsets.length * Integer.BYTES, kept, i -> (int) arcs[i]);
  }

  private interface IntAt {
    int get(int index);
  }

  private void write(long at, int count, IntAt values) throws IOException {
    long next = at;
    for (int i = 0; i < count; ) {
      io.clear();
      for (int end = Math.min(count, i + IO_BYTES / Integer.BYTES); i < end; i++) {
        io.putInt(values.get(i));
      }
      io.flip();
      while (io.hasRemaining()) {
        next += channel.write(io, next);
      }
    }
  }

  private void read(long at, int[] values) throws IOException {
    for (int i = 0; i < values.length; ) {
      int count = Math.min(values.length - i, IO_BYTES / Integer.BYTES);
      fill(at + (long) i * Integer.BYTES, count * Integer.BYTES);
      io.asIntBuffer().get(values, i, count);
      i += count;
    }
  }

  private void fill(long at, int bytes) throws IOException {
    io.clear().limit(bytes);
    while (io.hasRemaining()) {
      if (channel.read(io, at + io.position()) < 0) {
        throw new IOException("the file of the parts ends at " + at);
      }
    }
    io.flip();
  }

  /** Bytes of parts that were read into memory so far. */
  long readBytes() {
    return readBytes;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw failed(Path.of("the folder of the parts"), e);
    }
  }
}
