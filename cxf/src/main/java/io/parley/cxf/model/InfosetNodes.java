package io.parley.cxf.model;

import io.parley.layout.ComplexLayout;
import io.parley.layout.Slot;
import io.parley.layout.TypeLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Finds the places of a layout that cannot be typed. A type that occurs several times is looked into once. */
final class InfosetNodes {
    private final Set<TypeLayout> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<String> found = new ArrayList<>();

    private InfosetNodes() {}

    static List<String> of(Slot.Element element) {
        InfosetNodes nodes = new InfosetNodes();
        nodes.visit(element.type(), "/" + element.name().getLocalPart());
        return nodes.found;
    }

    private void visit(TypeLayout type, String path) {
        if (!(type instanceof ComplexLayout complex) || !seen.add(type)) {
            return;
        }
        if (complex.anyAttribute()) {
            found.add(path + "/@*: any attribute");
        }
        if (complex.content() instanceof ComplexLayout.Content.Infoset infoset) {
            found.add(path + ": " + infoset.reason());
        } else if (complex.content() instanceof ComplexLayout.Content.Elements elements) {
            elements.slots().forEach(slot -> slot.alternatives().forEach(inner -> visit(inner, path)));
        }
        complex.substitutes().forEach(substitute -> visit(substitute, path));
    }

    private void visit(Slot.Alternative alternative, String path) {
        if (alternative instanceof Slot.Element element) {
            visit(element.type(), path + "/" + element.name().getLocalPart());
        } else {
            found.add(path + "/*: any element");
        }
    }
}
