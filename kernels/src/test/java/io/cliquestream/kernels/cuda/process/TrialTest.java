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
    trial.broke(FaultRole.BYSTANDER, false, "fault");

    assertThat(trial.mustBeAlone()).isFalse();
  }

  @Test
  void aSuspectIsRunAloneAndItsNextFaultIsItsOwn() {
    trial.broke(FaultRole.SUSPECT, false, "fault");
    assertThat(trial.mustBeAlone()).isTrue();

    for (int offence = 1; offence < policy.tries(); offence++) {
      trial.broke(FaultRole.BYSTANDER, true, "whatever the lanes said, it was alone");
    }
    assertThatThrownBy(() -> trial.broke(FaultRole.SUSPECT, true, "fault"))
        .isInstanceOf(ComputeException.class)
        .hasMessageContaining("broke the GPU " + policy.tries() + " times");
  }

  @Test
  void evenABystanderIsNotRunForEver() {
    for (int rerun = 0; rerun < policy.reruns(); rerun++) {
      trial.broke(FaultRole.BYSTANDER, false, "fault");
    }
    assertThatThrownBy(() -> trial.broke(FaultRole.BYSTANDER, false, "fault"))
        .isInstanceOf(ComputeException.class);
  }

  @Test
  void whoWasAcquittedIsASuspectAgainForLongerAndNoOffender() {
    trial.broke(FaultRole.SUSPECT, false, "fault");
    long first = trial.aloneNanos();
    trial.acquitted();
    trial.broke(FaultRole.SUSPECT, false, "fault");

    assertThat(trial.mustBeAlone()).isTrue();
    assertThat(trial.acquittals()).isEqualTo(1);
    assertThat(trial.aloneNanos()).isEqualTo(2 * first);
    for (int offence = 1; offence < policy.tries(); offence++) {
      trial.broke(FaultRole.SUSPECT, true, "it was alone");
    }
    assertThatThrownBy(() -> trial.broke(FaultRole.SUSPECT, true, "it was alone"))
        .isInstanceOf(ComputeException.class);
  }
}
