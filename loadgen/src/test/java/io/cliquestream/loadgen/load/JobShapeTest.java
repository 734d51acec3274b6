package io.cliquestream.loadgen.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.contract.ContractException;
import io.cliquestream.contract.Counts;
import io.cliquestream.contract.JobKind;
import io.cliquestream.v1.CliquesOfSize;
import io.cliquestream.v1.JobResult;
import io.cliquestream.v1.KCliqueAnswer;
import io.cliquestream.v1.MotifAnswer;
import io.cliquestream.v1.MotifCount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JobShapeTest {
  @Test
  void everyJobKindHasAWord() {
    for (String word :
        List.of(
            "triangles",
            "k-cliques:4",
            "max-clique",
            "maximal-cliques",
            "motifs:4",
            "match:0-1,1-2,2-0",
            "list-cliques:3",
            "core-numbers")) {
      String name = word.contains(":") ? word.substring(0, word.indexOf(':')) : word;
      assertThat(JobKind.of(JobShape.parse(word).algorithm())).isEqualTo(JobKind.named(name));
    }
  }

  @Test
  void sizesOfCliquesAreOneARangeOrAll() {
    var one = JobShape.parse("k-cliques:4").algorithm().getKCliqueCount();
    assertThat(one.getSmallestK()).isEqualTo(4);
    assertThat(one.getLargestK()).isZero();
    var range = JobShape.parse("k-cliques:3..10").algorithm().getKCliqueCount();
    assertThat(range.getSmallestK()).isEqualTo(3);
    assertThat(range.getLargestK()).isEqualTo(10);
    assertThat(JobShape.parse("k-cliques:all").algorithm().getKCliqueCount().getAllK()).isTrue();
  }

  @Test
  void otherWordsAreRefused() {
    for (String word :
        List.of("", "triangle", "k-cliques", "k-cliques:x", "k-cliques:3..", "match:0", "motifs")) {
      assertThatThrownBy(() -> JobShape.parse(word))
          .as(word)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void answersAreOneValue() {
    var cliques =
        KCliqueAnswer.newBuilder()
            .addCliques(CliquesOfSize.newBuilder().setSize(3).setCount(Counts.ofWords(1, 0)));
    assertThat(AnswerText.of(JobResult.newBuilder().setKCliques(cliques).build()))
        .isEqualTo("18446744073709551616");
    cliques.addCliques(CliquesOfSize.newBuilder().setSize(4).setCount(Counts.ofUnsigned(2)));
    assertThat(AnswerText.of(JobResult.newBuilder().setKCliques(cliques).build()))
        .isEqualTo("3=18446744073709551616,4=2");
    var motifs =
        MotifAnswer.newBuilder()
            .addMotifs(MotifCount.newBuilder().setName("wedge").setCount(Counts.ofUnsigned(7)))
            .addMotifs(MotifCount.newBuilder().setName("triangle").setCount(Counts.ofUnsigned(1)));
    assertThat(AnswerText.of(JobResult.newBuilder().setMotifs(motifs).build()))
        .isEqualTo("triangle=1,wedge=7");
    assertThat(AnswerText.of(JobResult.getDefaultInstance())).isEmpty();
  }

  @Test
  void expectationsAreReadAndABrokenLineIsNamed(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("known.txt");
    Files.writeString(file, "# known\n\nwiki\ttriangles 608389\nwiki k-cliques:4\t2382\n");
    var known = Expectations.read(file);
    assertThat(known.answer("wiki", JobShape.parse("triangles"))).contains("608389");
    assertThat(known.answer("wiki", JobShape.parse("k-cliques:5"))).isEmpty();
    Files.writeString(file, "wiki triangles 1\nwiki triangles\n");
    assertThatThrownBy(() -> Expectations.read(file))
        .isInstanceOf(ContractException.class)
        .hasMessageContaining("known.txt:2");
  }
}
