package io.cliquestream.formats;

import io.cliquestream.formats.names.IdKind;
import io.cliquestream.formats.source.UrlPermission;
import io.cliquestream.formats.table.TableOptions;
import io.cliquestream.kernels.graph.file.ReadLimits;
import java.util.Optional;

/**
 * How a graph is read.
 *
 * @param format of every source, or AUTO to recognise each
 * @param table for tables
 * @param ids what vertices are called by
 * @param nameBy the attribute that names vertices in files of nodes with attributes; "id" for their
 *     ids, empty for what is usual in the format
 * @param nameBytes most off-heap bytes that names take; while a file is read whose nodes have ids
 *     and labels, either may take as much once more
 * @param urls which URLs may be read, if any
 * @param limits of edges, bytes, line lengths and threads
 */
public record ReadOptions(
    InputFormat format,
    TableOptions table,
    IdKind ids,
    Optional<String> nameBy,
    long nameBytes,
    UrlPermission urls,
    ReadLimits limits) {
  /** What names may take unless told otherwise: some 200 million short ones. */
  public static final long USUAL_NAME_BYTES = 8L << 30;

  /**
   * Options that find out everything: no URLs, the limits of the compute library.
   *
   * @return with {@link #USUAL_NAME_BYTES} for names
   */
  public static ReadOptions defaults() {
    return new ReadOptions(
        InputFormat.AUTO,
        TableOptions.defaults(),
        IdKind.AUTO,
        Optional.empty(),
        USUAL_NAME_BYTES,
        UrlPermission.NONE,
        ReadLimits.defaults());
  }

  /**
   * The same in one format.
   *
   * @param other the format to be taken, or {@link InputFormat#AUTO}
   * @return these options otherwise
   */
  public ReadOptions withFormat(InputFormat other) {
    return new ReadOptions(other, table, ids, nameBy, nameBytes, urls, limits);
  }

  /**
   * The same with other tables.
   *
   * @param other dialect and columns of tables
   * @return these options otherwise
   */
  public ReadOptions withTable(TableOptions other) {
    return new ReadOptions(format, other, ids, nameBy, nameBytes, urls, limits);
  }

  /**
   * The same with vertices called otherwise.
   *
   * @param other whether vertices are numbers or names
   * @return these options otherwise
   */
  public ReadOptions withIds(IdKind other) {
    return new ReadOptions(format, table, other, nameBy, nameBytes, urls, limits);
  }

  /**
   * The same with vertices named by an attribute.
   *
   * @param attribute of vertices in GraphML, GEXF, GML, Pajek or JSON; {@code id} for their ids
   * @return these options otherwise
   */
  public ReadOptions withNameBy(String attribute) {
    return new ReadOptions(format, table, ids, Optional.of(attribute), nameBytes, urls, limits);
  }

  /**
   * The same with another bound on names.
   *
   * @param bytes off the heap, 1 or more
   * @return these options otherwise
   */
  public ReadOptions withNameBytes(long bytes) {
    return new ReadOptions(format, table, ids, nameBy, bytes, urls, limits);
  }

  /**
   * The same with other permissions for URLs.
   *
   * @param other what may be fetched, and how much
   * @return these options otherwise
   */
  public ReadOptions withUrls(UrlPermission other) {
    return new ReadOptions(format, table, ids, nameBy, nameBytes, other, limits);
  }

  /**
   * The same with other limits.
   *
   * @param other bounds of ids, pairs, content and lines, and the number of threads
   * @return these options otherwise
   */
  public ReadOptions withLimits(ReadLimits other) {
    return new ReadOptions(format, table, ids, nameBy, nameBytes, urls, other);
  }
}
