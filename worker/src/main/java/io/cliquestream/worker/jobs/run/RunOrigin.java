package io.cliquestream.worker.jobs.run;

import io.cliquestream.kernels.answer.JobOutcome;
import io.cliquestream.kernels.answer.WideListingSink;
import io.cliquestream.v1.JobResult;
import io.cliquestream.worker.translation.VerticesBefore;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Why a run happens, and who is told what became of it. Called on the event loop. */
public interface RunOrigin {
  /** A record of the jobs topic that is answered by its one run. */
  RunOrigin RECORD =
      new RunOrigin() {
        @Override
        public List<ProducerRecord<byte[], byte[]>> ended(ActiveJob run, JobResult result) {
          return run.partition().memory().answer(run.jobId());
        }
      };

  /**
   * Computes the run; on its lane.
   *
   * @param listing takes what the job lists
   * @throws io.cliquestream.kernels.control.StoppedException when it was stopped
   * @throws io.cliquestream.kernels.failure.ComputeException when it cannot be done
   * @throws io.cliquestream.worker.failure.WorkerException when it lacks what it needs
   */
  default JobOutcome compute(ActiveJob run, WideListingSink listing) {
    return run.engine().runAny(run.lease().jobGraph(), run.job(), run.attempt(), listing);
  }

  /**
   * Whether other workers may compute parts of the run, where {@link #compute} would do it whole.
   */
  default boolean maySplit() {
    return true;
  }

  /**
   * Whether the run goes to its version, an exact one, by what changed since another one, so that
   * it needs no whole graph.
   */
  default boolean follows(ActiveJob run) {
    return false;
  }

  /**
   * What the answer said of each vertex in the run before, where the pages are to hold the
   * difference alone; after {@link #compute}, on the run's lane.
   */
  default Optional<VerticesBefore> verticesBefore() {
    return Optional.empty();
  }

  /**
   * The answer is in the result, and its pages are written; on the run's lane.
   *
   * @return what else is committed with them
   */
  default List<ProducerRecord<byte[], byte[]>> computed(ActiveJob run, JobResult.Builder result) {
    return List.of();
  }

  /** Adds to the result what only the origin knows. */
  default void describe(JobResult.Builder result) {}

  /**
   * The run has its result; nothing is committed yet. Called once.
   *
   * @return what the state topic has to say about it in the same transaction
   */
  List<ProducerRecord<byte[], byte[]>> ended(ActiveJob run, JobResult result);

  /**
   * The broker takes nothing of the run but a failure in its place.
   *
   * @param state what {@link #ended} had to say
   * @return what is to be said instead
   */
  default List<ProducerRecord<byte[], byte[]>> refused(List<ProducerRecord<byte[], byte[]>> state) {
    return state;
  }

  /** The run's result is committed. */
  default void committed() {}
}
