"""Prints the SQL by which MariaDB writes mariadb.tsv, mariadb-quoted.csv and mariadb-colons.txt into the folder given.

python3 make-mariadb.py FOLDER | mariadbd --no-defaults --bootstrap --skip-grant-tables --datadir=EMPTY --secure-file-priv=
"""

import sys

import pandas as pd

read = {"escapechar": "\\", "doublequote": False, "dtype": str, "keep_default_na": False}
table = pd.read_csv("pandas-escaped-all-quoted.csv", **read)


def text(value):
    return f"convert(0x{value.encode().hex()} using utf8mb4)"


# Of its standard input a line is a statement.
name = "varchar(100) character set utf8mb4"
print("create database graph;")
print(f"create table graph.edges(source {name}, target {name}, note varchar(20)) engine=memory;")
for i, row in enumerate(table.itertuples()):
    note = "null" if i % 3 == 0 else text(row.weight)
    print(f"insert into graph.edges values({text(row.source)}, {text(row.target)}, {note});")
for file, dialect in (
    ("mariadb.tsv", ""),
    ("mariadb-quoted.csv", "fields terminated by ',' optionally enclosed by '\"'"),
    ("mariadb-colons.txt", "fields terminated by '::' lines terminated by '\\r\\n'"),
):
    print(f"select * from graph.edges into outfile '{sys.argv[1]}/{file}' character set utf8mb4 {dialect};")
