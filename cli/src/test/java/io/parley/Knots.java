package io.parley;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds knots in packages: sets of classes of one package that depend on each other, directly or indirectly (strongly
 * connected components, found by Tarjan's algorithm). Nested classes count as part of their outermost class.
 */
final class Knots {
    private final Map<String, Set<String>> dependencies;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final List<Set<String>> found = new ArrayList<>();

    private Knots(Map<String, Set<String>> dependencies) {
        this.dependencies = dependencies;
    }

    /** Returns the largest knot of each package that has one, as simple names. */
    static Map<String, Set<String>> largest(JavaClasses classes) {
        Map<String, Map<String, Set<String>>> packages = new TreeMap<>();
        for (JavaClass type : classes) {
            Set<String> needed = packages.computeIfAbsent(type.getPackageName(), name -> new TreeMap<>())
                    .computeIfAbsent(topOf(type), name -> new TreeSet<>());
            type.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(target -> target.getPackageName().equals(type.getPackageName()))
                    .map(Knots::topOf)
                    .forEach(needed::add);
        }
        Map<String, Set<String>> knots = new TreeMap<>();
        packages.forEach((name, graph) -> new Knots(graph)
                .all().stream()
                        .filter(knot -> knot.size() > 1)
                        .max(Comparator.comparingInt(Set::size))
                        .ifPresent(knot -> knots.put(name, knot)));
        return knots;
    }

    private static String topOf(JavaClass type) {
        String name = type.getName().substring(type.getPackageName().length() + 1);
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private List<Set<String>> all() {
        dependencies.keySet().forEach(this::visit);
        return found;
    }

    private void visit(String type) {
        if (numbers.containsKey(type)) {
            return;
        }
        int number = numbers.size();
        numbers.put(type, number);
        lowest.put(type, number);
        open.push(type);
        for (String needed : dependencies.getOrDefault(type, Set.of())) {
            visit(needed);
            if (open.contains(needed)) {
                lowest.merge(type, lowest.getOrDefault(needed, number), Math::min);
            }
        }
        if (lowest.getOrDefault(type, number) == number) {
            Set<String> knot = new TreeSet<>();
            String member = "";
            while (!member.equals(type)) {
                member = open.pop();
                knot.add(member);
            }
            found.add(knot);
        }
    }
}
