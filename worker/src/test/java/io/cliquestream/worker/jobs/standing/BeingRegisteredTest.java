package io.cliquestream.worker.jobs.standing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A job was answered before the standing job in front of it had looked its first version up; a
 * version that the answer's reader published then had no run.
 */
final class BeingRegisteredTest {
  private final BeingRegistered jobs = new BeingRegistered();
  private final List<String> went = new ArrayList<>();

  private void arrive(String record, String graphId) {
    if (!jobs.await(graphId, () -> arrive(record, graphId))) {
      went.add(record);
    }
  }

  @Test
  void recordsBehindAStandingJobOnTheirGraphWaitUntilItStands() {
    jobs.begin("standing", "graph", "tenant");
    arrive("behind", "graph");
    arrive("another graph's", "other");
    assertThat(went).containsExactly("another graph's");
    jobs.end("standing");
    arrive("later", "graph");
    assertThat(went).containsExactly("another graph's", "behind", "later");
  }

  @Test
  void theyWaitForEveryOneInTheirOrder() {
    jobs.begin("first", "graph", "tenant");
    Runnable second = () -> jobs.begin("second", "graph", "tenant");
    assertThat(jobs.await("graph", second)).isTrue();
    arrive("behind both", "graph");
    arrive("the last", "graph");
    jobs.end("first");
    assertThat(went).isEmpty();
    assertThat(jobs.has("second")).isTrue();
    jobs.end("second");
    assertThat(went).containsExactly("behind both", "the last");
    assertThat(jobs.size()).isZero();
  }
}
