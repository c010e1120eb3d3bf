"""Components of XML Schema documents, by name, as the compiler of layouts asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from lxml import etree

from .errors import ErrorCode, ParleyError
from .layout import Name
from .limits import Limits

XS = "http://www.w3.org/2001/XMLSchema"
XML = "http://www.w3.org/XML/1998/namespace"
HHFR = "urn:parley:1"

_KINDS = ("element", "attribute", "complexType", "simpleType", "group", "attributeGroup")


@dataclass(frozen=True, slots=True, eq=False)
class Component:
    """A declaration or definition, with the namespace that its document is read in."""

    node: etree._Element
    document: Document

    def child(self, node: etree._Element) -> Component:
        """Returns a component inside this one."""
        return Component(node, self.document)

    def children(self, *names: str) -> Iterator[Component]:
        """Yields the children of these names, or all but annotations."""
        for node in self.node:
            name = local(node)
            if name and name != "annotation" and (not names or name in names):
                yield Component(node, self.document)

    def first(self, *names: str) -> Component | None:
        """Returns the first child of these names."""
        return next(self.children(*names), None)

    def qname(self, attribute: str) -> Name | None:
        """Returns the qualified name that an attribute has as its value."""
        value = self.node.get(attribute)
        return None if value is None else self.resolve(value)

    def resolve(self, value: str) -> Name:
        """Returns the name that a text with a prefix stands for here."""
        prefix, _, name = value.strip().rpartition(":")
        namespace = self.node.nsmap.get(prefix or None)
        if namespace is None and prefix == "xml":
            namespace = XML
        if namespace is None:
            namespace = self.document.namespace if not prefix and self.document.is_chameleon else ""
        return namespace, name

    @property
    def name(self) -> str:
        """The name that it declares."""
        return self.node.get("name", "")


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """A schema document, read in a namespace."""

    root: etree._Element
    location: str
    namespace: str
    is_chameleon: bool = False

    def is_qualified(self, node: etree._Element, default: str) -> bool:
        """Whether a local declaration has the namespace of its document."""
        form = node.get("form") or self.root.get(default, "unqualified")
        return form == "qualified"


@dataclass(slots=True)
class Schemas:
    """All components of a set of documents."""

    load: Callable[[str, str], etree._Element | None]
    """Returns the root of the document at a location that another document names, or None."""
    limits: Limits = field(default_factory=Limits)
    components: dict[tuple[str, Name], Component] = field(default_factory=dict)
    count: int = 0
    _read: set[tuple[str, str]] = field(default_factory=set)

    def add(self, root: etree._Element, location: str, including: str | None = None) -> None:
        """Reads a document, and those that it includes or imports."""
        own = root.get("targetNamespace", "")
        namespace = own or including or ""
        key = (location or f"#{id(root)}", namespace)
        if key in self._read:
            return
        self._read.add(key)
        document = Document(root, location, namespace, not own and bool(including))
        for node in root:
            name = local(node)
            if name in ("include", "import"):
                self._refer(node, name, document)
            elif name in _KINDS:
                self._declare(Component(node, document), name)

    def get(self, kind: str, name: Name) -> Component | None:
        """Returns the component of that kind and name."""
        return self.components.get((kind, name))

    def all(self, kind: str) -> Iterator[tuple[Name, Component]]:
        """Yields all components of a kind."""
        for (found, name), component in self.components.items():
            if found == kind:
                yield name, component

    def _refer(self, node: etree._Element, kind: str, document: Document) -> None:
        location = node.get("schemaLocation")
        if location is None:
            return
        root = self.load(document.location, location)
        if root is None:
            return
        base = root.getroottree().docinfo.URL or location
        self.add(root, base, document.namespace if kind == "include" else None)

    def _declare(self, component: Component, kind: str) -> None:
        self.count += 1
        if self.count > self.limits.schema_components:
            raise ParleyError(
                ErrorCode.LIMIT,
                f"expected at most {self.limits.schema_components} components (parley.limits.schema-components)",
            )
        self.components.setdefault((kind, (component.document.namespace, component.name)), component)


def local(node: etree._Element) -> str:
    """Returns the local name of an element of XML Schema, else an empty text."""
    tag = node.tag
    return tag[len(XS) + 2 :] if isinstance(tag, str) and tag.startswith(f"{{{XS}}}") else ""
