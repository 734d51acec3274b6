package io.cliquestream.worker.directory;

import io.cliquestream.contract.DeadLetterHeaders;
import io.cliquestream.contract.Topics;
import io.cliquestream.worker.directory.listed.ListedDeadLetter;
import io.cliquestream.worker.directory.listed.Page;
import io.cliquestream.worker.memory.RecentMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The newest dead letters and what was done about them. The directory's lock guards it. */
final class DeadLetterTable {
  /** Where a letter lies. The newer it is, the later it comes. */
  private record Place(long time, int partition, long offset) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
        Comparator.comparingLong(Place::time)
            .thenComparingInt(Place::partition)
            .thenComparingLong(Place::offset);

    static Place of(ListedDeadLetter letter) {
      return new Place(letter.time(), letter.partition(), letter.offset());
    }

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }

    String cursor() {
      return time + "~" + partition + "~" + offset;
    }

    static Optional<Place> parse(String cursor) {
      String[] parts = cursor.split("~", 3);
      try {
        return parts.length == 3
            ? Optional.of(
                new Place(
                    Long.parseLong(parts[0]), Integer.parseInt(parts[1]), Long.parseLong(parts[2])))
            : Optional.empty();
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }
  }

  private final Topics topics;
  private final int most;
  private final TreeMap<Place, ListedDeadLetter> letters = new TreeMap<>();
  private final RecentMap<String, Place> places;
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
      Place place = places.get(position);
      if (place != null) {
        letters.computeIfPresent(place, (_, letter) -> letter.with(decision.get()));
      }
      return Optional.of(position);
    }
    return ListedDeadLetter.read(record, topics)
        .map(
            letter -> {
              ListedDeadLetter.Decision known = decisions.get(letter.position());
              Place place = Place.of(letter);
              letters.put(place, known == null ? letter : letter.with(known));
              places.put(letter.position(), place);
              if (letters.size() > most) {
                letters.pollFirstEntry();
              }
              return letter.position();
            });
  }

  Optional<ListedDeadLetter> get(String position) {
    Place place = places.get(position);
    return place == null ? Optional.empty() : Optional.ofNullable(letters.get(place));
  }

  /** Whether a text is a cursor of {@link #page}. */
  static boolean isCursor(String text) {
    return Place.parse(text).isPresent();
  }

  Page<ListedDeadLetter> page(
      Predicate<ListedDeadLetter> filter, Optional<String> after, int limit) {
    Optional<Place> from = after.flatMap(Place::parse);
    var items = new ArrayList<ListedDeadLetter>();
    String next = null;
    int total = 0;
    for (var entry : letters.descendingMap().entrySet()) {
      if (filter.test(entry.getValue())) {
        total++;
        if (from.isEmpty() || entry.getKey().compareTo(from.get()) < 0) {
          if (items.size() < limit) {
            items.add(entry.getValue());
          } else if (next == null) {
            next = Place.of(items.getLast()).cursor();
          }
        }
      }
    }
    return new Page<>(items, total, Optional.ofNullable(next));
  }

  int count(Predicate<ListedDeadLetter> filter) {
    return (int) letters.values().stream().filter(filter).count();
  }
}
