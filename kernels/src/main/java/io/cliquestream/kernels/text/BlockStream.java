package io.cliquestream.kernels.text;

import java.io.IOException;
import java.io.InputStream;

/** A stream that gives many bytes at a time; a single byte is a block of one. */
public abstract class BlockStream extends InputStream {
  private final byte[] single = new byte[1];

  /** A stream for one thread at a time. */
  protected BlockStream() {}

  @Override
  public final int read() throws IOException {
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xFF;
  }

  @Override
  public abstract int read(byte[] buffer, int offset, int length) throws IOException;
}
