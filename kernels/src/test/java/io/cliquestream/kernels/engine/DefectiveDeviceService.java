package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.cuda.process.ServiceCall;
import io.cliquestream.kernels.engine.process.AnswerPages;
import io.cliquestream.kernels.engine.process.EngineRequest;
import io.cliquestream.kernels.engine.process.RecordCodec;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** A device that says it is ready, holds every graph, and on which every job fails. */
public final class DefectiveDeviceService extends EngineService {
  /** Said of each graph. */
  static final long GRAPH_BYTES = 4711;

  private final Map<Long, Long> held = new ConcurrentHashMap<>();

  /** For the process's main class. */
  public DefectiveDeviceService() {}

  @Override
  protected Engine openEngine(EngineOptions options) {
    return Engines.open(EngineChoice.CPU, options);
  }

  @Override
  public byte[] call(ServiceCall call, byte[] bytes) {
    try {
      return switch ((EngineRequest)
          RecordCodec.read(new DataInputStream(new ByteArrayInputStream(bytes)))) {
        case EngineRequest.RunJob _,
            EngineRequest.RunShare _,
            EngineRequest.BeginShare _,
            EngineRequest.RunPart _,
            EngineRequest.LoadCopy _,
            EngineRequest.CountChanges _,
            EngineRequest.DropCopy _ ->
            throw new IllegalStateException("a launch failed: 1");
        case EngineRequest.AskStatus _ -> new AnswerPages(call).end(Optional.of(ready()));
        case EngineRequest.AskGraphs _ -> new AnswerPages(call).end(new TreeMap<>(held));
        case EngineRequest.OpenGraph request -> {
          held.put(request.key(), GRAPH_BYTES);
          yield super.call(call, bytes);
        }
        case EngineRequest.CloseGraph request -> {
          held.remove(request.key());
          yield super.call(call, bytes);
        }
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DeviceStatus ready() {
    return new DeviceStatus("defective", true, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0);
  }
}
