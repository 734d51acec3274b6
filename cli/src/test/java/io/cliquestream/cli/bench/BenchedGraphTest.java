package io.cliquestream.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BenchedGraphTest {
  @Test
  void aModelIsGeneratedUnderItsWords() {
    try (BenchedGraph graph = BenchedGraph.generate(List.of("grid3d", "3", "2", "1"))) {
      assertThat(graph.name()).isEqualTo("grid3d 3 2 1");
      assertThat(graph.graph().edgeCount()).isEqualTo(7);
    }
  }

  @Test
  void aFileGivenAsAModelIsAnInvalidOptionAndSaysHowToGiveIt() {
    assertThatThrownBy(() -> BenchedGraph.generate(List.of("graphs/cnr-2000.el32")))
        .isInstanceOfSatisfying(
            WorkerException.class,
            e -> {
              assertThat(e.code()).isEqualTo(FailureCode.FAILURE_CODE_OPTION_INVALID);
              assertThat(e).hasMessageContaining("--graph");
            });
  }
}
