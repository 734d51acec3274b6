package io.cliquestream.kernels.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

final class DeviceFaultTest {
  @Test
  void theOnlyLaneWithUnfinishedWorkIsTheOffender() {
    DeviceFault fault = new DeviceFault("cuEventQuery failed", Set.of(3));

    assertThat(fault.role(3)).isEqualTo(FaultRole.OFFENDER);
    assertThat(fault.role(0)).isEqualTo(FaultRole.BYSTANDER);
  }

  @Test
  void severalLanesWithUnfinishedWorkAreSuspects() {
    DeviceFault fault = new DeviceFault("cuEventQuery failed", Set.of(1, 2));

    assertThat(fault.role(1)).isEqualTo(FaultRole.SUSPECT);
    assertThat(fault.role(2)).isEqualTo(FaultRole.SUSPECT);
    assertThat(fault.role(0)).isEqualTo(FaultRole.BYSTANDER);
  }

  @Test
  void stickyErrorsAreToldFromOrdinaryOnes() {
    for (int sticky : new int[] {214, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 721}) {
      assertThat(CudaStatus.sticky(sticky)).as("status %d", sticky).isTrue();
    }
    for (int ordinary : new int[] {0, 1, 2, 100, 201, 209, 400, 500, 600, 701, 720, 801}) {
      assertThat(CudaStatus.sticky(ordinary)).as("status %d", ordinary).isFalse();
    }
  }
}
