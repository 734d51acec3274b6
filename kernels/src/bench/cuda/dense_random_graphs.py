"""Random graphs that are hard to find the largest clique of, as pairs of 32-bit ids for the benchmark programs.

    dense_random_graphs.py uniform|hidden|spread OUT.bin VERTICES SEED PARAMETER...

uniform P: every pair is an edge with probability P.
hidden P SIZE: a clique of SIZE among pairs that are edges with probability P on the average. Pairs that leave the
clique are edges less often, so that its vertices have the degree of all others (as in the brock graphs of DIMACS).
spread LEAST MOST: every vertex draws a weight between LEAST and MOST, and a pair is an edge with the mean weight of its
ends, so that degrees spread further than those of a uniform graph (as in DIMACS' p_hat graphs).

Python's random numbers are the same for the same seed in every version.
"""
import random
import struct
import sys


def uniform(source, vertices, probability):
    return lambda a, b: probability


def hidden(source, vertices, probability, size):
    size = int(size)
    clique = set(source.sample(range(vertices), size))
    leaving = (probability * (vertices - 1) - (size - 1)) / (vertices - size)
    outside = (probability * (vertices - 1) - leaving * size) / (vertices - size - 1)
    return lambda a, b: (outside, leaving, 1.0)[(a in clique) + (b in clique)]


def spread(source, vertices, least, most):
    weights = [source.uniform(least, most) for _ in range(vertices)]
    return lambda a, b: (weights[a] + weights[b]) / 2


def main(kind, path, vertices, seed, *parameters):
    vertices, source = int(vertices), random.Random(int(seed))
    probability = {"uniform": uniform, "hidden": hidden, "spread": spread}[kind](
        source, vertices, *map(float, parameters)
    )
    with open(path, "wb") as file:
        for a in range(vertices):
            for b in range(a + 1, vertices):
                if source.random() < probability(a, b):
                    file.write(struct.pack("<II", a, b))


main(*sys.argv[1:])
