"""Makes the files of this folder by the tools themselves, and says what those answer.

Run in this folder with Debian 12's python3-networkx, python3-igraph, python3-pandas and zstd.
"""

import json
import random
import subprocess

import igraph
import networkx as nx
import pandas as pd

manifest = []


def answers(graph):
    triangles = nx.triangles(graph)
    largest = max(len(clique) for clique in nx.find_cliques(graph))
    return graph.number_of_nodes(), graph.number_of_edges(), sum(triangles.values()) // 3, largest


def igraph_answers(graph):
    return graph.vcount(), graph.ecount(), len(graph.cliques(3, 3)), graph.clique_number()


def note(file, tool, answer, vertices, options=""):
    manifest.append("\t".join([file, tool, *map(str, answer), vertices, options]))


def triangles(file, graph):
    with open(file, "w", encoding="utf-8") as out:
        for vertex, count in sorted(nx.triangles(graph).items(), key=lambda item: str(item[0])):
            out.write(f"{count}\t{vertex}\n")


base = nx.relaxed_caveman_graph(6, 6, 0.25, seed=7)
base = nx.convert_node_labels_to_integers(nx.Graph(base.subgraph(max(nx.connected_components(base), key=len))))
random.seed(7)
for u, v in base.edges():
    base[u][v]["weight"] = round(random.uniform(0.5, 9.5), 2)

awkward = ["Zoë Müller", 'O\'Brien, "Pat"', "東京", "a;b|c", "x\ty", "+1", "Ω & <ψ>", "007", "-3", "naïve café"]
plain = ["v" + format(i * 37, "03x") for i in range(base.number_of_nodes())]
named = nx.relabel_nodes(base, {i: (awkward[i] if i < len(awkward) else plain[i]) for i in base})
words = nx.relabel_nodes(base, dict(enumerate(plain)))
numbers = nx.relabel_nodes(base, {i: 10 * i + 4_000_000_000 for i in base})

triangles("named.triangles", named)
triangles("words.triangles", words)
triangles("numbers.triangles", numbers)
triangles("zero.triangles", base)

# NetworkX.
nx.write_graphml(named, "networkx.graphml")
note("networkx.graphml", "networkx", answers(named), "named")
nx.write_graphml(numbers, "networkx-numbers.graphml")
note("networkx-numbers.graphml", "networkx", answers(numbers), "numbers")
nx.write_gexf(named, "networkx.gexf")
note("networkx.gexf", "networkx", answers(named), "named")
# A tab is no character that NetworkX's GML keeps apart from a blank.
nx.write_gml(named, "networkx.gml")
note("networkx.gml", "networkx", answers(nx.read_gml("networkx.gml")), "named")
nx.write_pajek(words, "networkx.net")
note("networkx.net", "networkx", answers(nx.Graph(nx.read_pajek("networkx.net"))), "words")
nx.write_adjlist(words, "networkx.adjlist")
note("networkx.adjlist", "networkx", answers(nx.read_adjlist("networkx.adjlist")), "words")
nx.write_edgelist(words, "networkx.edgelist")
note("networkx.edgelist", "networkx", answers(nx.read_edgelist("networkx.edgelist")), "words")
nx.write_edgelist(base, "networkx-numbers.edgelist")
note("networkx-numbers.edgelist", "networkx", answers(base), "zero")
nx.write_weighted_edgelist(words, "networkx-weighted.txt")
note("networkx-weighted.txt", "networkx", answers(words), "words")
nx.write_graph6(base, "networkx.g6")
note("networkx.g6", "networkx", answers(nx.read_graph6("networkx.g6")), "zero")
nx.write_graph6(base, "networkx-bare.g6", header=False)
note("networkx-bare.g6", "networkx", answers(nx.read_graph6("networkx-bare.g6")), "zero")
nx.write_sparse6(base, "networkx.s6")
note("networkx.s6", "networkx", answers(nx.read_sparse6("networkx.s6")), "zero")
with open("networkx.json", "w", encoding="utf-8") as out:
    json.dump(nx.node_link_data(named), out)
note("networkx.json", "networkx", answers(named), "named")
with open("networkx-cytoscape.json", "w", encoding="utf-8") as out:
    json.dump(nx.cytoscape_data(base), out)
note("networkx-cytoscape.json", "networkx", answers(base), "zero")
nx.write_multiline_adjlist(words, "networkx.multiline")
note("networkx.multiline", "networkx", answers(nx.read_multiline_adjlist("networkx.multiline")), "words")
with open("networkx-adjacency.json", "w", encoding="utf-8") as out:
    json.dump(nx.adjacency_data(named), out)
note("networkx-adjacency.json", "networkx", answers(named), "named")

# igraph.
graph = igraph.Graph.TupleList([(u, v, d["weight"]) for u, v, d in words.edges(data=True)], weights=True)
graph.write_graphml("igraph.graphml")
note("igraph.graphml", "igraph", igraph_answers(graph), "words", "--name-by name")
graph.write_gml("igraph.gml")
note("igraph.gml", "igraph", igraph_answers(graph), "words", "--name-by name")
graph.write_ncol("igraph.ncol")
note("igraph.ncol", "igraph", igraph_answers(graph), "words")
graph.write_lgl("igraph.lgl")
note("igraph.lgl", "igraph", igraph_answers(graph), "words")
bare = igraph.Graph(base.number_of_nodes(), list(base.edges()))
bare.write_edgelist("igraph.edgelist")
note("igraph.edgelist", "igraph", igraph_answers(bare), "zero")
bare.write_pajek("igraph.net")
shifted = nx.relabel_nodes(base, {i: i + 1 for i in base})
triangles("one.triangles", shifted)
note("igraph.net", "igraph", igraph_answers(bare), "one")

