package io.parley.endpoint;

import io.parley.layout.ComplexLayout;
import io.parley.layout.Slot;
import io.parley.layout.TypeLayout;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Estimates where parts differ whose fingerprints are known to differ: not in types that also occur in an equal part,
 * and most likely in those that occur in most of the differing ones. Immutable.
 */
final class UnlikeTypes {
    private static final int MOST_PARTS = 64;
    private static final int MOST_TYPES = 256;
    private static final int MOST_SHOWN = 3;

    private final Set<ComplexLayout> alike = new HashSet<>();
    private final Map<ComplexLayout, Integer> others = new HashMap<>();

    /**
     * Compares parts by the types of one side.
     *
     * @param alike parts with equal fingerprints
     * @param unlike parts with differing fingerprints
     */
    UnlikeTypes(List<Slot.Element> alike, List<Slot.Element> unlike) {
        for (Slot.Element part : alike) {
            this.alike.addAll(reached(part, Integer.MAX_VALUE).keySet());
        }
        for (Slot.Element part : unlike.subList(0, Math.min(MOST_PARTS, unlike.size()))) {
            reached(part, MOST_TYPES).keySet().forEach(type -> others.merge(type, 1, Integer::sum));
        }
    }

    /**
     * Returns the paths to the types in which a part may differ, the most likely first; empty if its type is not
     * complex.
     */
    String in(Slot.Element part) {
        Map<ComplexLayout, String> paths = reached(part, MOST_TYPES);
        List<String> likeliest = paths.entrySet().stream()
                .sorted(Comparator.comparing(each -> -others.getOrDefault(each.getKey(), 0)))
                .map(Map.Entry::getValue)
                .toList();
        int more = likeliest.size() - MOST_SHOWN;
        String shown = String.join(", ", likeliest.subList(0, Math.min(MOST_SHOWN, likeliest.size())));
        return more > 0 ? shown + " and " + more + " more" : shown;
    }

    /**
     * Returns the complex types reachable from a part that are not known to be equal, the nearest first, with their
     * paths.
     */
    private Map<ComplexLayout, String> reached(Slot.Element part, int most) {
        Map<ComplexLayout, String> paths = new LinkedHashMap<>();
        Deque<ComplexLayout> open = new ArrayDeque<>();
        add(part.type(), part.name().getLocalPart(), paths, open);
        while (!open.isEmpty() && paths.size() < most) {
            ComplexLayout type = open.remove();
            String path = paths.getOrDefault(type, "");
            if (type.content() instanceof ComplexLayout.Content.Elements elements) {
                elements.slots().stream()
                        .flatMap(slot -> slot.alternatives().stream())
                        .filter(Slot.Element.class::isInstance)
                        .map(Slot.Element.class::cast)
                        .forEach(each ->
                                add(each.type(), path + "/" + each.name().getLocalPart(), paths, open));
            }
            for (TypeLayout substitute : type.substitutes()) {
                add(substitute, path + "(" + substitute + ")", paths, open);
            }
        }
        return paths;
    }

    private void add(TypeLayout type, String path, Map<ComplexLayout, String> paths, Deque<ComplexLayout> open) {
        if (type instanceof ComplexLayout complex
                && !alike.contains(complex)
                && paths.putIfAbsent(complex, path) == null) {
            open.add(complex);
        }
    }
}
