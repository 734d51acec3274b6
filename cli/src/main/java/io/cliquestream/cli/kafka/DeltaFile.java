package io.cliquestream.cli.kafka;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.cliquestream.contract.NamedEdgeSource;
import io.cliquestream.formats.names.IdKind;
import io.cliquestream.formats.source.Content;
import io.cliquestream.formats.source.Source;
import io.cliquestream.formats.source.UrlPermission;
import io.cliquestream.formats.table.ChangeRows;
import io.cliquestream.formats.table.EdgeOperations;
import io.cliquestream.formats.table.TableOptions;
import io.cliquestream.kernels.control.JobControl;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.graph.EdgeArray;
import io.cliquestream.kernels.graph.file.ReadLimits;
import io.cliquestream.kernels.names.NameDictionary;
import io.cliquestream.v1.FailureCode;
import io.cliquestream.worker.failure.WorkerException;
import java.nio.file.Path;

/**
 * A text file of edge changes: a line "+ FROM TO" inserts, "- FROM TO" deletes, "#" starts a
 * comment. Between the three are tabs where the line holds one, else blanks. Vertices are unsigned
 * 64-bit numbers, or names. Or a table in any dialect, of which a column says what happens.
 */
final class DeltaFile implements AutoCloseable {
  private static final long NAME_BYTES = 4L << 30;

  private final NameDictionary names = new NameDictionary(NAME_BYTES);
  private EdgeArray inserted = EdgeArray.wide();
  private EdgeArray deleted = EdgeArray.wide();
  private boolean areNames;

  private DeltaFile() {}

  /**
   * Reads a file, or standard input where its name is {@code -}.
   *
   * @param ids what vertices are called by
   * @throws WorkerException FILE_UNREADABLE, or FILE_LINE_INVALID with the line's number
   */
  static DeltaFile read(Path file, IdKind ids) {
    DeltaFile delta = new DeltaFile();
    try (ChangeLines lines = ChangeLines.open(file)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        delta.add(line.strip(), lines.place(), ids);
      }
      delta.finish(ids);
      return delta;
    } catch (Throwable failure) {
      delta.close();
      throw failure;
    }
  }

  /**
   * Reads a table of changes, packed or not, or standard input where its name is {@code -}.
   *
   * @param ids what vertices are called by
   * @throws ComputeException FILE_LINE_INVALID with the line's number, OPTION_INVALID,
   *     FILE_UNREADABLE
   */
  static DeltaFile readTable(
      Path file, IdKind ids, TableOptions options, EdgeOperations operations) {
    DeltaFile delta = new DeltaFile();
    ReadLimits limits = ReadLimits.defaults();
    JobControl control = JobControl.unbounded();
    try (Source source = Source.open(file.toString(), UrlPermission.NONE, control);
        Content content =
            Content.open(source.name(), source.stream(), limits.maximumContentBytes(), control)) {
      ChangeRows.Changes changes =
          ChangeRows.read(content, options, operations, ids, delta.names, limits, control);
      delta.inserted.close();
      delta.inserted = changes.inserted();
      delta.deleted.close();
      delta.deleted = changes.deleted();
      delta.finish(ids);
      return delta;
    } catch (Throwable failure) {
      delta.close();
      throw failure;
    }
  }

  private void finish(IdKind ids) {
    areNames = ids == IdKind.NAMES || !names.allNumbers();
    if (!areNames) {
      toNumbers();
    }
  }

  private void add(String line, String place, IdKind ids) {
    if (line.isEmpty() || line.startsWith("#")) {
      return;
    }
    String[] words = line.split(line.indexOf('\t') >= 0 ? "\t" : "\\s+", -1);
    if (words.length == 3 && (words[0].equals("+") || words[0].equals("-"))) {
      try {
        if (ids == IdKind.NUMBERS) {
          long _ = Long.parseUnsignedLong(words[1]) | Long.parseUnsignedLong(words[2]);
        }
        (words[0].equals("+") ? inserted : deleted)
            .add(names.number(words[1]), names.number(words[2]));
        return;
      } catch (NumberFormatException | ComputeException e) {
        throw invalid(line, place, e);
      }
    }
    throw invalid(line, place, null);
  }

  private void toNumbers() {
    inserted = numbers(inserted);
    deleted = numbers(deleted);
  }

  private EdgeArray numbers(EdgeArray named) {
    try (named) {
      EdgeArray numbers = EdgeArray.wide();
      for (long i = 0; i < named.size(); i++) {
        numbers.add(number(named.from(i)), number(named.to(i)));
      }
      return numbers;
    }
  }

  private long number(long name) {
    return Long.parseUnsignedLong(names.name(name));
  }

  private static WorkerException invalid(String line, String place, Throwable cause) {
    String shown = line.length() <= 80 ? line : line.substring(0, 80) + "…";
    String why =
        cause instanceof ComputeException
            ? " (" + cause.getMessage() + ")"
            : "; of a table, --delimiter or --operation says that it is one";
    return new WorkerException(
        FailureCode.FAILURE_CODE_FILE_LINE_INVALID,
        place + ": '" + shown + "' is not '+ FROM TO' or '- FROM TO'" + why,
        cause);
  }

  /** Whether vertices are called by names. */
  boolean areNames() {
    return areNames;
  }

  /** Edges to insert: ids, or numbers of names for {@link #named}. */
  EdgeArray inserted() {
    return inserted;
  }

  /** Edges to delete, likewise. */
  EdgeArray deleted() {
    return deleted;
  }

  /** Edges by the names of their ends. */
  NamedEdgeSource named(EdgeArray edges) {
    return consumer -> {
      for (long i = 0; i < edges.size(); i++) {
        consumer.accept(bytes(edges.from(i)), bytes(edges.to(i)));
      }
    };
  }

  private ByteString bytes(long name) {
    return UnsafeByteOperations.unsafeWrap(names.nameBytes(name));
  }

  @Override
  public void close() {
    inserted.close();
    deleted.close();
    names.close();
  }
}
