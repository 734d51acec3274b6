package io.cliquestream.worker.directory.listed;

import java.util.Comparator;
import java.util.Optional;

/**
 * When and where a record was written that a list shows: a job's request, a dead letter. The order
 * of lists: it is the same on every worker, and what comes later stands in front of all that was
 * there, so a cursor stays where it is.
 *
 * @param received time of the record, Unix milliseconds; 0 when the record is not known
 * @param partition of its topic; -1 when not known
 * @param offset there; -1 when not known
 * @param id orders what has no record; empty where everything has one
 */
public record ListPosition(long received, int partition, long offset, String id)
    implements Comparable<ListPosition> {
  private static final Comparator<ListPosition> ORDER =
      Comparator.comparingLong(ListPosition::received)
          .thenComparingInt(ListPosition::partition)
          .thenComparingLong(ListPosition::offset)
          .thenComparing(ListPosition::id);

  /** The position of a job whose record is not known. */
  public static ListPosition unknown(String id) {
    return new ListPosition(0, -1, -1, id);
  }

  public boolean isKnown() {
    return offset >= 0;
  }

  @Override
  public int compareTo(ListPosition other) {
    return ORDER.compare(this, other);
  }

  /** As a cursor. */
  public String cursor() {
    return received + "~" + partition + "~" + offset + "~" + id;
  }

  /** Reads a cursor; empty when it is none. */
  public static Optional<ListPosition> parse(String cursor) {
    String[] parts = cursor.split("~", 4);
    try {
      return parts.length == 4
          ? Optional.of(
              new ListPosition(
                  Long.parseLong(parts[0]),
                  Integer.parseInt(parts[1]),
                  Long.parseLong(parts[2]),
                  parts[3]))
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
