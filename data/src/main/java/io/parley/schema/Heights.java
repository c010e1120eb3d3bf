package io.parley.schema;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;

/** Computes the length of the dependency chains of definitions, in linear time and without recursion. */
final class Heights {
    private Heights() {}

    /**
     * Computes the height of each definition, the length of its longest chain of dependencies.
     *
     * @param dependencies for each definition, the names it depends on and the number of levels in between; names that
     *     are not keys are ignored
     * @return the height by name, without definitions that depend on themselves or on such a definition
     */
    static Map<QName, Integer> of(Map<QName, Map<QName, Integer>> dependencies) {
        Map<QName, List<QName>> users = new HashMap<>();
        Map<QName, Integer> open = new HashMap<>();
        Map<QName, Integer> heights = new HashMap<>();
        Deque<QName> ready = new ArrayDeque<>();
        dependencies.forEach((name, needs) -> {
            int count = 0;
            for (QName need : needs.keySet()) {
                if (dependencies.containsKey(need)) {
                    users.computeIfAbsent(need, key -> new ArrayList<>()).add(name);
                    count++;
                }
            }
            open.put(name, count);
            if (count == 0) {
                ready.add(name);
            }
        });
        while (!ready.isEmpty()) {
            QName name = ready.remove();
            heights.put(name, height(dependencies.getOrDefault(name, Map.of()), heights));
            for (QName user : users.getOrDefault(name, List.of())) {
                if (open.merge(user, -1, Integer::sum) == 0) {
                    ready.add(user);
                }
            }
        }
        return heights;
    }

    private static int height(Map<QName, Integer> needs, Map<QName, Integer> heights) {
        int height = 0;
        for (Map.Entry<QName, Integer> need : needs.entrySet()) {
            height = Math.max(height, need.getValue() + heights.getOrDefault(need.getKey(), 0));
        }
        return height;
    }
}
