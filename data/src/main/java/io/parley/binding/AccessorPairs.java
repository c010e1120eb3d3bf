package io.parley.binding;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Getters and setters of a class, paired as JAXB's reference implementation pairs them: of overloaded setters, the one
 * whose parameter has the getter's type. Only for two getters of one name ({@code isX}, {@code getX}), or several
 * setters without a getter, the order of reflection decides, as in the reference implementation.
 */
final class AccessorPairs {
    private final Function<Class<?>, Method[]> declared;
    private final Map<String, Method> getters = new LinkedHashMap<>();
    private final Map<String, Method> setters = new LinkedHashMap<>();

    private AccessorPairs(Function<Class<?>, Method[]> declared) {
        this.declared = declared;
    }

    /**
     * A getter and a setter of one name; at least one of them is present.
     *
     * @param name the name after {@code get}, {@code is} or {@code set}
     */
    record Pair(
            String name, @Nullable Method getter, @Nullable Method setter) {

        /** Returns whether both are present and have the same type. */
        boolean agrees() {
            return getter != null
                    && setter != null
                    && getter.getGenericReturnType().equals(setter.getGenericParameterTypes()[0]);
        }
    }

    /**
     * Returns the pairs of a class and of the superclasses whose properties are merged into it, ordered by name. A
     * single getter or setter is included if it is annotated.
     *
     * @param declared returns the methods that a class declares, in any order
     */
    static List<Pair> of(Class<?> bean, Function<Class<?>, Method[]> declared, Predicate<Method> isAnnotated) {
        AccessorPairs pairs = new AccessorPairs(declared);
        Class<?> above = bean;
        do { // repeated for each merged superclass, as in JAXB, so that its setters find getters of subclasses
            pairs.collect(bean);
            above = above.getSuperclass();
        } while (BeanMembers.isMerged(above));
        Set<String> names = new TreeSet<>(pairs.getters.keySet());
        names.retainAll(pairs.setters.keySet());
        addAnnotated(pairs.getters, isAnnotated, names);
        addAnnotated(pairs.setters, isAnnotated, names);
        return names.stream()
                .map(name -> new Pair(name, pairs.getters.get(name), pairs.setters.get(name)))
                .toList();
    }

    private static void addAnnotated(Map<String, Method> methods, Predicate<Method> isAnnotated, Set<String> names) {
        methods.forEach((name, method) -> {
            if (isAnnotated.test(method)) {
                names.add(name);
            }
        });
    }

    private void collect(Class<?> type) {
        Class<?> above = type.getSuperclass();
        if (BeanMembers.isMerged(above)) {
            collect(above);
        }
        Map<String, List<Method>> overloaded = new LinkedHashMap<>();
        for (Method method : declared.apply(type)) {
            if (!method.isBridge() && !Modifier.isStatic(method.getModifiers())) {
                sort(method, overloaded);
            }
        }
        getters.forEach((name, getter) -> {
            for (Method setter : orNone(overloaded.remove(name))) {
                if (new Pair(name, getter, setter).agrees()) {
                    setters.put(name, setter);
                    break;
                }
            }
        });
        overloaded.forEach((name, alone) -> setters.put(name, alone.get(0)));
    }

    private static List<Method> orNone(@Nullable List<Method> methods) {
        return methods == null ? List.of() : methods;
    }

    private void sort(Method method, Map<String, List<Method>> overloaded) {
        String name = method.getName();
        if (method.getParameterCount() == 0 && name.length() > 3 && name.startsWith("get")) {
            getters.put(name.substring(3), method);
        } else if (method.getParameterCount() == 0 && name.length() > 2 && name.startsWith("is")) {
            getters.put(name.substring(2), method);
        } else if (method.getParameterCount() == 1 && name.length() > 3 && name.startsWith("set")) {
            overloaded
                    .computeIfAbsent(name.substring(3), key -> new ArrayList<>())
                    .add(method);
        }
    }
}
