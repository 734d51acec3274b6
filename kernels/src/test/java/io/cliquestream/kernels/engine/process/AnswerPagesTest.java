package io.cliquestream.kernels.engine.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.cuda.process.ServiceCall;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is cut into pages is whole again at the other end. */
@Timeout(60)
final class AnswerPagesTest {
  private final List<byte[]> sent = new ArrayList<>();
  private final List<List<Integer>> listed = new ArrayList<>();
  private final AnswerReader reader =
      new AnswerReader(vertices -> listed.add(List.of(vertices[0], vertices[1])), true);

  private final ServiceCall call =
      new ServiceCall() {
        @Override
        public JobControl control() {
          return JobControl.unbounded();
        }

        @Override
        public void page(byte[] bytes) {
          sent.add(bytes);
        }
      };

  private static SortedMap<Long, Long> outcome(int entries) {
    SortedMap<Long, Long> outcome = new TreeMap<>();
    for (long i = 0; i < entries; i++) {
      outcome.put(i, i * i);
    }
    return outcome;
  }

  private Object read(byte[] last) {
    reader.begin();
    for (int i = 0; i < sent.size(); i++) {
      reader.page(i, sent.get(i));
    }
    return reader.outcome(last);
  }

  @Test
  void aSmallOutcomeGoesWithTheCallsEnd() {
    byte[] last = new AnswerPages(call).end(outcome(3));
    assertThat(sent).isEmpty();
    assertThat(read(last)).isEqualTo(outcome(3));
  }

  @Test
  void outcomesOfEverySizeAreWholeAgain() {
    // 16 bytes an entry and more: some end at a page's border.
    for (int entries = 1 << 14; entries < 1 << 19; entries += 40_007) {
      sent.clear();
      byte[] last = new AnswerPages(call).end(outcome(entries));
      assertThat(read(last)).isEqualTo(outcome(entries));
    }
    assertThat(sent).isNotEmpty();
  }

  @Test
  void aListingComesBeforeItsOutcome() {
    AnswerPages pages = new AnswerPages(call);
    for (int i = 0; i < 200_000; i++) {
      pages.accept(new int[] {i, i + 1});
    }
    byte[] last = pages.end(outcome(2));
    assertThat(sent).hasSizeGreaterThan(1);
    assertThat(read(last)).isEqualTo(outcome(2));
    assertThat(listed).hasSize(200_000).contains(List.of(199_999, 200_000));
  }

  @Test
  void whatAnEarlierTryLeftIsNoPartOfTheNextOnesOutcome() {
    new AnswerPages(call).end(outcome(300_000));
    reader.begin();
    reader.page(0, sent.get(0));

    sent.clear();
    byte[] last = new AnswerPages(call).end(outcome(3));
    assertThat(read(last)).isEqualTo(outcome(3));
  }

  @Test
  void anEndWithoutAnOutcomeIsNoOutcome() {
    reader.begin();
    assertThatThrownBy(() -> reader.outcome(new byte[0])).isInstanceOf(IllegalStateException.class);
  }
}
