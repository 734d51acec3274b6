package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.cuda.process.ProcessPolicy;
import io.cliquestream.kernels.failure.ComputeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Starts the processes of several devices side by side: each takes seconds. */
record DeviceGroupStart(ProcessPolicy policy, Class<? extends EngineService> service, Path board) {
  /**
   * Devices that were asked for.
   *
   * @param engines of those that were opened, at least one
   * @param absent the others, by their places among those asked for
   */
  record Opened(List<SupervisedEngine> engines, SortedMap<Integer, DeviceStatus> absent) {}

  /**
   * Opens devices, without those that cannot be opened.
   *
   * @throws ComputeException when none can be: what the first said
   */
  Opened open(List<EngineOptions> options) {
    List<CompletableFuture<SupervisedEngine>> opening = new ArrayList<>();
    for (EngineOptions of : options) {
      CompletableFuture<SupervisedEngine> future = new CompletableFuture<>();
      Thread.ofVirtual().start(() -> open(of, future));
      opening.add(future);
    }
    List<SupervisedEngine> opened = new ArrayList<>();
    SortedMap<Integer, DeviceStatus> absent = new TreeMap<>();
    Optional<ComputeException> problem = Optional.empty();
    for (int i = 0; i < opening.size(); i++) {
      try {
        opened.add(opening.get(i).join());
      } catch (CompletionException e) {
        if (!(e.getCause() instanceof ComputeException failure)) {
          opened.forEach(SupervisedEngine::close);
          throw e;
        }
        System.getLogger(DeviceGroupStart.class.getName())
            .log(System.Logger.Level.WARNING, "one GPU less: {0}", failure.getMessage());
        absent.put(i, DeviceStatus.absent(options.get(i).device(), failure));
        problem = problem.or(() -> Optional.of(failure));
      }
    }
    if (opened.isEmpty()) {
      throw problem.orElseThrow();
    }
    return new Opened(opened, absent);
  }

  private void open(EngineOptions options, CompletableFuture<SupervisedEngine> future) {
    try {
      future.complete(
          SupervisedEngine.open(
              EngineKind.CUDA, policy, service, options, Optional.empty(), Optional.of(board)));
    } catch (RuntimeException | Error e) {
      future.completeExceptionally(e);
    }
  }
}
