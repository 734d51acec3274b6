package io.cliquestream.kernels.cuda.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.cuda.driver.FaultRole;
import io.cliquestream.kernels.failure.ComputeException;
import org.junit.jupiter.api.Test;

final class TrialTest {
  private final ProcessPolicy policy = ProcessPolicy.DEFAULT;
  private final Trial trial = new Trial(policy);

  @Test
  void aBystanderIsRunAgainBesideOthers() {
    trial.broke(FaultRole.BYSTANDER, "fault");

    assertThat(trial.mustBeAlone()).isFalse();
  }

  @Test
  void aSuspectIsRunAloneAndItsNextFaultIsItsOwn() {
    trial.broke(FaultRole.SUSPECT, "fault");
    assertThat(trial.mustBeAlone()).isTrue();

    for (int offence = 1; offence < policy.tries(); offence++) {
      trial.broke(FaultRole.BYSTANDER, "whatever the lanes said, it was alone");
    }
    assertThatThrownBy(() -> trial.broke(FaultRole.SUSPECT, "fault"))
        .isInstanceOf(ComputeException.class)
        .hasMessageContaining("broke the GPU " + policy.tries() + " times");
  }

  @Test
  void evenABystanderIsNotRunForEver() {
    for (int rerun = 0; rerun < policy.reruns(); rerun++) {
      trial.broke(FaultRole.BYSTANDER, "fault");
    }
    assertThatThrownBy(() -> trial.broke(FaultRole.BYSTANDER, "fault"))
        .isInstanceOf(ComputeException.class);
  }
}
