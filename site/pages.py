"""Hooks of mkdocs.yml: pages that stand beside docs/, and what GitHub's Markdown allows and Python's does not."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.structure.files import File

HOME = Path(__file__).resolve().parent.parent
# Pages of the repository outside of docs/, and where they stand in the site.
BESIDE = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
FENCE = re.compile(r"^\s*```")
ITEM = re.compile(r"^(?:[-*]|\d+\.) ")
TITLE = re.compile(r"^# (?:(\d+)\. )?(.*)$", re.MULTILINE)


def on_config(config):
    decisions = sorted(path.name for path in (HOME / "docs" / "adr").glob("0*.md"))
    for section in config.nav:
        if "Decisions" in section:
            section["Decisions"] += [f"adr/{name}" for name in decisions]
    return config


def on_files(files, config):
    for source, page in BESIDE.items():
        head = "---\nhide: [navigation]\n---\n" if page == "index.md" else ""
        files.append(File.generated(config, page, content=head + (HOME / source).read_text("utf-8")))
    files.append(File.generated(config, "adr/index.md", content=decisions()))
    for path in outside(files):
        files.append(File.generated(config, "repository/" + path, abs_src_path=str(HOME / path)))
    return files


def on_page_markdown(markdown, page, config, files):
    source = next((each for each, site in BESIDE.items() if site == page.file.src_uri), None)
    place = source or posixpath.join("docs", page.file.src_uri)
    lines, fenced = [], False
    for line in markdown.split("\n"):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            # A list may follow its paragraph at once, which Python's Markdown takes for more of the paragraph.
            if ITEM.match(line) and lines and lines[-1] and not re.match(r"(?:[-*]|\d+\.| ) ?", lines[-1]):
                lines.append("")
            line = LINK.sub(lambda link: target(link, place, page.file.src_uri), line)
        lines.append(line)
    return "\n".join(lines)


def decisions() -> str:
    """Returns the list of decisions, newest last."""
    rows = ["# Decisions", "", "| number | decision |", "|---|---|"]
    for path in sorted((HOME / "docs" / "adr").glob("0*.md")):
        number, title = TITLE.search(path.read_text("utf-8")).groups()
        rows.append(f"| {number} | [{title}]({path.name}) |")
    return "\n".join(rows) + "\n"


def resolved(place: str, link: str) -> str:
    """Returns the path in the repository of a link that stands on a page there."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(place), link.partition("#")[0]))


def outside(files) -> set[str]:
    """Returns the files of the repository that pages link to and that are neither in docs/ nor pages of the site."""
    found = set()
    pages = [*BESIDE, *(posixpath.join("docs", file.src_uri) for file in files.documentation_pages())]
    for place in pages:
        path = HOME / place
        if path.is_file():
            for _, link in LINK.findall(path.read_text("utf-8")):
                to = resolved(place, link)
                if not link.startswith(("http:", "https:", "#")) and not to.startswith("docs/") and to not in BESIDE:
                    if (HOME / to).is_file():
                        found.add(to)
    return found


def target(link: re.Match, place: str, site: str) -> str:
    """Returns a link as the site has it; one to a folder of sources becomes its text."""
    text, uri = link.groups()
    if uri.startswith(("http:", "https:", "mailto:", "#")):
        return link.group(0)
    to = resolved(place, uri)
    anchor = "".join(uri.partition("#")[1:])
    if to == "docs/adr":
        new = "adr/index.md"
    elif to in BESIDE:
        new = BESIDE[to]
    elif to.startswith("docs/"):
        new = to.removeprefix("docs/")
    elif (HOME / to).is_file():
        new = "repository/" + to
    elif (HOME / to).is_dir():
        return f"{text} (`{to}`)"
    else:
        return link.group(0)
    return f"[{text}]({posixpath.relpath(new, posixpath.dirname(site) or '.')}{anchor})"
