#!/usr/bin/env python3
"""check_page.py PAGE.html [FILE.yoda]: a page of pictures says what its histograms hold, to everyone.

- its tags close, nothing in it comes from elsewhere, and it is small;
- every picture has a title and a description for those who cannot see it;
- texts have a contrast of 4.5 to 1 and lines one of 3 to 1 with their background, light and dark (WCAG 2.1);
- every axis has two numbers or more;
- heights of steps, read back from the numbers along the axes, are those of the YODA file.
"""
import html.parser
import math
import re
import sys

VOID = {"meta", "br", "link", "rect", "line", "path", "circle"}
TEXTS = ("text", "quiet", "good", "bad")
LINES = ("axis", *(f"s{i}" for i in range(8)))


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.pictures, self.ids = [], [], set()
        self.axis = None

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        for name, value in attributes:
            assert name not in ("src", "href", "onload", "onclick"), f"{tag} has {name}={value}"
        assert tag not in ("script", "link", "iframe", "img"), f"the page has a {tag}"
        if "id" in values:
            assert values["id"] not in self.ids, f"two elements are called {values['id']}"
            self.ids.add(values["id"])
        if tag == "svg":
            named = values["aria-labelledby"].split()
            self.pictures.append({"named": named, "x": [], "y": [], "steps": [], "words": {}})
        elif tag == "text":
            self.tick = (values, self.pictures[-1])
        elif tag == "path" and values["class"] == "series s0":
            self.pictures[-1]["steps"].append(values["d"])
        if tag not in VOID:
            self.open.append((tag, values))

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        opened, values = self.open.pop()
        assert opened == tag, f"<{opened}> is closed by </{tag}>"
        if tag == "text" and values["class"] == "tick":
            picture = self.pictures[-1]
            axis = "x" if values["text-anchor"] == "middle" else "y"
            words = picture.pop("text")
            if words.startswith("×"):
                return
            if axis == "x":
                picture.setdefault("main", len(picture["y"]))  # what follows is of the ratios' panel
            number = 10.0 ** int(words[2:]) if re.fullmatch(r"10-?\d+", words) and "power" in picture else float(words)
            place = float(values["x"]) if axis == "x" else float(values["y"]) - 4
            picture[axis].append((place, number))
        if tag == "text":
            self.pictures[-1].pop("text", None)
            self.pictures[-1].pop("power", None)

    def handle_data(self, data):
        if not self.open:
            return
        tag, values = self.open[-1]
        if tag in ("title", "desc") and values.get("id"):
            self.pictures[-1]["words"][values["id"]] = data
        elif tag in ("text", "tspan") and any(v.get("class") == "tick" for _, v in self.open):
            picture = self.pictures[-1]
            picture["text"] = picture.get("text", "") + data
            if tag == "tspan":
                picture["power"] = True
        elif tag == "text" and values["class"] == "label" and "×1e" in data:
            self.pictures[-1]["exponent"] = int(data.split("×1e")[1])


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    parts = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(a, b):
    a, b = sorted((luminance(a), luminance(b)))
    return (b + 0.05) / (a + 0.05)


def check_axes(picture):
    """An axis with one number has no scale."""
    main = picture.get("main", 0)
    panels = [picture["y"][:main], picture["y"][main:]] if main else [picture["y"]]
    for numbers in (picture["x"], *panels):
        assert len(numbers) >= 2, f"an axis of {picture['words'][picture['named'][0]]} has {len(numbers)} numbers"


def check_colours(text):
    schemes = re.findall(r":root\{(?:color-scheme:[a-z ]+;)?([^}]*)\}", text)
    assert len(schemes) == 2, "light and dark"
    for scheme in schemes:
        colours = dict(part.removeprefix("--").split(":") for part in scheme.strip(";").split(";"))
        for back in ("back", "panel"):
            for name in TEXTS:
                assert contrast(colours[name], colours[back]) >= 4.5, f"{name} on {back}"
        for name in LINES:
            assert contrast(colours[name], colours["back"]) >= 3, f"{name} on back"


def read_yoda(path):
    histograms, bins, title = {}, None, None
    for line in open(path):
        if line.startswith("BEGIN YODA_HISTO1D"):
            bins, title = [], None
        elif line.startswith("Title: "):
            title = line[7:].strip().strip(chr(34))
        elif line.startswith("END YODA_HISTO1D"):
            histograms[title], bins = bins, None
        elif bins is not None and re.match(r"[-+]?\d", line):
            low, high, sum_w = (float(word) for word in line.split()[:3])
            bins.append((low, high, sum_w / (high - low)))
    return histograms


def scale(ticks, logarithmic):
    """From a place to a number, by the first and the last number along an axis."""
    (a, u), (b, v) = ticks[0], ticks[-1]
    if logarithmic:
        return lambda place: u * (v / u) ** ((place - a) / (b - a))
    return lambda place: u + (v - u) * (place - a) / (b - a)


def check_steps(picture, bins, name):
    logarithmic = "logarithmic scale" in picture["words"][picture["named"][1]]
    x, y = scale(picture["x"], False), scale(picture["y"][: picture["main"] or None], logarithmic)
    unit = 10.0 ** picture.get("exponent", 0)
    drawn = {}
    for left, height, right in re.findall(r"[ML]([-\d.]+),([-\d.]+)H([-\d.]+)", picture["steps"][0]):
        drawn[(x(float(left)) + x(float(right))) / 2] = y(float(height)) * unit
    width = bins[-1][1] - bins[0][0]
    largest = max(height for _, _, height in bins)
    pixel = abs(y(100.1) - y(100)) * unit
    checked = 0
    for low, high, height in bins:
        middle = min(drawn, key=lambda m: abs(m - (low + high) / 2))
        if abs(middle - (low + high) / 2) > 1e-3 * width:
            assert logarithmic and height <= 0, f"{name}: the bin at {low} is not drawn"
            continue
        if logarithmic and height < 1e-9 * largest:
            continue
        near = 0.006 * height if logarithmic else 1.1 * pixel
        if logarithmic:
            near = abs(math.log(y(100.1) / y(100))) * 1.1 * height
        assert abs(drawn[middle] - height) <= near, f"{name}: {drawn[middle]} is drawn at {low}, {height} is there"
        checked += 1
    assert checked > len(bins) / 4, f"{name}: {checked} bins drawn"


def main():
    path, yoda = sys.argv[1], sys.argv[2:]
    text = open(path, encoding="utf-8").read()
    assert len(text) < 500_000, f"{path} has {len(text)} bytes"
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|@import|url\(", text), "something comes from elsewhere"
    page = Page()
    page.feed(text)
    assert not page.open, f"left open: {page.open}"
    for picture in page.pictures:
        for name in picture["named"]:
            assert picture["words"].get(name, "").strip(), f"{name} is empty"
        check_axes(picture)
    check_colours(text)
    histograms = read_yoda(yoda[0]) if yoda else {}
    shown = {picture["words"][picture["named"][0]]: picture for picture in page.pictures}
    assert page.pictures and (histograms or not yoda)
    for title, bins in histograms.items():
        check_steps(shown[title], bins, title)
    print(f"{path}: {len(page.pictures)} pictures, {len(histograms)} of histograms, {len(text)} bytes")


main()
