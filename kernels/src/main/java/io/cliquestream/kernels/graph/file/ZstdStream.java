package io.cliquestream.kernels.graph.file;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.cliquestream.kernels.text.BlockStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * The unpacked bytes of zstd data (RFC 8878), all its frames one after another.
 *
 * <p>The library's own stream takes data that ends inside the header of a frame for complete, and a
 * frame that ends in an empty block for right even when it holds less than it announces. Here the
 * end is the end of a frame, and each frame gives what it announces, or there is an error.
 *
 * <p>The library decodes a frame that lies whole in its input at one go, and then lets pass windows
 * and blocks that it refuses in a stream. The first byte of a frame goes in alone, so that the
 * answer never depends on how the bytes arrived.
 */
final class ZstdStream extends BlockStream {
  private static final int BUFFER_BYTES = 1 << 17;
  private static final int LONGEST_HEADER = 18;

  private final InputStream packed;
  private final ZstdDecompressCtx context = new ZstdDecompressCtx();
  private final byte[] piece = new byte[BUFFER_BYTES];
  private final ByteBuffer input = ByteBuffer.allocateDirect(BUFFER_BYTES).limit(0);
  private final ByteBuffer output = ByteBuffer.allocateDirect(BUFFER_BYTES).limit(0);
  private boolean inFrame;

  /** Bytes that the frame announces, or less than 0. */
  private long announced;

  /** Bytes that the frame has given. */
  private long given;

  /** The last call filled the output, so more may be waiting behind it. */
  private boolean outputWasFull;

  ZstdStream(InputStream packed) {
    this.packed = packed;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    while (!output.hasRemaining()) {
      if (!input.hasRemaining() && !outputWasFull && !fill()) {
        if (inFrame) {
          throw new EOFException();
        }
        return -1;
      }
      unpack();
    }
    int taken = Math.min(length, output.remaining());
    output.get(buffer, offset, taken);
    return taken;
  }

  private void unpack() throws IOException {
    if (!inFrame) {
      openFrame();
    }
    int end = input.limit();
    if (!inFrame) {
      input.limit(input.position() + 1);
    }
    output.clear();
    try {
      inFrame = !context.decompressDirectByteBufferStream(output, input);
    } catch (ZstdException e) {
      output.limit(0);
      throw new IOException(reason(e), e);
    }
    input.limit(end);
    outputWasFull = inFrame && !output.hasRemaining();
    output.flip();
    given += output.remaining();
    if (!inFrame && announced >= 0 && given != announced) {
      output.limit(0);
      throw new IOException(
          "its compressed data is damaged: a frame announces %d bytes and holds %d"
              .formatted(announced, given));
    }
  }

  private static String reason(ZstdException refused) {
    // A stream's exceptions carry the error's name, not its code.
    return Zstd.getErrorName(-Zstd.errFrameParameterWindowTooLarge()).equals(refused.getMessage())
        ? "it needs a window of more than 128 MiB: compress it without --long"
        : "its compressed data is damaged: " + refused.getMessage();
  }

  /** Reads what the next frame announces, of which the whole header must lie in the input. */
  private void openFrame() throws IOException {
    boolean more = true;
    while (more && input.remaining() < LONGEST_HEADER) {
      more = fill();
    }
    byte[] header = new byte[Math.min(LONGEST_HEADER, input.remaining())];
    input.get(input.position(), header);
    announced = Zstd.getFrameContentSize(header, 0, header.length);
    given = 0;
  }

  /** Adds to the input; false at the end. */
  private boolean fill() throws IOException {
    input.compact();
    int taken = 0;
    try {
      taken = packed.read(piece, 0, input.remaining());
    } finally {
      // A read that was stopped leaves what is there as it was.
      input.put(piece, 0, Math.max(0, taken)).flip();
    }
    return taken > 0;
  }

  /** Frees native memory; leaves the packed stream open. */
  @Override
  public void close() {
    context.close();
  }
}
