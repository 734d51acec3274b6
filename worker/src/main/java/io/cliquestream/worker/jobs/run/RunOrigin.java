package io.cliquestream.worker.jobs.run;

import io.cliquestream.v1.JobResult;
import java.util.List;
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

  /** Adds to the result what only the origin knows. */
  default void describe(JobResult.Builder result) {}

  /**
   * The run has its result; nothing is committed yet. Called once.
   *
   * @return what the state topic has to say about it in the same transaction
   */
  List<ProducerRecord<byte[], byte[]>> ended(ActiveJob run, JobResult result);

  /** The run's result is committed. */
  default void committed() {}
}
