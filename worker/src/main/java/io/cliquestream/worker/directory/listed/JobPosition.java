package io.cliquestream.worker.directory.listed;

import java.util.Comparator;
import java.util.Optional;

/**
 * When and where a job's request was written. The order of lists: it is the same on every worker,
 * and a job that comes later stands in front of all that were there, so a cursor stays where it is.
 *
 * @param received time of the record, Unix milliseconds; 0 when the record is not known
 * @param partition of the jobs topic; -1 when not known
 * @param offset there; -1 when not known
 * @param id orders what has no record
 */
public record JobPosition(long received, int partition, long offset, String id)
    implements Comparable<JobPosition> {
  private static final Comparator<JobPosition> ORDER =
      Comparator.comparingLong(JobPosition::received)
          .thenComparingInt(JobPosition::partition)
          .thenComparingLong(JobPosition::offset)
          .thenComparing(JobPosition::id);

  /** The position of a job whose record is not known. */
  public static JobPosition unknown(String id) {
    return new JobPosition(0, -1, -1, id);
  }

  public boolean isKnown() {
    return offset >= 0;
  }

  @Override
  public int compareTo(JobPosition other) {
    return ORDER.compare(this, other);
  }

  /** As a cursor. */
  public String cursor() {
    return received + "~" + partition + "~" + offset + "~" + id;
  }

  /** Reads a cursor; empty when it is none. */
  public static Optional<JobPosition> parse(String cursor) {
    String[] parts = cursor.split("~", 4);
    try {
      return parts.length == 4
          ? Optional.of(
              new JobPosition(
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
