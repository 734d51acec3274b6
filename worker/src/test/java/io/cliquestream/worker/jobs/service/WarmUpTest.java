package io.cliquestream.worker.jobs.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.Topics;
import io.cliquestream.kernels.engine.CpuEngine;
import io.cliquestream.worker.out.RecordLimits;
import io.cliquestream.worker.out.ResultRecords;
import org.junit.jupiter.api.Test;

final class WarmUpTest {
  /** A request of it that is refused would end it with an exception, of which a worker warns. */
  @Test
  void jobsThatATrialRunsAreAnswered() {
    try (var engine = new CpuEngine(2)) {
      var records =
          new ResultRecords(
              Topics.prefixed(""), "/test", RecordLimits.within(1 << 20, 1 << 20, 1 << 20));
      assertThat(WarmUp.runJobs(engine, records)).isPositive();
    }
  }
}
