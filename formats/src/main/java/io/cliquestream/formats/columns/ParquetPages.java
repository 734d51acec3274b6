package io.cliquestream.formats.columns;

import dev.hardwood.internal.metadata.DataPageHeader;
import dev.hardwood.internal.metadata.DataPageHeaderV2;
import dev.hardwood.internal.metadata.DictionaryPageHeader;
import dev.hardwood.internal.metadata.PageHeader;
import dev.hardwood.internal.thrift.OffsetIndexReader;
import dev.hardwood.internal.thrift.PageHeaderReader;
import dev.hardwood.internal.thrift.ThriftCompactReader;
import dev.hardwood.metadata.ColumnChunk;
import dev.hardwood.metadata.Encoding;
import dev.hardwood.metadata.PageLocation;
import dev.hardwood.metadata.PhysicalType;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * What the pages of a Parquet column take when they are decoded, by their headers, before any of
 * them is: a page of some bytes may say, and even be, gigabytes. The reader decodes some pages of a
 * column ahead, so what counts is as many neighbours as that together.
 *
 * <p>Headers are looked for where the reader looks for them: one behind the other, and where an
 * index says that pages lie. Where a header cannot be read the reader is left to say so.
 */
final class ParquetPages {
  /** Pages of a column that the reader decodes ahead, unless a property of its own says more. */
  private static final int AHEAD = Integer.getInteger("hardwood.internal.maxOutstanding", 8);

  private static final int HEADER_BYTES = 1 << 12;
  private static final int LONGEST_HEADER_BYTES = 1 << 20;

  /** A number, or a reference to a text; and the level that says whether there is one. */
  private static final int VALUE_BYTES = Long.BYTES + Integer.BYTES;

  /** An array of its own for each text. */
  private static final int TEXT_BYTES = 24;

  private final FileChannel file;
  private final StopCheck stop;
  private final long mostBytes;
  private final long[] ahead = new long[AHEAD];
  private int pages;
  private long held;
  private long dictionary;

  /** Where the page that was looked at last ends. */
  private long behind;

  /** How many rows' values it has. */
  private long values;

  private ParquetPages(FileChannel file, StopCheck stop, long mostBytes) {
    this.file = file;
    this.stop = stop;
    this.mostBytes = mostBytes;
  }

  /** Most bytes of the pages of one column that are held at a time: a share of the heap. */
  static long mostBytes() {
    return Runtime.getRuntime().maxMemory() / 4;
  }

  /**
   * Holds a column of a row group below a bound.
   *
   * @throws ComputeException GRAPH_TOO_LARGE
   */
  static void requireBounded(FileChannel file, ColumnChunk column, long mostBytes, StopCheck stop)
      throws IOException {
    new ParquetPages(file, stop, mostBytes).follow(column);
    new ParquetPages(file, stop, mostBytes).followIndex(column);
  }

  private void follow(ColumnChunk column) throws IOException {
    long at = column.chunkStartOffset();
    long end = at + column.metaData().totalCompressedSize();
    long found = 0;
    while (at < end && found < column.metaData().numValues() && add(column, at)) {
      at = behind;
      found += values;
    }
  }

  private void followIndex(ColumnChunk column) throws IOException {
    if (column.offsetIndexOffset() == null
        || column.offsetIndexLength() == null
        || column.offsetIndexLength() < 0) {
      return;
    }
    ByteBuffer bytes = bytes(column.offsetIndexOffset(), column.offsetIndexLength());
    for (PageLocation page :
        OffsetIndexReader.read(new ThriftCompactReader(bytes)).pageLocations()) {
      if (!add(column, page.offset())) {
        return;
      }
    }
  }

  /** Counts a page in; false where no header is. */
  private boolean add(ColumnChunk column, long at) throws IOException {
    stop.checkStopped();
    PageHeader header = header(at);
    if (header == null || header.uncompressedPageSize() < 0 || header.compressedPageSize() < 0) {
      return false;
    }
    DictionaryPageHeader entries = header.dictionaryPageHeader();
    DataPageHeader first = header.dataPageHeader();
    DataPageHeaderV2 second = header.dataPageHeaderV2();
    long count =
        entries != null
            ? entries.numValues()
            : first != null ? first.numValues() : second != null ? second.numValues() : 0;
    Encoding encoding =
        first != null ? first.encoding() : second != null ? second.encoding() : Encoding.PLAIN;
    boolean texts =
        column.metaData().type() == PhysicalType.BYTE_ARRAY
            && encoding != Encoding.RLE_DICTIONARY
            && encoding != Encoding.PLAIN_DICTIONARY;
    long bytes =
        (texts ? 2L : 1L) * header.uncompressedPageSize()
            + Math.max(0, count) * (texts ? VALUE_BYTES + TEXT_BYTES : VALUE_BYTES);
    values = entries != null ? 0 : Math.max(0, count);
    if (entries != null) {
      dictionary = bytes;
    } else {
      held += bytes - ahead[pages % AHEAD];
      ahead[pages++ % AHEAD] = bytes;
    }
    if (dictionary + held > mostBytes) {
      throw new ComputeException(
          FailureCode.GRAPH_TOO_LARGE,
          ("column '%s' takes %d bytes of memory or more for its pages, %d at most are taken; write"
                  + " it in smaller pages")
              .formatted(column.metaData().pathInSchema(), dictionary + held, mostBytes));
    }
    return true;
  }

  /** The header of a page, null where there is none. */
  private PageHeader header(long at) throws IOException {
    int bytes = HEADER_BYTES;
    while (at >= 0 && at < file.size()) {
      ThriftCompactReader reader = new ThriftCompactReader(bytes(at, bytes));
      try {
        PageHeader header = PageHeaderReader.read(reader);
        behind = at + reader.getBytesRead() + Math.max(0, header.compressedPageSize());
        return header;
      } catch (EOFException e) {
        if (bytes >= file.size() - at) {
          return null;
        }
        if (bytes == LONGEST_HEADER_BYTES) {
          throw new IllegalArgumentException(
              "the header of a page takes more than " + bytes + " bytes", e);
        }
        bytes = LONGEST_HEADER_BYTES;
      } catch (IOException | RuntimeException e) {
        return null;
      }
    }
    return null;
  }

  /** So many bytes of the file, or fewer at its end. */
  private ByteBuffer bytes(long at, int most) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate((int) Math.clamp(file.size() - at, 0, Math.min(most, file.size())));
    while (bytes.hasRemaining() && file.read(bytes, at + bytes.position()) >= 0) {
      // Reads on until the buffer is full.
    }
    return bytes.flip();
  }
}
