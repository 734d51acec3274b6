"""Draws window size against time and memory from the output of `breadth FILE.bin... table=windows`.

    plot_windows.py WINDOWS.txt OUT.svg

Two panels a graph, time and peak of the clique list, a line for each order of the windows. Standard library only. A
window of 0 (all that fits) is drawn at the right end; runs that were not solved are left out.
"""

import re
import sys
from math import ceil, floor, log10

WIDTH, HEIGHT, LEFT, TOP, GAP = 300, 180, 60, 56, 76
SIZES = [1024, 2048, 4096, 8192, 16384, 32768, 0]
ORDERS = [("by id", "#3a7d44"), ("ascending degree", "#1b6ca8"), ("descending degree", "#c8553d")]
ROW = re.compile(
    r"^(\S+) \| order (\d) window (\d+) \| solved \|.*? \| ([\d.]+) ms \|.*peak ([\d.]+) MB"
)


def rows(path):
    """Per graph and order: window -> (ms, MB)."""
    graphs = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            match = ROW.match(line)
            if match:
                points = graphs.setdefault(match.group(1), {}).setdefault(int(match.group(2)), {})
                points[int(match.group(3))] = (
                    float(match.group(4)),
                    max(0.01, float(match.group(5))),
                )
    return graphs


def ticks(low, high):
    value = low
    while value <= high * 1.0001:
        yield value
        value *= 10


def panel(orders, which, title, left, top):
    values = [at[which] for points in orders.values() for at in points.values()]
    low, high = 10.0 ** floor(log10(min(values))), 10.0 ** ceil(log10(max(values)))
    high = high if high > low else 10 * low
    x = lambda size: left + WIDTH * SIZES.index(size) / (len(SIZES) - 1)
    y = lambda value: top + HEIGHT * (1 - (log10(value) - log10(low)) / (log10(high) - log10(low)))
    out = [f'<text x="{left}" y="{top - 10}" font-weight="bold">{title}</text>']
    for value in ticks(low, high):
        out.append(
            f'<line x1="{left}" x2="{left + WIDTH}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#ddd"/>'
            f'<text x="{left - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>'
        )
    for size in SIZES:
        name = "all" if size == 0 else f"{size // 1024}k"
        out.append(
            f'<text x="{x(size):.1f}" y="{top + HEIGHT + 16}" text-anchor="middle">{name}</text>'
        )
    for order, points in sorted(orders.items()):
        color = ORDERS[order][1]
        at = [(x(size), y(points[size][which])) for size in SIZES if size in points]
        line = " ".join(f"{a:.1f},{b:.1f}" for a, b in at)
        out.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        out += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{color}"/>' for a, b in at]
    return out


def main():
    graphs = rows(sys.argv[1])
    if not graphs:
        sys.exit("no solved row of table=windows in " + sys.argv[1])
    width = LEFT + 2 * WIDTH + GAP + 20
    height = TOP + len(graphs) * (HEIGHT + 56)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    at = LEFT
    for name, color in ORDERS:
        out.append(
            f'<rect x="{at}" y="10" width="12" height="12" fill="{color}"/>'
            f'<text x="{at + 18}" y="20">{name}</text>'
        )
        at += 40 + 8 * len(name)
    for index, (graph, orders) in enumerate(graphs.items()):
        top = TOP + index * (HEIGHT + 56)
        out += panel(orders, 0, f"{graph}: ms by window", LEFT, top)
        out += panel(orders, 1, f"{graph}: peak of the clique list, MB", LEFT + WIDTH + GAP, top)
    out.append("</svg>")
    with open(sys.argv[2], "w", encoding="utf-8") as svg:
        svg.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
