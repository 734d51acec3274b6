package io.cliquestream.kernels.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Needs no device. */
final class DevicePolicyTest {
  /** What a short task enqueued waited for another lane's kernel of minutes. */
  @ParameterizedTest
  @ValueSource(ints = {4, 7, 8, 9, 13, 20, 28})
  void lanesHadMoreStreamsThanThereAreHardwareQueues(int lanes) {
    int sides = DevicePolicy.DEFAULT.withLanes(lanes).sideStreams();
    // An urgent lane beside the usual ones, and a stream each for stops and for memory.
    int streams = (lanes + 1) * (1 + sides) + 2;
    assertThat(streams).isLessThanOrEqualTo(DevicePolicy.hardwareQueues(lanes));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void fewLanesHaveAllTheStreamsThatTheLibraryKnowsWhatToDoWith(int lanes) {
    assertThat(DevicePolicy.DEFAULT.withLanes(lanes).sideStreams()).isEqualTo(3);
  }
}
