package io.cliquestream.kernels.engine;

import io.cliquestream.kernels.answer.EngineKind;
import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.ListingSink;
import io.cliquestream.kernels.answer.WideListingSink;
import io.cliquestream.kernels.change.device.DeviceCopies;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.graph.Graph;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.JobGraph;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.graph.WideGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.JobBytes;
import io.cliquestream.kernels.part.Parts;
import io.cliquestream.kernels.sharded.ShardedEngine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Computes jobs on graphs. All engines give the same answers. Several threads may run jobs at the
 * same time; the engine shares its processors fairly among them, by priority.
 */
public sealed interface Engine extends AutoCloseable
    permits CpuEngine, CudaEngine, SupervisedEngine, DeviceGroupEngine, AutoEngine {

  /** Which engine this is. */
  EngineKind kind();

  /**
   * Runs a job to its end on the calling thread and the engine's own processors.
   *
   * @param sink takes what the job lists, if it lists anything
   * @throws io.cliquestream.kernels.control.StoppedException when {@code control} ended the job
   * @throws io.cliquestream.kernels.failure.ComputeException when the job cannot be done
   */
  JobOutcome run(PreparedGraph graph, Job job, JobControl control, ListingSink sink);

  /**
   * Runs a job on a graph of any width, like {@link #run(PreparedGraph, Job, JobControl,
   * ListingSink)}. A wide graph is cut into shards that this engine can number.
   *
   * @param sink takes what the job lists, as vertices of the graph
   */
  default JobOutcome runAny(JobGraph graph, Job job, JobControl control, WideListingSink sink) {
    return switch (graph) {
      case PreparedGraph dense -> run(dense, job, control, sink.ofInts());
      case WideGraph wide -> new ShardedEngine(this::run).run(wide, job, control, sink);
    };
  }

  /** Runs a job that lists nothing. */
  default JobOutcome run(PreparedGraph graph, Job job) {
    return run(graph, job, JobControl.unbounded(), ListingSink.NONE);
  }

  /** How this engine cuts jobs into parts and computes them; empty when it does not. */
  default Optional<Parts> parts() {
    return Optional.empty();
  }

  /**
   * Most host memory that a job takes while it runs, the graph and its orientations not included.
   *
   * @param pageBytes what the job's control will say of {@link JobControl#pageBytes()}
   */
  JobBytes hostBytes(GraphShape graph, Job job, long pageBytes);

  /**
   * Most device memory that a job on a graph asks for at a time, the graph included; one that the
   * GPU's budget cannot hold is run in parts that it can. Empty where this engine has no GPU in its
   * own process, or no kernels for the job.
   */
  default OptionalLong deviceBytes(PreparedGraph graph, Job job) {
    return OptionalLong.empty();
  }

  /** The GPU behind this engine, or all of them as one, as it is now; empty without one. */
  default Optional<DeviceStatus> device() {
    return Optional.empty();
  }

  /** The GPUs behind this engine, each as it is now; empty without one. */
  default List<DeviceStatus> devices() {
    return device().stream().toList();
  }

  /**
   * What the GPU behind this engine holds of graphs now, in bytes, with what was made of them there
   * for jobs; empty without a GPU. By identity, as jobs were given the graphs: shards of a wide one
   * and edges without rows are not named. Asks the engine's process where it has one, for a second
   * at most; where that does not answer, what it said last stands.
   */
  default Map<Graph, Long> deviceGraphs() {
    return Map.of();
  }

  /**
   * Copies of evolving graphs on the GPU behind this engine, which counts what changes there did;
   * empty where none does.
   */
  default Optional<DeviceCopies> changes() {
    return Optional.empty();
  }

  /** Ends the engine's threads; running jobs fail. */
  @Override
  void close();
}
