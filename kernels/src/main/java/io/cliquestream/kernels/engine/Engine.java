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
import io.cliquestream.kernels.part.DeviceParts;
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

  /** {@return which engine this is} */
  EngineKind kind();

  /**
   * Runs a job to its end on the calling thread and the engine's own processors.
   *
   * @param graph with its orientations; the caller keeps it until the job has ended
   * @param job what to compute
   * @param control may stop the job, and is told its progress; of this job alone
   * @param sink takes what the job lists, if it lists anything
   * @return the answer, with what was planned, and times
   * @throws io.cliquestream.kernels.control.StoppedException when {@code control} ended the job
   * @throws io.cliquestream.kernels.failure.ComputeException when the job cannot be done
   */
  JobOutcome run(PreparedGraph graph, Job job, JobControl control, ListingSink sink);

  /**
   * Runs a job on a graph of any width, like {@link #run(PreparedGraph, Job, JobControl,
   * ListingSink)}. A wide graph is cut into shards that this engine can number.
   *
   * @param graph of either width; the caller keeps it until the job has ended
   * @param job what to compute
   * @param control may stop the job, and is told its progress; of this job alone
   * @param sink takes what the job lists, as vertices of the graph
   * @return the answer, with what was planned, and times
   */
  default JobOutcome runAny(JobGraph graph, Job job, JobControl control, WideListingSink sink) {
    return switch (graph) {
      case PreparedGraph dense -> run(dense, job, control, sink.ofInts());
      case WideGraph wide -> new ShardedEngine(this::run).run(wide, job, control, sink);
    };
  }

  /**
   * Runs a job that lists nothing.
   *
   * @param graph with its orientations; the caller keeps it until the job has ended
   * @param job what to compute; nothing stops it
   * @return the answer, with what was planned, and times
   */
  default JobOutcome run(PreparedGraph graph, Job job) {
    return run(graph, job, JobControl.unbounded(), ListingSink.NONE);
  }

  /** {@return how this engine cuts jobs into parts and computes them; empty when it does not} */
  default Optional<Parts> parts() {
    return Optional.empty();
  }

  /**
   * {@return how the GPU behind this engine, and others like it, compute parts of jobs; empty
   * without one} Of an engine that is a GPU and the host: those jobs are cut that it would give to
   * the GPU.
   */
  default Optional<DeviceParts> deviceParts() {
    return Optional.empty();
  }

  /**
   * Most host memory that a job takes while it runs, the graph and its orientations not included.
   *
   * @param graph numbers of its vertices and edges, and its degrees' bounds
   * @param job what to compute
   * @param pageBytes what the job's control will say of {@link JobControl#pageBytes()}
   * @return bytes on the heap and off it
   */
  JobBytes hostBytes(GraphShape graph, Job job, long pageBytes);

  /**
   * {@return most device memory that a job on a graph asks for at a time, the graph included; one
   * that the GPU's budget cannot hold is run in parts that it can} Empty where this engine has no
   * GPU in its own process, or no kernels for the job.
   *
   * @param graph as a job would be given it
   * @param job what to compute
   */
  default OptionalLong deviceBytes(PreparedGraph graph, Job job) {
    return OptionalLong.empty();
  }

  /**
   * {@return the GPU behind this engine, or all of them as one, as it is now; empty without one}
   */
  default Optional<DeviceStatus> device() {
    return Optional.empty();
  }

  /** {@return the GPUs behind this engine, each as it is now; empty without one} */
  default List<DeviceStatus> devices() {
    return device().stream().toList();
  }

  /**
   * {@return what the GPU behind this engine holds of graphs now, in bytes, with what was made of
   * them there for jobs; empty without a GPU} By identity, as jobs were given the graphs: shards of
   * a wide one and edges without rows are not named. Asks the engine's process where it has one,
   * for a second at most; where that does not answer, what it said last stands.
   */
  default Map<Graph, Long> deviceGraphs() {
    return Map.of();
  }

  /**
   * {@return copies of evolving graphs on the GPU behind this engine, which counts what changes
   * there did; empty where none does}
   */
  default Optional<DeviceCopies> changes() {
    return Optional.empty();
  }

  /** Ends the engine's threads; running jobs fail. */
  @Override
  void close();
}
