"""Writes graph-tool's file among these, with Debian 12's python3-graph-tool; reads a table of make.py's."""

import csv

import graph_tool

graph = graph_tool.Graph(directed=False)
names = graph.new_vertex_property("string")
vertices = {}


def vertex(name):
    if name not in vertices:
        vertices[name] = graph.add_vertex()
        names[vertices[name]] = name
    return vertices[name]


with open("pandas.csv", newline="") as rows:
    for row in csv.DictReader(rows):
        graph.add_edge(vertex(row["source"]), vertex(row["target"]))
graph.vertex_properties["name"] = names
graph.save("graph-tool.graphml")
