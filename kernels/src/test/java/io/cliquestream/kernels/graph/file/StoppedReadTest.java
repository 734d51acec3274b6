package io.cliquestream.kernels.graph.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.cliquestream.kernels.control.StoppedException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Reads that a stop ended: what is read after them is told of truly. */
final class StoppedReadTest {
  /** Gives pieces; before each of them but the first a read is stopped once. */
  private static final class OftenStopped extends ByteArrayInputStream {
    private static final int PIECE = 1_000;
    private boolean stops;

    OftenStopped(byte[] bytes) {
      super(bytes);
    }

    @Override
    public synchronized int read(byte[] buffer, int offset, int length) {
      stops = !stops;
      if (!stops) {
        throw new StoppedException(FailureCode.CANCELLED, "stopped");
      }
      return super.read(buffer, offset, Math.min(length, PIECE));
    }
  }

  /** Reads to the end, however often a read is stopped; says how often that was. */
  private static int readAll(InputStream stream, ByteArrayOutputStream into) throws IOException {
    byte[] buffer = new byte[4_096];
    int stopped = 0;
    while (true) {
      try {
        int taken = stream.read(buffer, 0, buffer.length);
        if (taken < 0) {
          return stopped;
        }
        into.write(buffer, 0, taken);
      } catch (StoppedException e) {
        stopped++;
      }
    }
  }

  private static byte[] plain() {
    byte[] plain = new byte[100_000];
    new Random(11).nextBytes(plain);
    return plain;
  }

  @Test
  void aStoppedReadOfZstdMadeItsDataLookDamaged() throws IOException {
    byte[] plain = plain();
    var read = new ByteArrayOutputStream();
    try (var stream = new ZstdStream(new OftenStopped(Zstd.compress(plain)))) {
      assertThat(readAll(stream, read)).isPositive();
    }
    assertThat(read.toByteArray()).isEqualTo(plain);
  }

  @Test
  void aStoppedReadOfGzipMadeItsDataLookDamaged() throws IOException {
    byte[] plain = plain();
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(plain);
    }
    var read = new ByteArrayOutputStream();
    try (var stream = new GzipStream(new OftenStopped(packed.toByteArray()))) {
      assertThat(readAll(stream, read)).isPositive();
    }
    assertThat(read.toByteArray()).isEqualTo(plain);
  }
}
