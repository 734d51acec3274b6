package io.cliquestream.formats.columns;

import dev.hardwood.HardwoodContext;
import dev.hardwood.InputFile;
import dev.hardwood.metadata.LogicalType;
import dev.hardwood.metadata.PhysicalType;
import dev.hardwood.reader.ColumnReader;
import dev.hardwood.reader.ColumnReaders;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.reader.Validity;
import dev.hardwood.schema.ColumnProjection;
import dev.hardwood.schema.ColumnSchema;
import io.cliquestream.kernels.names.NameBytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A Parquet file; pages of the two columns are decoded by threads of the reader's. */
final class ParquetTable implements ColumnTable {
  private static final int BATCH_ROWS = 1 << 14;

  /** Says at its first use how it decodes, which nobody asked for. */
  private static final Logger LOGGER = Logger.getLogger("dev.hardwood");

  static {
    LOGGER.setLevel(Level.WARNING);
  }

  private final HardwoodContext context;
  private final ParquetFileReader file;
  private final List<ColumnSchema> schemas;
  private final List<Column> columns;
  private ColumnReaders readers;
  private int rows;
  private int source;
  private int target;

  private ParquetTable(HardwoodContext context, ParquetFileReader file) {
    this.context = context;
    this.file = file;
    this.schemas = file.getFileSchema().getColumns();
    this.columns = schemas.stream().map(ParquetTable::column).toList();
  }

  static ParquetTable open(Path path, int threads) throws IOException {
    HardwoodContext context = HardwoodContext.create(threads);
    boolean opened = false;
    try {
      ParquetTable table =
          new ParquetTable(context, ParquetFileReader.open(InputFile.of(path), context));
      opened = true;
      return table;
    } finally {
      if (!opened) {
        context.close();
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
  public void choose(int first, int second) {
    source = first;
    target = second;
    readers =
        file.buildColumnReaders(
                ColumnProjection.columns(schemas.get(first).name(), schemas.get(second).name()))
            .batchSize(BATCH_ROWS)
            .build();
  }

  @Override
  public boolean next() {
    if (!readers.nextBatch()) {
      return false;
    }
    rows = readers.getRecordCount();
    return true;
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
