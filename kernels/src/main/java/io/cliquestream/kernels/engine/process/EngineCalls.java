package io.cliquestream.kernels.engine.process;

import io.cliquestream.kernels.cuda.process.DeviceSupervisor;
import io.cliquestream.kernels.job.JobControl;
import io.cliquestream.kernels.job.ListingSink;
import java.io.ByteArrayOutputStream;
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
    AnswerReader reader = new AnswerReader(sink);
    try {
      byte[] _ = supervisor.call(control, bytes(request), reader);
      return reader.outcome();
    } finally {
      reader.abandon();
    }
  }
}
