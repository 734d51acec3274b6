package io.cliquestream.worker.directory.listed;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Part of a list.
 *
 * @param total items of the whole list
 * @param next where the next part begins; empty after the last
 */
public record Page<T>(List<T> items, int total, Optional<String> next) {
  /** Keeps a copy. */
  public Page {
    items = List.copyOf(items);
  }

  /**
   * The part of a list that begins behind a cursor. Walks over all of it, to count.
   *
   * @param list everything that is listed, in its order
   * @param isBehind whether something stands behind the cursor
   * @param limit most items of the part
   * @param item as it is shown
   * @param cursor behind which the next part begins
   */
  public static <S, T> Page<T> of(
      Stream<S> list,
      Predicate<S> isBehind,
      int limit,
      Function<S, T> item,
      Function<S, String> cursor) {
    var shown = new ArrayList<S>();
    boolean more = false;
    int total = 0;
    for (S each : (Iterable<S>) list::iterator) {
      total++;
      if (isBehind.test(each)) {
        if (shown.size() < limit) {
          shown.add(each);
        } else {
          more = true;
        }
      }
    }
    return new Page<>(
        shown.stream().map(item).toList(),
        total,
        more ? Optional.of(cursor.apply(shown.getLast())) : Optional.empty());
  }
}
