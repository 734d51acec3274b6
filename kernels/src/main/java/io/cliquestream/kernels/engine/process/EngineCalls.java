package io.cliquestream.kernels.engine.process;

import io.cliquestream.kernels.cuda.process.DeviceSupervisor;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.job.JobControl;
import io.cliquestream.kernels.job.ListingSink;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The caller's side of {@link EngineService}. */
public final class EngineCalls {
  private final DeviceSupervisor supervisor;

  /** Calls through a supervisor whose process runs an {@link EngineService}. */
  public EngineCalls(DeviceSupervisor supervisor) {
    this.supervisor = supervisor;
  }

  /** A request as bytes. */
  public static byte[] bytes(EngineRequest request) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      RecordCodec.write(new DataOutputStream(bytes), request);
    } catch (IOException e) { // a byte array takes everything
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Makes a request, gives its listing to the sink, and returns its outcome. */
  public Object call(JobControl control, EngineRequest request, ListingSink sink) {
    ByteArrayOutputStream outcome = new ByteArrayOutputStream();
    byte[] _ =
        supervisor.call(
            control,
            bytes(request),
            page -> {
              switch (page[0]) {
                case AnswerPages.LISTING -> list(page, sink);
                case AnswerPages.OUTCOME -> outcome.write(page, 1, page.length - 1);
                default -> throw new IllegalStateException("a page of kind " + page[0]);
              }
            });
    try {
      return RecordCodec.read(new DataInputStream(new ByteArrayInputStream(outcome.toByteArray())));
    } catch (IOException e) {
      throw new ComputeException(FailureCode.INTERNAL, "an outcome that cannot be read", e);
    }
  }

  private static void list(byte[] page, ListingSink sink) {
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
}
