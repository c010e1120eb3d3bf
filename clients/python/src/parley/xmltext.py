"""XML text that is written from received content, with the checks that keep it well formed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .budget import Weight
from .errors import ErrorCode, ParleyError, limit_error, malformed
from .limits import Limits

XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace"
XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/"

_START = (
    "A-Z_a-z\xc0-\xd6\xd8-\xf6\xf8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f\u2c00-\u2fef"
    "\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_NCNAME = re.compile(f"[{_START}][{_START}\\-.0-9\xb7\u0300-\u036f\u203f\u2040]*")
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ELEMENT = 160

Attribute = tuple[str, str, str]
"""Qualified name, namespace and value."""


class XmlWriter:
    """Builds a document as text; names carry their namespaces, and declarations follow from them."""

    def __init__(self, limits: Limits, weight: Weight) -> None:
        self.limits = limits
        self.weight = weight
        self.pieces: list[str] = []
        self._open: list[tuple[str, dict[str, str]]] = []
        self._names: set[str] = set()
        self._items = 0
        self._made = 0

    @property
    def depth(self) -> int:
        """How many elements are open."""
        return len(self._open)

    @property
    def scope(self) -> dict[str, str]:
        """Namespaces by prefix around what is written next."""
        return self._open[-1][1] if self._open else {"": "", "xml": XML_NAMESPACE}

    def start(
        self,
        name: str,
        namespace: str,
        attributes: Iterable[Attribute] = (),
        declarations: Iterable[tuple[str, str]] = (),
    ) -> None:
        """Writes a start tag."""
        if len(self._open) >= self.limits.depth:
            raise limit_error("parley.limits.depth", self.limits.depth, len(self._open) + 1, "an element")
        scope = self.scope
        said: dict[str, str] = {}
        self._say(said, name, namespace, False)
        shown: list[str] = []
        seen: set[tuple[str, str]] = set()
        for qualified, uri, value in attributes:
            self._say(said, qualified, uri, True)
            local = qualified.rpartition(":")[2]
            if (uri, local) in seen or len(seen) >= self.limits.attributes:
                raise malformed("each attribute once", "another", qualified)
            seen.add((uri, local))
            shown.append(f' {qualified}="{escape_attribute(value)}"')
        for prefix, uri in declarations:
            self._bind(said, prefix, uri)
        self.count(1 + len(shown))
        added = {prefix: uri for prefix, uri in said.items() if scope.get(prefix) != uri}
        texts = [f' xmlns{":" + prefix if prefix else ""}="{escape_attribute(uri)}"' for prefix, uri in added.items()]
        if len(texts) + len(shown) > self.limits.attributes:
            raise limit_error("parley.limits.attributes", self.limits.attributes, len(texts) + len(shown), name)
        self._open.append((name, {**scope, **added} if added else scope))
        self._put(f"<{name}{''.join(texts)}{''.join(shown)}>")

    def end(self) -> None:
        """Writes the end tag of the innermost element."""
        if not self._open:
            raise malformed("an open element", "an end", "a tag")
        self.pieces.append(f"</{self._open.pop()[0]}>")

    def text(self, value: str) -> None:
        """Writes text inside an element."""
        if not self._open:
            if value.strip(" \t\r\n"):
                raise malformed("text inside the root", "text outside", "a token")
            return
        self._put(escape(value))

    def leaf(self, name: str, namespace: str, value: str) -> None:
        """Writes an element that has nothing but text."""
        self.start(name, namespace)
        if value:
            self._put(escape(value))
        self.end()

    def comment(self, value: str) -> None:
        """Writes a comment."""
        if "--" in value or value.endswith("-") or _NOT_XML.search(value):
            raise malformed("a comment that XML can have", "another", "a token")
        self._put(f"<!--{value}-->")

    def instruction(self, target: str, data: str) -> None:
        """Writes a processing instruction."""
        if not is_ncname(target) or target.lower() == "xml" or "?>" in data or _NOT_XML.search(data):
            raise malformed("an instruction that XML can have", "another", "a token")
        self._put(f"<?{target} {data}?>")

    def count(self, items: int) -> None:
        """Counts elements, attributes and values against the limit on items and the budget of objects."""
        self._items += items
        if self._items > self.limits.items:
            raise limit_error("parley.limits.items", self.limits.items, self._items, "a message")
        self.weight.add(items * _ELEMENT)

    def prefix_for(self, namespace: str) -> str:
        """Returns a prefix that stands for a namespace here, or a new one."""
        if not namespace:
            return ""
        scope = self.scope
        for prefix, uri in scope.items():
            if uri == namespace:
                return prefix
        return self.free_prefix()

    def free_prefix(self) -> str:
        """Returns a prefix that is not in scope."""
        scope = self.scope
        self._made += 1
        while f"ns{self._made}" in scope:
            self._made += 1
        return f"ns{self._made}"

    def qualified(self, namespace: str, local: str) -> str:
        """Returns a name with a prefix that stands, or is made to stand, for its namespace."""
        prefix = self.prefix_for(namespace)
        return f"{prefix}:{local}" if prefix else local

    def result(self) -> str:
        """Returns the document; every element has to be closed."""
        if self._open or not self.pieces:
            raise malformed("the end of every element", f"{len(self._open)} open", "the end")
        return "".join(self.pieces)

    def _say(self, said: dict[str, str], name: str, namespace: str, is_attribute: bool) -> None:
        if name not in self._names:
            prefix, colon, local = name.rpartition(":")
            if not is_ncname(local) or (colon and not is_ncname(prefix)):
                raise malformed("a name of XML", "another text", "a name")
            self._names.add(name)
            if len(self._names) > self.limits.names:
                raise limit_error("parley.limits.names", self.limits.names, len(self._names), "a message")
        prefix = name.rpartition(":")[0]
        if is_attribute and not prefix:
            if namespace:
                raise malformed("a prefix for an attribute in a namespace", "none", name)
            return
        self._bind(said, prefix, namespace)

    def _bind(self, said: dict[str, str], prefix: str, namespace: str) -> None:
        if (
            (prefix and not namespace)
            or (prefix == "xml") != (namespace == XML_NAMESPACE)
            or prefix == "xmlns"
            or namespace == XMLNS_NAMESPACE
            or (prefix and not is_ncname(prefix))
            or said.setdefault(prefix, namespace) != namespace
        ):
            raise malformed("a prefix that may stand for one namespace", "another", "a declaration")
        if _NOT_XML.search(namespace):
            raise malformed("characters of XML", "others", "a namespace")

    def _put(self, piece: str) -> None:
        self.pieces.append(piece)
        if len(piece) > 64:
            self.weight.add(6 * len(piece))


def is_ncname(name: str) -> bool:
    """Whether a text is a name without colon."""
    return _NCNAME.fullmatch(name) is not None


def escape(value: str) -> str:
    """Returns text as it stands between tags."""
    if _NOT_XML.search(value):
        raise ParleyError(ErrorCode.MALFORMED_MESSAGE, "expected characters of XML, found others in a text")
    return value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")


def escape_attribute(value: str) -> str:
    """Returns text as it stands between quotes."""
    escaped = escape(value).replace('"', "&quot;")
    return escaped.replace("\t", "&#9;").replace("\n", "&#10;")
