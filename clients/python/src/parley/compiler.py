"""Compiler from XML Schema to layouts (docs/reference/hhfr-schema.md, What becomes of each construct)."""

from __future__ import annotations

from dataclasses import dataclass

from .layout import Alternative, Complex, Content, Layout, Name, Simple, Slot, Type, sort_key
from .simples import STRING, SimpleTypes, UnknownError
from .xsd import XML, XS, Component, Schemas, local

ANY = Complex(None, any_attribute=True, content=Content.INFOSET)
"""Layout of xs:anyType, and of elements of xs:anySimpleType."""


@dataclass(slots=True)
class _Particle:
    name: Name | None
    type: Type
    repeats: bool
    group: int
    default: str | None = None


class Compiler:
    """Layouts of the elements and types of a set of schemas; each type is compiled once."""

    def __init__(self, schemas: Schemas) -> None:
        self._schemas = schemas
        self._simples = SimpleTypes(schemas)
        self._complex: dict[object, Complex] = {}
        self._groups = 0
        self._derived: dict[Name, list[Name]] | None = None
        self._members: dict[Name, list[Name]] | None = None

    def element(self, name: Name) -> Layout | None:
        """Returns the layout of a global element, or None if there is none."""
        component = self._schemas.get("element", name)
        if component is None:
            return None
        try:
            kind = self._element_type(component)
        except UnknownError:
            return None
        return Layout(name, kind, _default(component))

    def part(self, element: Name, kind: Name) -> Layout | None:
        """Returns the layout of an element of a named type, as the parts of rpc messages are."""
        try:
            return Layout(element, self._named_type(kind))
        except UnknownError:
            return None

    # --- types

    def _named_type(self, name: Name) -> Type:
        if name[0] == XS:
            if name[1] in ("anyType", "anySimpleType"):
                return ANY
            return self._simples.named(name)
        if name == (XML, "lang"):
            return STRING
        component = self._schemas.get("complexType", name)
        if component is not None:
            return self._complex_type(component, name)
        return self._simples.named(name)

    def _element_type(self, component: Component, depth: int = 0) -> Type:
        simple = component.first("simpleType")
        if simple is not None:
            return self._simples.annotated(self._simples.of(simple), component)
        own = component.first("complexType")
        if own is not None:
            return self._complex_type(own, None)
        name = component.qname("type")
        if name is None:
            head = component.qname("substitutionGroup")
            declared = self._schemas.get("element", head) if head else None
            return ANY if declared is None or depth > 100 else self._element_type(declared, depth + 1)
        kind = self._named_type(name)
        return self._simples.annotated(kind, component) if isinstance(kind, Simple) else kind

    def _complex_type(self, component: Component, name: Name | None) -> Complex:
        key: object = name or component.node
        found = self._complex.get(key)
        if found is not None:
            return found
        layout = self._complex[key] = Complex(name)
        try:
            self._fill(layout, component)
        except UnknownError:
            layout.content, layout.text, layout.slots = Content.INFOSET, None, []
        layout.finish()
        if name is not None:
            layout.substitutes = [
                kind
                for other in sorted(self._derived_from(name), key=sort_key)
                if isinstance(kind := self._named_type(other), Complex) and not self._is_abstract(other)
            ]
        return layout

    def _fill(self, layout: Complex, component: Component) -> None:
        attributes: dict[Name, Simple] = {}
        layout.any_attribute = self._attributes(component, attributes)
        layout.attributes = list(attributes.items())
        simple = component.first("simpleContent")
        if simple is not None:
            layout.text = self._text(component)
            if layout.text is None:
                raise UnknownError(component.name)
            layout.content = Content.TEXT
            return
        particles: list[_Particle] = []
        if not self._content(component, particles):
            layout.content = Content.INFOSET
            return
        layout.slots = _slots(particles)

    # --- attributes and text

    def _attributes(self, component: Component, found: dict[Name, Simple], depth: int = 0) -> bool:
        """Collects the attributes of a type, and returns whether it allows any."""
        derivation = _derivation(component)
        if derivation is None:
            return self._own_attributes(component, found)
        kind, node = derivation
        base = node.qname("base")
        any_attribute = False
        if base == (XS, "anyType"):
            any_attribute = kind == "extension"
        elif base is not None and base[0] != XS:
            declared = self._schemas.get("complexType", base)
            if declared is not None and depth < 100:
                any_attribute = self._attributes(declared, found, depth + 1)
        if kind == "extension" or base == (XS, "anyType"):
            any_attribute |= self._own_attributes(node, found)
        return any_attribute

    def _own_attributes(self, component: Component, found: dict[Name, Simple], depth: int = 0) -> bool:
        any_attribute = False
        for child in component.children("attribute", "attributeGroup", "anyAttribute"):
            kind = local(child.node)
            if kind == "anyAttribute":
                any_attribute = True
            elif kind == "attributeGroup":
                name = child.qname("ref")
                group = self._schemas.get("attributeGroup", name) if name else None
                if group is not None and depth < 100:
                    any_attribute |= self._own_attributes(group, found, depth + 1)
            elif child.node.get("use") != "prohibited":
                self._attribute(child, found)
        return any_attribute

    def _attribute(self, component: Component, found: dict[Name, Simple]) -> None:
        reference = component.qname("ref")
        if reference is not None:
            if reference[0] == XML:
                found[reference] = STRING
                return
            declared = self._schemas.get("attribute", reference)
            if declared is None:
                raise UnknownError(reference)
            found[reference] = self._attribute_type(declared)
            return
        document = component.document
        is_qualified = document.is_qualified(component.node, "attributeFormDefault")
        found[(document.namespace if is_qualified else "", component.name)] = self._attribute_type(component)

    def _attribute_type(self, component: Component) -> Simple:
        own = component.first("simpleType")
        name = component.qname("type")
        simple = self._simples.of(own) if own is not None else self._simples.named(name) if name else STRING
        return self._simples.annotated(simple, component)

    def _text(self, component: Component, depth: int = 0) -> Simple | None:
        derivation = _derivation(component)
        if derivation is None or depth > 100:
            return None
        _, node = derivation
        base = node.qname("base")
        if base is None:
            return None
        declared = self._schemas.get("complexType", base)
        own = node.first("simpleType")
        if declared is None:
            return self._simples.named(base)
        found = self._text(declared, depth + 1)
        return self._simples.of(own) if found is None and own is not None else found

    # --- content models

    def _content(self, component: Component, particles: list[_Particle], depth: int = 0) -> bool:
        """Collects the particles of a type; returns False if its content is infoset."""
        if component.node.get("mixed") in ("true", "1"):
            return False
        derivation = _derivation(component)
        if derivation is None:
            self._model(component, particles)
            return True
        kind, node = derivation
        outer = component.first("complexContent")
        if outer is not None and outer.node.get("mixed") in ("true", "1"):
            return False
        base = node.qname("base")
        if base == (XS, "anyType"):
            if kind == "extension":
                return False
            self._model(node, particles)
            return True
        declared = self._schemas.get("complexType", base) if base else None
        if declared is None or depth > 100:
            raise UnknownError(base)
        if not self._content(declared, particles, depth + 1):
            return False
        if kind == "extension":
            self._model(node, particles)
        return True

    def _model(self, component: Component, particles: list[_Particle]) -> None:
        for child in component.children("sequence", "choice", "all", "group"):
            self._particle(child, particles, None, 0)

    def _particle(self, component: Component, found: list[_Particle], group: int | None, depth: int) -> None:
        most = component.node.get("maxOccurs", "1")
        if most == "0":
            return
        if depth > 100:
            raise UnknownError(component.name)
        kind = local(component.node)
        repeats = most != "1"
        if kind == "element":
            self._element_particle(component, found, group, repeats)
        elif kind == "any":
            found.append(_Particle(None, None, repeats or group is not None, self._group(group)))
        elif kind in ("sequence", "choice", "all", "group"):
            if kind == "group":
                name = component.qname("ref")
                referred = self._schemas.get("group", name) if name else None
                if referred is None:
                    raise UnknownError(name)
                component = referred
            inner = self._group(None) if group is None and repeats else group
            for child in component.children("element", "any", "sequence", "choice", "all", "group"):
                self._particle(child, found, inner, depth + 1)

    def _element_particle(self, component: Component, found: list[_Particle], group: int | None, repeats: bool) -> None:
        reference = component.qname("ref")
        number = self._group(group)
        if reference is None:
            document = component.document
            is_qualified = document.is_qualified(component.node, "elementFormDefault")
            name = (document.namespace if is_qualified else "", component.name)
            kind = self._element_type(component)
            found.append(_Particle(name, kind, repeats or group is not None, number, _default(component)))
            return
        for name in [reference, *self._members_of(reference)]:
            declared = self._schemas.get("element", name)
            if declared is None:
                raise UnknownError(name)
            mine = number if repeats or group is not None else self._group(None)
            kind = self._element_type(declared)
            found.append(_Particle(name, kind, repeats or group is not None, mine, _default(declared)))

    def _group(self, group: int | None) -> int:
        if group is not None:
            return group
        self._groups += 1
        return self._groups

    # --- derivation and substitution

    def _derived_from(self, name: Name) -> list[Name]:
        if self._derived is None:
            self._derived = {}
            for other, component in self._schemas.all("complexType"):
                derivation = _derivation(component)
                base = derivation[1].qname("base") if derivation else None
                if base is not None:
                    self._derived.setdefault(base, []).append(other)
        return _closure(name, self._derived)

    def _members_of(self, name: Name) -> list[Name]:
        if self._members is None:
            self._members = {}
            for other, component in self._schemas.all("element"):
                head = component.qname("substitutionGroup")
                if head is not None:
                    self._members.setdefault(head, []).append(other)
        return _closure(name, self._members)

    def _is_abstract(self, name: Name) -> bool:
        component = self._schemas.get("complexType", name)
        return component is not None and component.node.get("abstract") in ("true", "1")


