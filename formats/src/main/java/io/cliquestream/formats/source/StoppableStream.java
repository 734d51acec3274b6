package io.cliquestream.formats.source;

import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.text.BlockStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A stream that may let its reader wait for ever, as a terminal, a pipe and a slow host do: read by
 * a thread of its own, some blocks ahead, so that whoever waits here can be stopped. The thread
 * stays behind when a read never returns; it ends with the next byte, and keeps no process alive.
 */
final class StoppableStream extends BlockStream {
  private static final int BLOCK_BYTES = 1 << 17;
  private static final int BLOCKS = 4;
  private static final long PATIENCE_MILLIS = 50;

  /** Bytes that were read, or why there are no more: a failure, or none for the end. */
  private record Block(byte[] bytes, int length, Throwable failure) {}

  private final InputStream source;
  private final StopCheck stop;
  private final BlockingQueue<Block> filled = new LinkedBlockingQueue<>();
  private final BlockingQueue<byte[]> empty = new LinkedBlockingQueue<>();
  private Block block = new Block(new byte[BLOCK_BYTES], 0, null);
  private int taken;
  private boolean ended;
  private volatile boolean closed;

  StoppableStream(InputStream source, StopCheck stop) {
    this.source = source;
    this.stop = stop;
    for (int i = 1; i < BLOCKS; i++) {
      empty.add(new byte[BLOCK_BYTES]);
    }
    Thread.ofPlatform().daemon().name("cliquestream-reading").start(this::fill);
  }

  private void fill() {
    try {
      while (!closed) {
        byte[] bytes = empty.take();
        int length = closed ? -1 : source.read(bytes, 0, bytes.length);
        filled.add(new Block(bytes, length, null));
        if (length < 0) {
          return;
        }
      }
    } catch (InterruptedException e) {
      // Nobody reads any more.
      Thread.currentThread().interrupt();
    } catch (Throwable e) { // told to whoever reads
      filled.add(new Block(new byte[0], -1, e));
    }
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (taken == block.length && !ended) {
      next();
    }
    if (ended) {
      return -1;
    }
    int count = Math.min(length, block.length - taken);
    System.arraycopy(block.bytes, taken, buffer, offset, count);
    taken += count;
    return count;
  }

  private void next() throws IOException {
    empty.add(block.bytes);
    taken = 0;
    block = new Block(block.bytes, 0, null);
    try {
      Block found = filled.poll();
      while (found == null) {
        stop.checkStopped();
        found = filled.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      }
      if (found.length < 0) {
        ended = true;
        fail(found.failure);
      } else {
        block = found;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static void fail(Throwable failure) throws IOException {
    switch (failure) {
      case null -> {}
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IOException(failure);
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    empty.add(new byte[0]);
    source.close();
  }
}
