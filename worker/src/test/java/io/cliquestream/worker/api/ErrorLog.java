package io.cliquestream.worker.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/** What is written to the error stream, which takes the log of a test, while this is open. */
public final class ErrorLog implements AutoCloseable {
  private final PrintStream before = System.err;
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  /** Takes what is written from now on. */
  public ErrorLog() {
    System.setErr(
        new PrintStream(
            new OutputStream() {
              @Override
              public void write(int one) {
                before.write(one);
                written.write(one);
              }

              @Override
              public void write(byte[] bytes, int from, int length) {
                before.write(bytes, from, length);
                written.write(bytes, from, length);
              }
            },
            true,
            UTF_8));
  }

  /** Everything that was written. */
  public String text() {
    return written.toString(UTF_8);
  }

  @Override
  public void close() {
    System.setErr(before);
  }
}
