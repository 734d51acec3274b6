package io.cliquestream.cli.campaign;

import com.google.protobuf.InvalidProtocolBufferException;
import io.cliquestream.v1.JobPlan;
import io.cliquestream.v1.PartialRecord;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads how far one split job is, from what its workers have committed, on its own thread. */
final class PartialsWatch extends CommittedReader {
  private static final Duration POLL = Duration.ofMillis(50);

  private String jobId = "";
  private String planId = "";
  private int parts;
  private final BitSet answered = new BitSet();

  PartialsWatch(String bootstrap, String topic) {
    super(bootstrap, POLL);
    start("campaign-partials", List.of(topic), false);
  }

  /** Looks at this job from now on; to be called before it is sent. */
  synchronized void watch(String job) {
    jobId = job;
    planId = "";
    parts = 0;
    answered.clear();
  }

  /** The share of the parts that is answered; 0 before there is a plan, or in one without parts. */
  synchronized double share() {
    return parts == 0 ? 0 : (double) answered.cardinality() / parts;
  }

  @Override
  synchronized void take(ConsumerRecord<byte[], byte[]> taken) {
    try {
      PartialRecord record = PartialRecord.parseFrom(taken.value());
      JobPlan plan = record.hasDevicePlan() ? record.getDevicePlan() : record.getPlan();
      if (plan.getJobId().equals(jobId) && planId.isEmpty()) {
        planId = plan.getPlanId();
        parts = plan.getRootsCount();
      } else if (record.hasPartial()
          && record.getPartial().getPlanId().equals(planId)
          && !record.getPartial().hasFailure()) {
        answered.set(record.getPartial().getPart());
      }
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a record of partials that is none", e);
    }
  }
}
