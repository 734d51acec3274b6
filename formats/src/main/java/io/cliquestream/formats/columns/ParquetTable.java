package io.cliquestream.formats.columns;

import dev.hardwood.HardwoodContext;
import dev.hardwood.InputFile;
import dev.hardwood.metadata.ColumnChunk;
import dev.hardwood.metadata.ColumnMetaData;
import dev.hardwood.metadata.LogicalType;
import dev.hardwood.metadata.PhysicalType;
import dev.hardwood.metadata.RowGroup;
import dev.hardwood.reader.ColumnReader;
import dev.hardwood.reader.ColumnReaders;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.reader.Validity;
import dev.hardwood.schema.ColumnProjection;
import dev.hardwood.schema.ColumnSchema;
import io.cliquestream.kernels.control.StopCheck;
import io.cliquestream.kernels.failure.ComputeException;
import io.cliquestream.kernels.failure.FailureCode;
import io.cliquestream.kernels.names.NameBytes;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A Parquet file; pages of the two columns are decoded by threads of the reader's.
 *
 * <p>What the pages of a column take is bounded ({@link ParquetPages}).
 *
 * <p>In a damaged file the reader may look for a page without end. What the file says of its
 * columns is compared with its length first; where no rows come for {@link #PATIENCE_SECONDS}
 * seconds all the same, reading fails, and the reader's threads are left to the end of the process,
 * because nothing stops them.
 */
final class ParquetTable implements ColumnTable {
  private static final int BATCH_ROWS = 1 << 14;

  /** The first and the last bytes. */
  private static final byte[] MARK = {'P', 'A', 'R', '1'};

  /** Says at its first use how it decodes, which nobody asked for. */
  private static final Logger LOGGER = Logger.getLogger("dev.hardwood");

  static {
    LOGGER.setLevel(Level.WARNING);
  }

  private static final int PATIENCE_SECONDS = 60;
  private static final int LOOK_MILLIS = 100;

  private final ExecutorService waiter =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().name("cliquestream-parquet").daemon().factory());
  private final StopCheck stop;
  private boolean stuck;
  private final HardwoodContext context;
  private final Path path;
  private final ParquetFileReader file;
  private final List<ColumnSchema> schemas;
  private final List<Column> columns;
  private ColumnReaders readers;
  private int rows;
  private int source;
  private int target;

  private ParquetTable(HardwoodContext context, Path path, ParquetFileReader file, StopCheck stop) {
    this.stop = stop;
    this.path = path;
    this.context = context;
    this.file = file;
    this.schemas = file.getFileSchema().getColumns();
    this.columns = schemas.stream().map(ParquetTable::column).toList();
  }

  static ParquetTable open(Path path, int threads, StopCheck stop) throws IOException {
    requireEnd(path);
    HardwoodContext context = HardwoodContext.create(threads);
    boolean opened = false;
    try {
      ParquetTable table =
          new ParquetTable(
              context, path, ParquetFileReader.open(InputFile.of(path), context), stop);
      table.requireChunksWithin(Files.size(path));
      opened = true;
      return table;
    } finally {
      if (!opened) {
        context.close();
      }
    }
  }

  /** A file that begins as Parquet and does not end so was copied in part, most often. */
  private static void requireEnd(Path path) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      byte[] mark = new byte[MARK.length];
      if (file.length() < 2L * MARK.length) {
        throw new CutException("it has %d bytes".formatted(file.length()));
      }
      file.readFully(mark);
      boolean begins = Arrays.equals(mark, MARK);
      file.seek(file.length() - MARK.length);
      file.readFully(mark);
      if (begins && !Arrays.equals(mark, MARK)) {
        throw new CutException("it does not end in Parquet's footer");
      }
    }
  }

  private void requireChunksWithin(long length) {
    for (RowGroup group : file.getFileMetaData().rowGroups()) {
      for (ColumnChunk chunk : group.columns()) {
        ColumnMetaData column = chunk.metaData();
        Long dictionary = column.dictionaryPageOffset();
        long begin =
            dictionary == null || dictionary <= 0
                ? column.dataPageOffset()
                : Math.min(dictionary, column.dataPageOffset());
        long bytes = column.totalCompressedSize();
        if (begin < 0 || bytes < 0 || begin > length || bytes > length - begin) {
          throw new IllegalArgumentException(
              "a column of %d bytes at %d lies outside of the file".formatted(bytes, begin));
        }
      }
    }
  }

  private static Column column(ColumnSchema schema) {
    String path = schema.fieldPath().toString();
    LogicalType logical = schema.logicalType();
    String type = logical == null ? schema.type().toString() : logical.toString();
    if (!path.equals(schema.name()) || schema.maxRepetitionLevel() > 0) {
      return new Column(path, Column.Kind.OTHER, "nested values");
    }
    Column.Kind kind =
        switch (schema.type()) {
          case INT32, INT64 ->
              logical == null || logical instanceof LogicalType.IntType
                  ? Column.Kind.NUMBERS
                  : Column.Kind.OTHER;
          case BYTE_ARRAY ->
              logical == null
                      || logical instanceof LogicalType.StringType
                      || logical instanceof LogicalType.EnumType
                  ? Column.Kind.TEXT
                  : Column.Kind.OTHER;
          case BOOLEAN, INT96, FLOAT, DOUBLE, FIXED_LEN_BYTE_ARRAY -> Column.Kind.OTHER;
        };
    return new Column(path, kind, type);
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public void choose(int first, int second) throws IOException {
    source = first;
    target = second;
    requirePagesBounded(first);
    requirePagesBounded(second);
    readers =
        file.buildColumnReaders(
                ColumnProjection.columns(schemas.get(first).name(), schemas.get(second).name()))
            .batchSize(BATCH_ROWS)
            .build();
  }

  private void requirePagesBounded(int column) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      for (RowGroup group : file.getFileMetaData().rowGroups()) {
        ParquetPages.requireBounded(
            channel, group.columns().get(column), ParquetPages.mostBytes(), stop);
      }
    }
  }

  @Override
  public boolean next() {
    if (!await(waiter.submit(readers::nextBatch))) {
      return false;
    }
    rows = readers.getRecordCount();
    return true;
  }

  private boolean await(Future<Boolean> batch) {
    long start = System.nanoTime();
    // Until the batch is here, whatever else ends the waiting leaves the reader at work.
    stuck = true;
    while (true) {
      stop.checkStopped();
      try {
        boolean found = batch.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        stuck = false;
        return found;
      } catch (TimeoutException e) {
        if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
          throw new IllegalStateException(
              "no rows came for " + PATIENCE_SECONDS + " seconds, so a page is probably damaged",
              e);
        }
      } catch (ExecutionException e) {
        stuck = false;
        throw failure(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }
  }

  private static RuntimeException failure(ExecutionException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError) {
        return new ComputeException(
            FailureCode.GRAPH_TOO_LARGE,
            "a page takes more memory than there is; write the file in smaller pages",
            e);
      }
    }
    return e.getCause() instanceof RuntimeException known
        ? known
        : new IllegalStateException(String.valueOf(e.getCause()), e);
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public ColumnValues source() {
    return values(schemas.get(source));
  }

  @Override
  public ColumnValues target() {
    return values(schemas.get(target));
  }

  private ColumnValues values(ColumnSchema schema) {
    ColumnReader reader = readers.getColumnReader(schema.name());
    BitSet missing = missing(reader.getLeafValidity());
    if (schema.type() == PhysicalType.BYTE_ARRAY) {
      int[] offsets = reader.getBinaryOffsets();
      byte[] bytes = reader.getBinaryValues();
      int end = offsets[rows];
      if (bytes.length < end + NameBytes.SLACK) {
        bytes = Arrays.copyOf(bytes, end + NameBytes.SLACK);
      }
      return ColumnValues.ofTexts(
          bytes, offsets, Arrays.copyOfRange(offsets, 1, rows + 1), missing);
    }
    boolean unsigned = schema.logicalType() instanceof LogicalType.IntType type && !type.isSigned();
    if (schema.type() == PhysicalType.INT64) {
      return ColumnValues.ofNumbers(reader.getLongs(), unsigned, missing);
    }
    int[] ints = reader.getInts();
    long[] numbers = new long[rows];
    for (int row = 0; row < rows; row++) {
      numbers[row] = unsigned ? Integer.toUnsignedLong(ints[row]) : ints[row];
    }
    return ColumnValues.ofNumbers(numbers, unsigned, missing);
  }

  private BitSet missing(Validity validity) {
    BitSet missing = new BitSet();
    if (validity.hasNulls()) {
      for (int row = 0; row < rows; row++) {
        if (validity.isNull(row)) {
          missing.set(row);
        }
      }
    }
    return missing;
  }

  @Override
  public void close() throws IOException {
    waiter.shutdown();
    if (stuck) {
      return;
    }
    try {
      if (readers != null) {
        readers.close();
      }
      file.close();
    } finally {
      context.close();
    }
  }
}
