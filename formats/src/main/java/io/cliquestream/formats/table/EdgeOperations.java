package io.cliquestream.formats.table;

import io.cliquestream.formats.text.InputExcerpt;
import io.cliquestream.formats.text.InputFailures;
import io.cliquestream.kernels.failure.ComputeException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The column of a table of changes that says what happens to the edge of a row.
 *
 * @param column by name or position from 1; looked for when not said
 * @param inserting its values that insert, one or more
 * @param deleting its values that delete, none of which inserts
 */
public record EdgeOperations(Optional<String> column, Set<String> inserting, Set<String> deleting) {
  /** Values that usually insert, those of change data capture among them. */
  public static final String USUAL_INSERTING = "insert,create,c,r,u,+";

  /** Values that usually delete. */
  public static final String USUAL_DELETING = "delete,remove,d,-";

  /** What such a column is often called, in lower case. */
  private static final Set<String> NAMES = Set.of("operation", "op", "change");

  /**
   * Copies the values.
   *
   * @throws ComputeException OPTION_INVALID when a value inserts and deletes
   */
  public EdgeOperations {
    inserting = Collections.unmodifiableSet(new TreeSet<>(inserting));
    deleting = Collections.unmodifiableSet(new TreeSet<>(deleting));
    if (!Collections.disjoint(inserting, deleting)) {
      throw InputFailures.option("a value stands in --insert and in --delete; it can be in one");
    }
  }

  /**
   * The usual values, in a column that is looked for.
   *
   * @return what is expected where nothing is said
   */
  public static EdgeOperations usual() {
    return new EdgeOperations(
        Optional.empty(), Set.of(USUAL_INSERTING.split(",")), Set.of(USUAL_DELETING.split(",")));
  }

  static boolean isUsualName(String name) {
    return NAMES.stream().anyMatch(name::equalsIgnoreCase);
  }

  boolean isKnown(String word) {
    return inserting.contains(word) || deleting.contains(word);
  }

  boolean deletes(String word) {
    return deleting.contains(word);
  }

  /** What is wrong with a word that is not known. */
  String unknown(String word) {
    return "'%s' stands where an operation is expected, one of '%s' to insert or '%s' to delete;"
            .formatted(InputExcerpt.of(word), list(inserting), list(deleting))
        + " --operation says which column holds it, --insert and --delete name its values";
  }

  private static String list(Set<String> words) {
    return InputExcerpt.of(String.join(", ", List.copyOf(words)));
  }
}
