"""Reader of docs/protocol/vectors (the form is that of its README)."""

from __future__ import annotations

import os
from pathlib import Path

REPOSITORY = Path(os.environ.get("PARLEY_REPOSITORY", Path(__file__).resolve().parents[3]))
FOLDER = REPOSITORY / "docs" / "protocol" / "vectors"


def read(name: str) -> dict[str, dict[str, str]]:
    """Returns the vectors of a file by name, each as its fields."""
    vectors: dict[str, dict[str, str]] = {}
    fields: dict[str, str] = {}
    key, is_text = "", False
    for line in (FOLDER / name).read_text("utf-8").split("\n"):
        if line.startswith("["):
            fields = vectors[line[1:-1]] = {}
        elif line.startswith("  "):
            fields[key] += line[2:]
        elif line.startswith("|"):
            fields[key] = fields[key] + "\n" + line[2:] if is_text else line[2:]
            is_text = True
        elif line and not line.startswith("#"):
            key, _, value = line.partition(":")
            fields[key], is_text = value.removeprefix(" "), False
    return vectors
