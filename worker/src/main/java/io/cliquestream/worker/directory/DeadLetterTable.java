package io.cliquestream.worker.directory;

import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.Topics;
import io.cliquestream.worker.directory.listed.ListPosition;
import io.cliquestream.worker.directory.listed.ListedDeadLetter;
import io.cliquestream.worker.directory.listed.Page;
import io.cliquestream.worker.memory.RecentMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The newest dead letters and what was done about them. The directory's lock guards it. */
final class DeadLetterTable {
  private final Topics topics;
  private final int most;
  private final TreeMap<ListPosition, ListedDeadLetter> letters = new TreeMap<>();
  private final RecentMap<String, ListPosition> places;
  private final RecentMap<String, ListedDeadLetter.Decision> decisions;

  DeadLetterTable(Topics topics, int most) {
    this.topics = topics;
    this.most = most;
    this.places = new RecentMap<>(most);
    this.decisions = new RecentMap<>(most);
  }

  /**
   * Takes in a record of the topic.
   *
   * @return position of the letter that changed
   */
  Optional<String> take(ConsumerRecord<byte[], byte[]> record) {
    Optional<ListedDeadLetter.Decision> decision = ListedDeadLetter.decision(record);
    if (decision.isPresent()) {
      String position = ListedDeadLetter.header(record, DeadLetterHeaders.DECISION_OF);
      decisions.put(position, decision.get());
      ListPosition place = places.get(position);
      if (place != null) {
        letters.computeIfPresent(place, (_, letter) -> letter.with(decision.get()));
      }
      return Optional.of(position);
    }
    return ListedDeadLetter.read(record, topics)
        .map(
            letter -> {
              ListedDeadLetter.Decision known = decisions.get(letter.position());
              ListPosition place = place(letter);
              letters.put(place, known == null ? letter : letter.with(known));
              places.put(letter.position(), place);
              if (letters.size() > most) {
                letters.pollFirstEntry();
              }
              return letter.position();
            });
  }

  Optional<ListedDeadLetter> get(String position) {
    ListPosition place = places.get(position);
    return place == null ? Optional.empty() : Optional.ofNullable(letters.get(place));
  }

  private static ListPosition place(ListedDeadLetter letter) {
    return new ListPosition(letter.time(), letter.partition(), letter.offset(), "");
  }

  Page<ListedDeadLetter> page(
      Predicate<ListedDeadLetter> filter, Optional<ListPosition> after, int limit) {
    return Page.of(
        letters.descendingMap().values().stream().filter(filter),
        letter -> after.isEmpty() || place(letter).compareTo(after.get()) < 0,
        limit,
        Function.identity(),
        letter -> place(letter).cursor());
  }

  int count(Predicate<ListedDeadLetter> filter) {
    return (int) letters.values().stream().filter(filter).count();
  }
}