def _slots(particles: list[_Particle]) -> list[Slot]:
    names = [particle.name for particle in particles]
    by_name: dict[Name | None, Type] = {}
    for particle in particles:
        if particle.name in by_name and not _same(by_name[particle.name], particle.type):
            raise UnknownError(particle.name)
        by_name[particle.name] = particle.type
    groups: dict[int, list[_Particle]] = {}
    for particle in particles:
        groups.setdefault(particle.group, []).append(particle)
    inside = [name for group in groups.values() for name in {particle.name for particle in group}]
    if len(inside) != len(set(inside)) or any(
        not group[0].repeats and len(group) != len({p.name for p in group}) for group in groups.values()
    ):
        return [_slot(particles, True)] if names else []
    slots = [_slot(group, group[0].repeats) for group in groups.values()]
    for i, slot in enumerate(slots):
        slot.position = i
    return slots


def _slot(particles: list[_Particle], repeats: bool) -> Slot:
    found: dict[Name | None, Alternative] = {}
    for particle in particles:
        found.setdefault(particle.name, Alternative(particle.name, particle.type, particle.default))
    return Slot(repeats, list(found.values()))


def _same(one: Type, other: Type) -> bool:
    return one is other or (isinstance(one, Simple) and one == other)


def _derivation(component: Component) -> tuple[str, Component] | None:
    for content in component.children("complexContent", "simpleContent"):
        for child in content.children("extension", "restriction"):
            return local(child.node), child
    return None


def _closure(name: Name, direct: dict[Name, list[Name]]) -> list[Name]:
    found: dict[Name, None] = {}
    waiting = list(direct.get(name, ()))
    while waiting:
        other = waiting.pop()
        if other not in found and other != name:
            found[other] = None
            waiting += direct.get(other, ())
    return list(found)


def _default(component: Component) -> str | None:
    value = component.node.get("default")
    return component.node.get("fixed") if value is None else value
