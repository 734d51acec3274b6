"""Draws window size against time and memory from the output of `breadth FILE.bin table=windows`.

    plot_windows.py WINDOWS.txt OUT.svg

Standard library only. A window of 0 (all that fits) is drawn at the right end.
"""

import re
import sys

WIDTH, HEIGHT, LEFT, TOP, GAP = 420, 300, 60, 40, 70
SIZES = [1024, 2048, 4096, 8192, 16384, 32768, 0]
COLORS = ["#1b6ca8", "#c8553d", "#3a7d44", "#7b4b94", "#b8860b", "#444444"]
ROW = re.compile(
    r"^(\S+) \| order (\d) window (\d+) \| solved \|.*? \| ([\d.]+) ms \|.*peak ([\d.]+) MB"
)


def rows(path):
    """Per graph: window -> (ms, MB), of the descending order."""
    graphs = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            match = ROW.match(line)
            if match and match.group(2) == "2":
                graphs.setdefault(match.group(1), {})[int(match.group(3))] = (
                    float(match.group(4)),
                    max(0.01, float(match.group(5))),
                )
    return graphs


def ticks(low, high):
    value = 10.0 ** -3
    while value <= high * 1.0001:
        if value >= low * 0.9999:
            yield value
        value *= 10


def panel(graphs, which, title, left):
    from math import ceil, floor, log10

    values = [at[which] for points in graphs.values() for at in points.values()]
    low, high = 10.0 ** floor(log10(min(values))), 10.0 ** ceil(log10(max(values)))
    x = lambda size: left + WIDTH * SIZES.index(size) / (len(SIZES) - 1)
    y = lambda value: TOP + HEIGHT * (1 - (log10(value) - log10(low)) / (log10(high) - log10(low)))
    out = [f'<text x="{left}" y="{TOP - 14}" font-weight="bold">{title}</text>']
    for value in ticks(low, high):
        out.append(
            f'<line x1="{left}" x2="{left + WIDTH}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#ddd"/>'
            f'<text x="{left - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>'
        )
    for size in SIZES:
        name = "all" if size == 0 else f"{size // 1024}k"
        out.append(
            f'<text x="{x(size):.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{name}</text>'
        )
    for color, (graph, points) in zip(COLORS, graphs.items()):
        at = [(x(size), y(points[size][which])) for size in SIZES if size in points]
        line = " ".join(f"{a:.1f},{b:.1f}" for a, b in at)
        out.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        out += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{color}"/>' for a, b in at]
    return out


def main():
    graphs = rows(sys.argv[1])
    if not graphs:
        sys.exit("no solved row of the descending order in " + sys.argv[1])
    total = LEFT + 2 * WIDTH + GAP + 20
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total} {TOP + HEIGHT + 60}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{total}" height="{TOP + HEIGHT + 60}" fill="white"/>',
    ]
    out += panel(graphs, 0, "time (ms) by window (entries of the 2-clique list)", LEFT)
    out += panel(graphs, 1, "peak of the clique list (MB)", LEFT + WIDTH + GAP)
    at = LEFT
    for color, graph in zip(COLORS, graphs):
        out.append(
            f'<rect x="{at}" y="{TOP + HEIGHT + 36}" width="12" height="12" fill="{color}"/>'
            f'<text x="{at + 18}" y="{TOP + HEIGHT + 46}">{graph}</text>'
        )
        at += 40 + 8 * len(graph)
    out.append("</svg>")
    with open(sys.argv[2], "w", encoding="utf-8") as svg:
        svg.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
