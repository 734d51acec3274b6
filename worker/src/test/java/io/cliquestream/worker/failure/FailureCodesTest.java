package io.cliquestream.worker.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.cliquestream.contract.Failures;
import io.cliquestream.kernels.failure.FailureCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class FailureCodesTest {
  @ParameterizedTest
  @EnumSource(FailureCode.class)
  void everyCodeOfTheComputeLibraryIsTheSameInTheContract(FailureCode code) {
    var contract = io.cliquestream.v1.FailureCode.forNumber(code.number());

    assertThat(contract).isNotNull();
    assertThat(Failures.nameOf(contract)).isEqualTo(code.name());
    assertThat(Failures.categoryOf(contract).name())
        .isEqualTo("FAILURE_CATEGORY_" + code.category().name());
  }
}