# pandas, in many dialects.
frame = nx.to_pandas_edgelist(named)
table = pd.DataFrame({"source": frame["source"], "target": frame["target"], "weight": frame["weight"]})
size = answers(named)


def csv(file, options="", vertices="named", data=table, answer=size, **dialect):
    data.to_csv(file, **{"index": False, "lineterminator": "\n", **dialect})
    note(file, "pandas", answer, vertices, options)


ignore = "--ignore weight"
csv("pandas.csv", ignore)
csv("pandas-crlf.csv", ignore, lineterminator="\r\n")
csv("pandas-cr.csv", ignore, lineterminator="\r")
csv("pandas-mark.csv", ignore, encoding="utf-8-sig")
csv("pandas-all-quoted.csv", ignore, quoting=1)
csv("pandas-semicolon.csv", ignore + " --delimiter ;", sep=";")
csv("pandas-bar.txt", ignore + " --delimiter bar", sep="|")
csv("pandas.tsv", ignore, sep="\t")
csv("pandas-index.csv", "--ignore 1,weight", index=True)
csv("pandas-single-quotes.csv", ignore + " --quote '", quotechar="'")
csv("pandas-no-header.csv", "--header no --source 1 --target 2 --ignore 3", header=False)
other = table.rename(columns={"source": "person", "target": "friend"})
csv("pandas-columns.csv", "--source person --target friend " + ignore, data=other)
csv("pandas-positions.csv", "--source 2 --target 1 --header yes --ignore 3", data=other)
csv("pandas-comments.csv", ignore + " --comment #")
with open("pandas-comments.csv", encoding="utf-8") as text:
    lines = text.read()
with open("pandas-comments.csv", "w", encoding="utf-8") as text:
    text.write("# of the third of May\n" + lines)
pairs = nx.to_pandas_edgelist(numbers)[["source", "target"]]
csv("pandas-numbers.csv", "", "numbers", pairs, answers(numbers))
csv("pandas-numbers-no-header.csv", "", "numbers", pairs, answers(numbers), header=False)
csv("pandas-numbers-quoted.csv", "", "numbers", pairs.astype(str), answers(numbers), quoting=1)
csv("pandas-numbers-as-names.csv", "--ids names", "numbers", pairs, answers(numbers))
negative = nx.relabel_nodes(base, {i: i - 20 for i in base})
triangles("negative.triangles", negative)
csv("pandas-negative.csv", "", "negative", nx.to_pandas_edgelist(negative)[["source", "target"]], answers(negative))
for packing, ending in [("gzip", "gz"), ("bz2", "bz2"), ("xz", "xz"), ("zip", "zip")]:
    csv("pandas.csv." + ending, ignore, compression=packing)
    csv("pandas-numbers.txt." + ending, "", "numbers", pairs, answers(numbers), sep=" ", header=False, compression=packing)
subprocess.run(["zstd", "-qf", "pandas.csv"], check=True)
note("pandas.csv.zst", "pandas", size, "named", ignore)

# Neo4j: written by hand after the documented layouts, with the same edges.
edges = list(words.edges())
with open("neo4j-admin.csv", "w") as out:
    out.write(":START_ID,since:int,:END_ID,:TYPE\n")
    out.writelines(f"{u},{i % 7},{v},KNOWS\n" for i, (u, v) in enumerate(edges))
note("neo4j-admin.csv", "documented layout", answers(words), "words", "--ignore *")
place = {vertex: i for i, vertex in enumerate(words)}
with open("neo4j-apoc.csv", "w") as out:
    out.write('"_id","_labels","name","_start","_end","_type"\n')
    out.writelines(f'"{i}",":Person","{vertex}",,,\n' for vertex, i in place.items())
    out.writelines(f',,,"{place[u]}","{place[v]}","KNOWS"\n' for u, v in edges)
note("neo4j-apoc.csv", "documented layout", answers(base), "zero", "--ignore *")
with open("neo4j-apoc.json", "w") as out:
    for vertex, i in place.items():
        row = {"type": "node", "id": str(i), "labels": ["Person"], "properties": {"name": vertex}}
        out.write(json.dumps(row) + "\n")
    for i, (u, v) in enumerate(edges):
        row = {"id": str(i), "type": "relationship", "label": "KNOWS",
               "start": {"id": str(place[u]), "labels": ["Person"]},
               "end": {"id": str(place[v]), "labels": ["Person"]}}
        out.write(json.dumps(row) + "\n")
note("neo4j-apoc.json", "documented layout", answers(base), "zero")
with open("neo4j-apoc.json") as rows:
    rows = [json.loads(row) for row in rows]
nodes = [row for row in rows if row["type"] == "node"]
relationships = [row for row in rows if row["type"] == "relationship"]
with open("neo4j-apoc-object.json", "w") as out:
    json.dump({"nodes": nodes, "rels": relationships}, out)
note("neo4j-apoc-object.json", "documented layout", answers(base), "zero")
with open("neo4j-apoc-keys.json", "w") as out:
    json.dump({"nodes": {row["id"]: row for row in nodes}, "rels": {row["id"]: row for row in relationships}}, out)
note("neo4j-apoc-keys.json", "documented layout", answers(base), "zero")

with open("manifest.tsv", "w", encoding="utf-8") as out:
    out.write("# file, tool, vertices, edges, triangles, largest clique, vertices' names, options\n")
    out.write("\n".join(manifest) + "\n")
