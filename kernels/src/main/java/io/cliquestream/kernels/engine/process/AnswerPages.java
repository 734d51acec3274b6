package io.cliquestream.kernels.engine.process;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.cuda.process.ServiceCall;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * Cuts a job's answer into pages: first the listing, then the outcome. A page's first byte says
 * which. Pages of a listing break at the same places each time a job is run, since listings are
 * same places, too; an outcome names times, so it differs from run to run.
 */
public final class AnswerPages implements ListingSink {
  static final int LISTING = 1;
  static final int OUTCOME = 2;
  private static final int PAGE_BYTES = 1 << 20;

  private final ServiceCall call;
  private final ByteArrayOutputStream listing = new ByteArrayOutputStream();
  private final DataOutputStream listed = new DataOutputStream(listing);

  public AnswerPages(ServiceCall call) {
    this.call = call;
  }

  @Override
  public void accept(int[] vertices) {
    try {
      listed.writeInt(vertices.length);
      for (int vertex : vertices) {
        listed.writeInt(vertex);
      }
    } catch (IOException e) { // a byte array takes everything
      throw new UncheckedIOException(e);
    }
    if (listing.size() >= PAGE_BYTES) {
      flushListing();
    }
  }

  private void flushListing() {
    if (listing.size() > 0) {
      page(LISTING, listing.toByteArray(), listing.size());
      listing.reset();
    }
  }

  private void page(int kind, byte[] bytes, int length) {
    byte[] page = new byte[length + 1];
    page[0] = (byte) kind;
    System.arraycopy(bytes, 0, page, 1, length);
    call.page(page);
  }

  /**
   * Ends the listing and sends the outcome's pages but the last one.
   *
   * @return the last page, which goes with the call's end: most outcomes have no other, and so cost
   *     one message
   */
  public byte[] end(Object outcome) {
    flushListing();
    LastPage pages = new LastPage();
    try (DataOutputStream out = new DataOutputStream(pages)) {
      RecordCodec.write(out, outcome);
    } catch (IOException e) { // a byte array takes everything, and pages do not throw it
      throw new UncheckedIOException(e);
    }
    return pages.last();
  }

  /** Sends a page whenever one is full, and keeps what is left. */
  private final class LastPage extends OutputStream {
    private final ByteArrayOutputStream open = new ByteArrayOutputStream();

    LastPage() {
      open.write(OUTCOME);
    }

    @Override
    public void write(int single) {
      open.write(single);
      sendWhenFull();
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      int done = 0;
      while (done < length) {
        int part = Math.min(length - done, PAGE_BYTES + 1 - open.size());
        open.write(bytes, offset + done, part);
        done += part;
        sendWhenFull();
      }
    }

    private void sendWhenFull() {
      if (open.size() > PAGE_BYTES) {
        call.page(open.toByteArray());
        open.reset();
        open.write(OUTCOME);
      }
    }

    byte[] last() {
      return open.toByteArray();
    }
  }
}
