"""Writes the files of columns among these: Parquet and Arrow by pyarrow, pandas and DuckDB.

Needs pyarrow, pandas and duckdb; reads the tables that make.py wrote.
"""

import duckdb
import pandas
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as parquet

named = pandas.read_csv("pandas.csv", dtype={"source": str, "target": str}, keep_default_na=False)
numbers = pandas.read_csv("pandas-numbers.csv")
negative = pandas.read_csv("pandas-negative.csv", dtype=str)
table = pa.Table.from_pandas(named, preserve_index=False)
whole = pa.Table.from_pandas(numbers, preserve_index=False)

named.to_parquet("pandas.parquet", index=False)
numbers.to_parquet("pandas-numbers.parquet", index=False)
named.astype({"source": "category", "target": "category"}).to_parquet("pandas-category.parquet", index=False)
for packing in ("none", "gzip", "zstd"):
    parquet.write_table(table, f"pyarrow-{packing}.parquet", compression=packing, row_group_size=25)
parquet.write_table(table, "pyarrow-plain.parquet", use_dictionary=False, data_page_version="2.0", version="2.6")
parquet.write_table(
    whole.cast(pa.schema([(name, pa.uint32()) for name in whole.column_names])),
    "pyarrow-delta.parquet",
    use_dictionary=False,
    column_encoding={name: "DELTA_BINARY_PACKED" for name in whole.column_names},
)
parquet.write_table(
    table,
    "pyarrow-delta-text.parquet",
    use_dictionary=False,
    column_encoding={"source": "DELTA_BYTE_ARRAY", "target": "DELTA_LENGTH_BYTE_ARRAY", "weight": "PLAIN"},
)

connection = duckdb.connect()
connection.register("named", named)
connection.register("whole", numbers)
connection.execute("COPY named TO 'duckdb.parquet' (FORMAT parquet)")
connection.execute("COPY named TO 'duckdb-zstd.parquet' (FORMAT parquet, COMPRESSION zstd)")
connection.execute("COPY whole TO 'duckdb-numbers.parquet' (FORMAT parquet)")
connection.execute("COPY named TO 'duckdb.csv' (HEADER)")

feather.write_feather(table, "pyarrow-lz4.feather", compression="lz4", chunksize=25)
feather.write_feather(table, "pyarrow-zstd.feather", compression="zstd")
named.astype({"source": "category", "target": "category"}).to_feather("pandas-category.feather")


def ipc(name, content, opener):
    with pa.OSFile(name, "wb") as sink, opener(sink, content.schema) as writer:
        writer.write_table(content, max_chunksize=25)


ipc("pyarrow.arrow", table, pa.ipc.new_file)
ipc("pyarrow.arrows", table, pa.ipc.new_stream)
ipc("pyarrow-numbers.arrows", whole, pa.ipc.new_stream)
text = pa.large_string(), pa.string_view()
for kind in text:
    columns = pa.schema([("weight", pa.float64()), ("source", kind), ("target", kind)])
    ipc(f"pyarrow-{str(kind).replace('_', '-')}.arrow", table.select(columns.names).cast(columns), pa.ipc.new_file)
