package io.cliquestream.kernels.cuda.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.CudaInstallation;
import io.cliquestream.kernels.cuda.device.CudaDevice;
import io.cliquestream.kernels.cuda.device.Lane;
import io.cliquestream.kernels.cuda.driver.DevicePolicy;
import io.cliquestream.kernels.cuda.graph.DeviceGraphCache;
import io.cliquestream.kernels.cuda.graph.DeviceWork;
import io.cliquestream.kernels.cuda.graph.GraphKnowledge;
import io.cliquestream.kernels.cuda.graph.GraphUse;
import io.cliquestream.kernels.cuda.graph.SharedJob;
import io.cliquestream.kernels.cuda.library.CudaLibrary;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.part.PartialAnswer;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Devices that share a job: lanes of the one GPU that a test has. */
final class EmulatedDevices implements AutoCloseable {
  static final int MOST = 3;
  private static final long BUDGET = 12L << 30;

  private final CudaDevice device;
  private final CudaLibrary library;
  private final DeviceGraphCache graphs;
  private final ExecutorService threads = Executors.newFixedThreadPool(MOST);

  private EmulatedDevices(CudaDevice device, CudaLibrary library) {
    this.device = device;
    this.library = library;
    this.graphs = new DeviceGraphCache(device, library, BUDGET / 2);
  }

  /** On the first GPU; without one the test is skipped and says why. */
  static EmulatedDevices open() {
    CudaInstallation found = CudaInstallation.find(MOST);
    assumeTrue(found.problem().isEmpty(), () -> found.problem().orElseThrow());
    return new EmulatedDevices(
        CudaDevice.open(
            found.devices().getFirst(),
            DevicePolicy.DEFAULT.withLanes(MOST).withBudgetBytes(BUDGET)),
        found.openLibrary());
  }

  CudaLibrary library() {
    return library;
  }

  long budget() {
    return device.memoryUse().budget();
  }

  /** A job by one device alone. */
  <T> T alone(Graph graph, DeviceWork<T> job) {
    return graphs.run(graph, JobControl.unbounded(), job);
  }

  /** One device's part of a job. */
  private <J extends DeviceWork<?> & SharedJob> PartialAnswer part(
      Graph graph, J job, PieceQueue queue, int number) {
    return graphs.run(
        graph,
        JobControl.unbounded(),
        new DeviceWork<PartialAnswer>() {
          @Override
          public long bytes(GraphKnowledge known) {
            return job.bytes(known);
          }

          @Override
          public PartialAnswer run(Lane lane, GraphUse use) {
            return job.part(lane, use, queue.device(number));
          }
        });
  }

  /** All devices' parts, one after the other: each gets its own pieces of the queue, in turn. */
  <J extends DeviceWork<?> & SharedJob> List<PartialAnswer> inTurn(
      Graph graph, Supplier<J> jobs, PieceQueue queue) {
    List<PartialAnswer> parts = new ArrayList<>();
    for (int number = 0; number < queue.devices() && (number == 0 || queue.isShared()); number++) {
      parts.add(part(graph, jobs.get(), queue, number));
    }
    queue.requireAllDone();
    return parts;
  }

  /** All devices' parts at the same time: who is free takes the next piece. */
  <J extends DeviceWork<?> & SharedJob> List<PartialAnswer> atOnce(
      Graph graph, Supplier<J> jobs, PieceQueue queue) throws Exception {
    List<Future<PartialAnswer>> running = new ArrayList<>();
    running.add(threads.submit(() -> part(graph, jobs.get(), queue, 0)));
    queue.awaitOffer(running.getFirst());
    for (int number = 1; number < queue.devices() && queue.isShared(); number++) {
      int joins = number;
      running.add(threads.submit(() -> part(graph, jobs.get(), queue, joins)));
    }
    List<PartialAnswer> parts = new ArrayList<>();
    for (Future<PartialAnswer> part : running) {
      parts.add(part.get());
    }
    queue.requireAllDone();
    return parts;
  }

  /** The sums of all parts. */
  static SortedMap<String, BigInteger> sums(List<PartialAnswer> parts) {
    SortedMap<String, BigInteger> sums = new TreeMap<>();
    for (PartialAnswer part : parts) {
      part.sums().forEach((name, sum) -> sums.merge(name, sum, BigInteger::add));
    }
    return sums;
  }

  @Override
  public void close() {
    threads.shutdown();
    graphs.close();
    assertThat(device.memoryUse().used()).isZero();
    device.close();
  }
}
