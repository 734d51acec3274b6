package io.cliquestream.kernels.engine.process;

import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.process.DeviceSupervisor;
import io.cliquestream.kernels.failure.ComputeException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The caller's side of {@code EngineService}.
 *
 * @param supervisor of a process that runs an {@code EngineService}
 */
public record EngineCalls(DeviceSupervisor supervisor) {
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

  /**
   * Makes a request, gives its listing to the sink, and returns its outcome.
   *
   * @param repeatable whether the request lists the same in the same order when it is made again
   * @throws ComputeException DEVICE_FAULT when it does not, and a process failed after a part of
   *     the list was given; what the service says otherwise
   */
  public Object call(
      JobControl control, EngineRequest request, ListingSink sink, boolean repeatable) {
    AnswerReader reader = new AnswerReader(sink, repeatable);
    try {
      return reader.outcome(supervisor.call(control, bytes(request), reader));
    } finally {
      reader.abandon();
    }
  }
}
