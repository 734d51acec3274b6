package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.change.device.ChangeDevice;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.process.DeviceService;
import io.cliquestream.kernels.cuda.process.ServiceCall;
import io.cliquestream.kernels.cuda.share.CountedShare;
import io.cliquestream.kernels.cuda.share.QueueShare;
import io.cliquestream.kernels.cuda.share.ShareBoard;
import io.cliquestream.kernels.engine.process.AnswerPages;
import io.cliquestream.kernels.engine.process.EngineRequest;
import io.cliquestream.kernels.engine.process.LabelledGraph;
import io.cliquestream.kernels.engine.process.RecordCodec;
import io.cliquestream.kernels.engine.process.ShareOutcome;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphImage;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Runs an engine in its own process, on graphs that its parent has written to shared files. */
abstract class EngineService implements DeviceService {
  /** Which of the arguments names the file of queues, on engines that share jobs. */
  private static final int BOARD = 5;

  private static final byte[] NOTHING = new byte[0];

  private final Map<Long, PreparedGraph.Owned> graphs = new ConcurrentHashMap<>();
  private Engine engine;
  private ShareBoard board;

  /** Opens the engine. */
  protected abstract Engine openEngine(EngineOptions options);

  /** Does a share of a job; by engines of which several work together. */
  protected ShareOutcome runShare(
      Engine on, PreparedGraph graph, Job job, JobControl control, CountedShare share) {
    throw new ComputeException(
        FailureCode.ENGINE_UNAVAILABLE, "the engine " + on.kind() + " shares no jobs");
  }

  private DeviceShares shares() {
    return DeviceShares.here(
        (graph, job, control, share) -> runShare(engine, graph, job, control, share));
  }

  /** How the engine's device is; empty without one. */
  protected Optional<DeviceStatus> status(Engine on) {
    return on.device();
  }

  /** What counts changes of graphs; engines on a device do. */
  protected ChangeDevice changeDevice(Engine on) {
    return on.changes()
        .orElseThrow(
            () ->
                new ComputeException(
                    FailureCode.ENGINE_UNAVAILABLE, "the engine " + on.kind() + " has no device"))
        .device();
  }

  @Override
  public void open(String... arguments) {
    engine =
        openEngine(
            new EngineOptions(
                Integer.parseInt(arguments[0]),
                Integer.parseInt(arguments[1]),
                Integer.parseInt(arguments[2]),
                Long.parseLong(arguments[3]),
                Long.parseLong(arguments[4])));
    if (arguments.length > BOARD) {
      board = ShareBoard.map(Path.of(arguments[BOARD]));
    }
  }

  @Override
  public byte[] call(ServiceCall call, byte[] bytes) {
    switch (request(bytes)) {
      case EngineRequest.OpenGraph request ->
          graphs.computeIfAbsent(
              request.key(), _ -> PreparedGraph.of(mapped(Path.of(request.file()))));
      case EngineRequest.CloseGraph request -> {
        PreparedGraph.Owned graph = graphs.remove(request.key());
        if (graph != null) {
          graph.close();
        }
      }
      case EngineRequest.RunJob request -> {
        AnswerPages pages = new AnswerPages(call);
        PreparedGraph graph = LabelledGraph.of(graph(request.key()), request.labels());
        return pages.end(
            !request.inShards() && engine instanceof CudaEngine cuda
                ? cuda.runWhole(graph, request.job(), call.control(), pages)
                : engine.run(graph, request.job(), call.control(), pages));
      }
      case EngineRequest.RunShare request -> {
        QueueShare share = board.share(request.queue(), request.device(), request.first());
        return new AnswerPages(call)
            .end(
                share.isLost()
                    ? ShareOutcome.LOST
                    : runShare(engine, graph(request.key()), request.job(), call.control(), share));
      }
      case EngineRequest.BeginShare request -> {
        return new AnswerPages(call)
            .end(
                shares()
                    .begin(graph(request.key()), request.job(), request.rule(), call.control()));
      }
      case EngineRequest.RunPart request -> {
        return new AnswerPages(call)
            .end(shares().part(graph(request.key()), request.part(), call.control()));
      }
      case EngineRequest.LoadCopy request -> {
        changeDevice(engine)
            .load(request.copy(), graph(request.key()), request.mostIds(), call.control());
        return new AnswerPages(call).end(true);
      }
      case EngineRequest.CountChanges request -> {
        return new AnswerPages(call)
            .end(changeDevice(engine).count(request.copy(), request.step(), call.control()));
      }
      case EngineRequest.DropCopy request -> {
        changeDevice(engine).drop(request.copy());
        return new AnswerPages(call).end(true);
      }
      case EngineRequest.AskStatus _ -> {
        return new AnswerPages(call).end(status(engine));
      }
      case EngineRequest.AskGraphs _ -> {
        return new AnswerPages(call).end(deviceBytes());
      }
    }
    return NOTHING;
  }

  private PreparedGraph graph(long key) {
    PreparedGraph graph = graphs.get(key);
    if (graph == null) {
      throw new ComputeException(FailureCode.INTERNAL, "a graph that is not open here");
    }
    return graph;
  }

  /** What the device holds of graphs that are open here, by their keys. */
  private SortedMap<Long, Long> deviceBytes() {
    Map<Graph, Long> held = engine.deviceGraphs();
    SortedMap<Long, Long> bytes = new TreeMap<>();
    graphs.forEach(
        (key, graph) -> {
          Long there = held.get(graph.graph());
          if (there != null) {
            bytes.put(key, there);
          }
        });
    return bytes;
  }

  private static EngineRequest request(byte[] bytes) {
    try {
      return (EngineRequest) RecordCodec.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (IOException e) {
      throw new ComputeException(FailureCode.INTERNAL, "a request that cannot be read", e);
    }
  }

  private static Graph mapped(Path file) {
    try {
      return GraphImage.map(file);
    } catch (IOException e) {
      throw new ComputeException(FailureCode.INTERNAL, "a shared graph cannot be mapped", e);
    }
  }

  @Override
  public void close() {
    engine.close();
    if (board != null) {
      board.close();
    }
  }
}
