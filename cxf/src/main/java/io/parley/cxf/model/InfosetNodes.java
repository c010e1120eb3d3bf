package io.parley.cxf.model;

import io.parley.layout.ComplexLayout;
import io.parley.layout.Slot;
import io.parley.layout.TypeLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the places of a layout that cannot be typed, breadth-first. A type that occurs several times is visited once,
 * at its place nearest to the part's element, since large contracts reach most of their types by hundreds of paths.
 */
final class InfosetNodes {
    private final Set<ComplexLayout> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Place> open = new ArrayDeque<>();
    private final List<String> found = new ArrayList<>();

    private InfosetNodes() {}

    /** Returns the places and why they cannot be typed, nearest to the root first. */
    static List<String> of(Slot.Element element) {
        InfosetNodes nodes = new InfosetNodes();
        nodes.meet(element, null);
        while (!nodes.open.isEmpty()) {
            nodes.visit(nodes.open.remove());
        }
        return nodes.found;
    }

    /**
     * First place of a type.
     *
     * @param above the place that contains it; null for the part's element
     */
    private record Place(
            ComplexLayout type, String element, @Nullable Place above) {
        String path() {
            Deque<String> names = new ArrayDeque<>();
            for (Place each = this; each != null; each = each.above) {
                names.push(each.element);
            }
            return "/" + String.join("/", names);
        }
    }

    private void meet(Slot.Element element, @Nullable Place above) {
        meet(element.type(), element.name().getLocalPart(), above);
    }

    private void meet(TypeLayout type, String element, @Nullable Place above) {
        if (type instanceof ComplexLayout complex && seen.add(complex)) {
            open.add(new Place(complex, element, above));
        }
    }

    private void visit(Place place) {
        ComplexLayout type = place.type();
        if (type.anyAttribute()) {
            found.add(place.path() + "/@*: any attribute");
        }
        if (type.content() instanceof ComplexLayout.Content.Infoset infoset) {
            found.add(place.path() + ": " + infoset.reason());
        } else if (type.content() instanceof ComplexLayout.Content.Elements elements) {
            elements.slots().forEach(slot -> slot.alternatives().forEach(inner -> visit(inner, place)));
        }
        type.substitutes().forEach(substitute -> meet(substitute, place.element(), place.above()));
    }

    private void visit(Slot.Alternative alternative, Place place) {
        if (alternative instanceof Slot.Element element) {
            meet(element, place);
        } else {
            found.add(place.path() + "/*: any element");
        }
    }
}
