package io.cliquestream.kernels.engine.process;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.cuda.process.PageSink;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.thread.KeptInterrupts;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * Reads what {@link AnswerPages} wrote. Listed cliques go to the sink, each once, although a job
 * that is run again lists from the start: pages that were given already are skipped. A listing
 * whose order is another in each run cannot be continued so; it fails once a part of it was given.
 * A large outcome is read while it arrives, so that its arrays are never in memory twice.
 */
final class AnswerReader implements PageSink {
  private static final int PAGES_AHEAD = 4;
  private static final long CHECK_MILLIS = 5;
  private static final byte[] END = new byte[0];

  private final ListingSink sink;
  private final boolean repeatable;
  private long listedPages;
  private long listedPagesOfTry;
  private Outcome outcome;

  /**
   * A reader.
   *
   * @param repeatable whether another run lists the same in the same order
   */
  AnswerReader(ListingSink sink, boolean repeatable) {
    this.sink = sink;
    this.repeatable = repeatable;
  }

  @Override
  public void begin() {
    abandon();
  }

  @Override
  public void page(long number, byte[] bytes) {
    if (number == 0) {
      abandon();
      if (!repeatable && listedPages > 0) {
        throw new ComputeException(
            FailureCode.DEVICE_FAULT,
            "the GPU failed after a part of the list was given, and lists in another order when"
                + " the job is run again");
      }
      listedPagesOfTry = 0;
    }
    switch (bytes[0]) {
      case AnswerPages.LISTING -> {
        if (++listedPagesOfTry > listedPages) {
          listedPages = listedPagesOfTry;
          list(bytes);
        }
      }
      case AnswerPages.OUTCOME -> {
        if (outcome == null) {
          outcome = new Outcome();
        }
        outcome.add(bytes);
      }
      default -> throw new IllegalStateException("a page of kind " + bytes[0]);
    }
  }

  private void list(byte[] page) {
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(page, 1, page.length - 1))) {
      while (in.available() > 0) {
        int[] vertices = new int[in.readInt()];
        for (int i = 0; i < vertices.length; i++) {
          vertices[i] = in.readInt();
        }
        sink.accept(vertices);
      }
    } catch (IOException e) { // a byte array has no other end
      throw new UncheckedIOException(e);
    }
  }

  /** Lets an outcome go whose process did not finish it. */
  void abandon() {
    if (outcome != null) {
      outcome.reader.interrupt();
      outcome = null;
    }
  }

  /**
   * The outcome, after all pages but its last.
   *
   * @param last what {@link AnswerPages#end} returned
   */
  Object outcome(byte[] last) {
    if (last.length == 0 || last[0] != AnswerPages.OUTCOME) {
      throw new IllegalStateException("a job without an outcome");
    }
    if (outcome == null) {
      return whole(last);
    }
    outcome.add(last);
    outcome.add(END);
    try {
      return outcome.value.join();
    } catch (CompletionException e) {
      throw new IllegalStateException("an outcome that cannot be read", e.getCause());
    }
  }

  private static Object whole(byte[] page) {
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(page, 1, page.length - 1))) {
      return RecordCodec.read(in);
    } catch (IOException e) {
      throw new IllegalStateException("an outcome that cannot be read", e);
    }
  }

  /** An outcome that a thread of its own reads as its pages come. */
  private static final class Outcome {
    private final BlockingQueue<byte[]> pages = new ArrayBlockingQueue<>(PAGES_AHEAD);
    private final CompletableFuture<Object> value = new CompletableFuture<>();
    private final Thread reader = Thread.ofVirtual().start(this::read);

    /** Waits while the reader is behind, unless it has ended. */
    void add(byte[] page) {
      try (KeptInterrupts interrupts = new KeptInterrupts()) {
        boolean added = false;
        while (!added && !value.isDone()) {
          added =
              Boolean.TRUE.equals(
                  interrupts.keep(() -> pages.offer(page, CHECK_MILLIS, TimeUnit.MILLISECONDS)));
        }
      }
    }

    private void read() {
      try (DataInputStream in = new DataInputStream(new PageStream(pages))) {
        value.complete(RecordCodec.read(in));
      } catch (IOException | RuntimeException e) {
        value.completeExceptionally(e);
      }
    }
  }

  /** The bytes of pages, without the first of each. */
  private static final class PageStream extends InputStream {
    private final BlockingQueue<byte[]> pages;
    private byte[] page = {0};
    private int at = 1;

    PageStream(BlockingQueue<byte[]> pages) {
      this.pages = pages;
    }

    private boolean hasByte() throws IOException {
      while (at >= page.length) {
        if (page.length == 0) {
          return false;
        }
        try {
          page = pages.take();
        } catch (InterruptedException e) {
          throw new IOException("abandoned", e);
        }
        at = 1;
      }
      return true;
    }

    @Override
    public int read() throws IOException {
      return hasByte() ? page[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (!hasByte()) {
        return -1;
      }
      int count = Math.min(length, page.length - at);
      System.arraycopy(page, at, into, offset, count);
      at += count;
      return count;
    }
  }
}
