package io.cliquestream.kernels.text;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The unpacked bytes of one source, read once from the front and counted against a limit; the first
 * ones can be looked at before. Not safe for use by several threads at once.
 *
 * <p>Reading throws the source's IOExceptions, and a ComputeException where there is more than may
 * be read. Closing it frees what unpacking took.
 */
public final class BoundedContent extends BlockStream {
  private final String name;
  private final InputStream unpacked;
  private final long maximumBytes;
  private final boolean whole;
  private byte[] head;
  private int headTaken;
  private long bytes;

  /**
   * Reads the first bytes.
   *
   * @param name names the source in messages
   * @param headBytes how many bytes can be looked at
   * @param unpacked closed by {@link #close}
   * @param maximumBytes most bytes that may be read, those of the head included
   * @throws IOException of the source
   * @throws ComputeException DECOMPRESSION_BOUND_EXCEEDED when the head is longer than the bound
   */
  public BoundedContent(String name, InputStream unpacked, long maximumBytes, int headBytes)
      throws IOException {
    this.name = name;
    this.unpacked = unpacked;
    this.maximumBytes = maximumBytes;
    this.head = unpacked.readNBytes(headBytes);
    this.whole = head.length < headBytes;
    count(head.length);
  }

  /** {@return the first bytes, without taking them; all there are when the source is shorter} */
  public byte[] head() {
    return head;
  }

  /**
   * Leaves the first bytes out, for good.
   *
   * @param count at most the length of the head
   */
  public void dropFirst(int count) {
    head = Arrays.copyOfRange(head, count, head.length);
  }

  /** {@return whether there is nothing behind the head} */
  public boolean isWhole() {
    return whole;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (headTaken < head.length) {
      int taken = Math.min(length, head.length - headTaken);
      System.arraycopy(head, headTaken, buffer, offset, taken);
      headTaken += taken;
      return taken;
    }
    int taken = unpacked.read(buffer, offset, length);
    count(taken);
    return taken;
  }

  private void count(int taken) {
    bytes += Math.max(0, taken);
    if (bytes > maximumBytes) {
      throw new ComputeException(
          FailureCode.DECOMPRESSION_BOUND_EXCEEDED,
          "%s holds more than the %d bytes that may be read".formatted(name, maximumBytes));
    }
  }

  @Override
  public void close() throws IOException {
    unpacked.close();
  }

  /**
   * The same bytes; reports those that are taken as work done, asks whether to go on, and leaves
   * the source open when it is closed.
   *
   * @param source stays the caller's to close
   * @param control told the bytes as work, and asked before each read
   * @return reads throw {@link io.cliquestream.kernels.control.StoppedException} when the control
   *     ended the job
   */
  public static InputStream counting(InputStream source, JobControl control) {
    return new Progress(source, control);
  }

  private static final class Progress extends FilterInputStream {
    private final JobControl control;

    Progress(InputStream in, JobControl control) {
      super(in);
      this.control = control;
    }

    @Override
    public void close() {
      // The caller's to close.
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      control.checkStopped();
      int taken = super.read(buffer, offset, length);
      if (taken > 0) {
        control.workDone(taken);
      }
      return taken;
    }
  }
}
