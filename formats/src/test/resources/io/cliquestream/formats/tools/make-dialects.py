"""Writes the tables among these whose quotes are escaped or whose delimiters are longer than a character.

By pandas, Python's csv, DuckDB and numpy; reads the tables that make.py wrote, and prints lines for manifest.tsv.
"""

import csv

import duckdb
import networkx as nx
import numpy as np
import pandas as pd

read = pd.read_csv("pandas.csv", dtype={"source": str, "target": str}, keep_default_na=False)
# Names with the escape itself, too.
renamed = {"007": "C:\\temp", "-3": 'ends in "\\', "+1": "a\\\\b::c", "naïve café": "a, b | c || d"}
graph = nx.relabel_nodes(nx.from_pandas_edgelist(read, edge_attr="weight"), renamed)
largest = max(len(clique) for clique in nx.find_cliques(graph))
counts = nx.triangles(graph)
with open("escaped.triangles", "w", encoding="utf-8") as out:
    out.writelines(f"{count}\t{vertex}\n" for vertex, count in sorted(counts.items()))
size = [graph.number_of_nodes(), graph.number_of_edges(), sum(counts.values()) // 3, largest]
table = nx.to_pandas_edgelist(graph)[["source", "target", "weight"]]


def note(file, tool, options, vertices="escaped"):
    print("\t".join([file, tool, *map(str, size), vertices, options]))


def pandas(file, quoting, options="", **dialect):
    table.to_csv(file, index=False, doublequote=False, escapechar="\\", quoting=quoting, **dialect)
    note(file, "pandas", "--ignore weight --escape \\ --escape-in everywhere" + options)


pandas("pandas-escaped.csv", csv.QUOTE_MINIMAL)
pandas("pandas-escaped-all-quoted.csv", csv.QUOTE_ALL, lineterminator="\r\n")
pandas("pandas-escaped-unquoted.csv", csv.QUOTE_NONE)
pandas("pandas-escaped-unquoted.tsv", csv.QUOTE_NONE, " --quote none", sep="\t")
pandas("pandas-escaped-bar.txt", csv.QUOTE_NONNUMERIC, " --delimiter bar", sep="|")

with open("csv-escaped.csv", "w", encoding="utf-8", newline="") as out:
    writer = csv.writer(out, quotechar="'", escapechar="^", doublequote=False, delimiter=";", quoting=csv.QUOTE_MINIMAL)
    writer.writerows(table.itertuples(index=False))
note("csv-escaped.csv", "python csv", "--header no --source 1 --target 2 --ignore 3 --quote ' --escape ^ --escape-in everywhere --delimiter ;")

connection = duckdb.connect()
connection.register("edges", table)
connection.execute("COPY edges TO 'duckdb-escaped.csv' (HEADER, ESCAPE '\\')")
note("duckdb-escaped.csv", "duckdb", "--ignore weight --escape \\ --escape-in quotes")

numbers = pd.read_csv("pandas-numbers.csv")
# As MovieLens writes ratings: two numbers, then what is no edge.
rows = np.column_stack([numbers.to_numpy(), np.arange(len(numbers)) % 5 + 1])
np.savetxt("numpy-colons.dat", rows, fmt="%d", delimiter="::")
note("numpy-colons.dat", "numpy", "--delimiter :: --header no --ignore 3", "numbers")
words = pd.read_csv("neo4j-admin.csv", usecols=[0, 2])
# Names without quotes, between what the manifest's column of options can say.
np.savetxt("numpy-bars.txt", words.to_numpy(), fmt="%s", delimiter="||", header="source||target", comments="")
note("numpy-bars.txt", "numpy", "--delimiter ||", "words")
