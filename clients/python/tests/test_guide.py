"""The example of docs/guide/python.md."""

from __future__ import annotations

import re

import vectors


def test_the_example_of_the_guide_streams(services: dict[str, str]) -> None:
    page = (vectors.REPOSITORY / "docs" / "guide" / "python.md").read_text("utf-8")
    found = re.search(r"<!-- example: test_guide.py -->\n```python\n(.*?)```", page, re.DOTALL)
    assert found is not None
    names: dict[str, object] = {"address": services["numbers"]}
    exec(compile(found[1], "python.md", "exec"), names)
    assert len(names["doubles"]) == 1_000  # type: ignore[arg-type]
