package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cpu.CpuAlgorithms;
import io.cliquestream.kernels.cpu.CpuMemory;
import io.cliquestream.kernels.cpu.part.CpuParts;
import io.cliquestream.kernels.cpu.schedule.CpuJobRun;
import io.cliquestream.kernels.cpu.schedule.CpuScheduler;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.part.Parts;
import java.util.List;
import java.util.Optional;

/** The engine on the host's cores. */
public final class CpuEngine implements Engine {
  private final CpuScheduler scheduler;
  private final List<DeviceStatus> absent;

  /**
   * Starts an engine.
   *
   * @param threads worker threads, 1 or more
   */
  public CpuEngine(int threads) {
    this(threads, List.of());
  }

  /**
   * Starts one that answers alone.
   *
   * @param absent devices that should have answered beside it and could not be opened
   */
  CpuEngine(int threads, List<DeviceStatus> absent) {
    this.scheduler = new CpuScheduler(threads);
    this.absent = List.copyOf(absent);
  }

  @Override
  public EngineKind kind() {
    return EngineKind.CPU;
  }

  /** Worker threads. */
  int threads() {
    return scheduler.threadCount();
  }

  @Override
  public JobOutcome run(PreparedGraph graph, Job job, JobControl control, ListingSink sink) {
    // Rows are built before the clock starts: their time is the reader's.
    var _ = graph.graph();
    CpuJobRun run = new CpuJobRun(graph, control, sink, scheduler);
    var answer = CpuAlgorithms.run(job, run);
    return new JobOutcome(
        EngineKind.CPU, answer, run.plan(), run.prepareNanos(), run.computeNanos());
  }

  @Override
  public List<DeviceStatus> devices() {
    return absent;
  }

  @Override
  public Optional<Parts> parts() {
    return Optional.of(new CpuParts(scheduler));
  }

  @Override
  public JobBytes hostBytes(GraphShape graph, Job job, long pageBytes) {
    return CpuMemory.of(job, graph, scheduler.threadCount(), pageBytes);
  }

  @Override
  public void close() {
    scheduler.close();
  }
}
