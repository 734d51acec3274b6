package io.cliquestream.kernels.survey;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.engine.Engine;
import io.cliquestream.kernels.graph.GraphMemory;
import io.cliquestream.kernels.graph.GraphShape;
import io.cliquestream.kernels.graph.Ordering;
import io.cliquestream.kernels.graph.PreparedGraph;
import io.cliquestream.kernels.job.Job;
import io.cliquestream.kernels.job.JobBytes;
import java.util.OptionalDouble;

/**
 * What a job would take on the host's threads, before it runs. Times are predictions of planners
 * from samples, or upper bounds from the graph's shape; the basis says which, and how far it can be
 * trusted. Memory is an upper bound.
 *
 * @param seconds of the job itself on all threads, reading the graph not included
 * @param basis what the time rests on, or why there is none
 * @param jobBytes most memory while it runs
 * @param graphBytes of the graph and the orientation that it needs
 * @param found cliques or matches that a list would hold without its limit, from the same sample as
 *     the time; empty where nothing is listed
 */
public record JobEstimate(
    OptionalDouble seconds,
    String basis,
    JobBytes jobBytes,
    long graphBytes,
    OptionalDouble found) {
  /**
   * An estimate of what lists nothing.
   *
   * @param seconds of the job itself on all threads, reading the graph not included
   * @param basis what the time rests on, or why there is none
   * @param jobBytes most memory while it runs
   * @param graphBytes of the graph and the orientation that it needs
   */
  public JobEstimate(OptionalDouble seconds, String basis, JobBytes jobBytes, long graphBytes) {
    this(seconds, basis, jobBytes, graphBytes, OptionalDouble.empty());
  }

  /**
   * Estimates a job. Takes samples of a bounded number of steps, beyond the orientation: mostly
   * some ten or hundred milliseconds, and up to about two seconds where a search is long. Two runs
   * say the same.
   *
   * @param prepared the graph; its degeneracy order is built if it is not there
   * @param job what would be computed
   * @param engine whose memory is asked for
   * @param threads of the host
   * @param control may stop the estimate
   * @return what the job would take on the host
   * @throws io.cliquestream.kernels.control.StoppedException when {@code control} ended it
   */
  public static JobEstimate of(
      PreparedGraph prepared, Job job, Engine engine, int threads, JobControl control) {
    return both(prepared, job, engine, threads, control).host();
  }

  /**
   * What a job would take on both engines.
   *
   * @param host on the host's threads
   * @param device on a GPU
   */
  public record Both(JobEstimate host, DeviceEstimate device) {}

  /**
   * Estimates a job on both engines from the same samples; see {@link #of}.
   *
   * @param prepared the graph; its degeneracy order is built if it is not there
   * @param job what would be computed
   * @param engine whose memory is asked for
   * @param threads of the host
   * @param control may stop the estimate
   * @return what the job would take on the host and on a GPU
   */
  public static Both both(
      PreparedGraph prepared, Job job, Engine engine, int threads, JobControl control) {
    GraphShape shape = GraphShape.of(prepared.graph());
    JobSample sample = new JobSample(prepared, job, control);
    HostTime time = HostTime.of(sample, shape, threads);
    long memory =
        GraphMemory.graphBytes(shape.vertices(), shape.edges())
            + GraphMemory.orientationBytes(shape.vertices(), shape.edges(), Ordering.DEGENERACY);
    return new Both(
        new JobEstimate(
            time.seconds(),
            time.basis(),
            engine.hostBytes(shape, job, Long.MAX_VALUE),
            memory,
            time.found()),
        DeviceEstimate.of(sample));
  }

  /**
   * {@link DeviceEstimate#seconds} alone.
   *
   * @param prepared the graph; its degeneracy order is built if it is not there
   * @param job what would be computed
   * @param control may stop the estimate
   * @return empty where no recorded time can be held against the model
   */
  public static OptionalDouble deviceSeconds(PreparedGraph prepared, Job job, JobControl control) {
    return DeviceEstimate.of(prepared, job, control).seconds();
  }
}
