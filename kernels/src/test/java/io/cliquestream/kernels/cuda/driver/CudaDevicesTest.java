package io.cliquestream.kernels.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Holds on machines with a GPU and on those without a driver. */
final class CudaDevicesTest {
  @Test
  void theSurveyFindsDevicesOrSaysInOneSentenceWhyNot() {
    DeviceSurvey survey =
        CudaDevices.survey(JCudaLoader.LIBRARY_PATH, CudaDevices.OLDEST_DRIVER, 1);

    assertThat(survey.devices().isEmpty()).isEqualTo(survey.problem().isPresent());
    survey
        .problem()
        .ifPresent(problem -> assertThat(problem).isNotBlank().doesNotContain("\n", "Exception"));
  }

  @Test
  void aDriverThatIsTooOldIsNamedWithWhatIsNeeded() {
    DeviceSurvey survey = CudaDevices.survey(JCudaLoader.LIBRARY_PATH, 999_010, 1);

    assertThat(survey.devices()).isEmpty();
    assertThat(survey.problem().orElseThrow())
        .containsAnyOf("no NVIDIA driver was found", "but CUDA 999.1 is needed");
  }

  @Test
  void aMissingJCudaLibraryIsAProblemAndNoError() {
    DeviceSurvey survey =
        CudaDevices.survey(
            () -> {
              throw new UnsatisfiedLinkError("not unpacked");
            },
            0,
            1);

    assertThat(survey.problem().orElseThrow())
        .containsAnyOf("no NVIDIA driver was found", "not unpacked", "sees no GPU");
  }

  @Test
  void oneLaneAsksForFewerQueuesThanManyAndNoneForMoreThanTheDriverHas() {
    assertThat(DevicePolicy.hardwareQueues(1)).isEqualTo(8);
    assertThat(DevicePolicy.hardwareQueues(2)).isEqualTo(16);
    assertThat(DevicePolicy.hardwareQueues(DevicePolicy.DEFAULT.lanes())).isEqualTo(32);
    assertThat(DevicePolicy.hardwareQueues(64)).isEqualTo(32);
  }
}
