package io.cliquestream.worker.intake.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class FetchLimitTest {
  @Test
  void aWaitForMemoryWasToldAsASlowFetch() {
    var limit = new FetchLimit(Duration.ofSeconds(1));
    var memory = new WorkerException(FailureCode.FAILURE_CODE_GRAPH_TOO_LARGE, "no memory");
    limit.waiting(memory);
    assertThat(limit.exceeded()).isSameAs(memory);
    limit.noLongerWaiting();
    assertThat(limit.exceeded().code()).isEqualTo(FailureCode.FAILURE_CODE_FILE_UNREADABLE);
    assertThat(limit.exceeded()).hasMessageContaining("was not fetched within 1000 ms");
  }
}
