package io.parley.binding;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Accessors of the members of a class. Decides which members generated code accesses, and records why it cannot access
 * the others.
 */
final class Reach {
    private final Map<BeanMember, Accessor> accessors = new HashMap<>();
    private final Set<String> interpreted = new LinkedHashSet<>();
    private final List<LazyAccess> lazy = new ArrayList<>();
    private final @Nullable BeanMaker maker;

    private Reach(Class<?> bean, List<BeanMember> members, Accessors kind) throws UnbindableException {
        Map<Class<?>, List<BeanMember>> byClass = new LinkedHashMap<>();
        byClass.put(bean, new ArrayList<>());
        for (BeanMember member : members) {
            byClass.computeIfAbsent(member.declaring(), key -> new ArrayList<>())
                    .add(member);
        }
        LazyAccess own = null;
        for (Map.Entry<Class<?>, List<BeanMember>> each : byClass.entrySet()) {
            if (kind == Accessors.INTERPRETED) {
                interpret(each.getValue());
            } else {
                LazyAccess made = generate(each.getKey(), each.getValue());
                own = each.getKey() == bean ? made : own;
            }
        }
        this.maker = own == null ? null : own.maker();
    }

    /**
     * @param members members that the class or its superclasses declare
     * @throws UnbindableException if a member cannot be accessed at all
     */
    static Reach of(Class<?> bean, List<BeanMember> members, Accessors kind) throws UnbindableException {
        return new Reach(bean, members, kind);
    }

    Accessor accessor(BeanMember member) {
        return Objects.requireNonNull(accessors.get(member));
    }

    /** Returns the factory that calls the class's constructor without parameters; null if none is generated. */
    @Nullable
    BeanMaker maker() {
        return maker;
    }

    /**
     * Returns the reasons why members are accessed by method handles although code was requested; empty if there are
     * none. For code that is not generated yet only obstacles known in advance are included.
     */
    Set<String> interpreted() {
        Set<String> reasons = new LinkedHashSet<>(interpreted);
        lazy.stream()
                .map(LazyAccess::reason)
                .filter(reason -> !reason.isEmpty())
                .forEach(reasons::add);
        return reasons;
    }

    /** Generates all code that is not generated yet. */
    void prepare() {
        lazy.forEach(LazyAccess::generated);
    }

    /** Returns access to the class by generated code, or null if there is none. */
    private @Nullable LazyAccess generate(Class<?> declaring, List<BeanMember> members) throws UnbindableException {
        List<BeanMember> open = new ArrayList<>();
        for (BeanMember member : members) {
            if (!member.obstacle().isEmpty()) {
                interpreted.add(declaring.getName() + "." + member.name() + " " + member.obstacle());
                interpret(List.of(member));
            } else {
                open.add(member);
            }
        }
        LazyAccess first = null;
        int from = 0;
        do {
            int to = Math.min(open.size(), from + AccessClass.MAX_MEMBERS);
            LazyAccess access = generateSome(declaring, open.subList(from, to));
            first = first == null ? access : first;
            from = to;
        } while (from < open.size());
        return first;
    }

    private @Nullable LazyAccess generateSome(Class<?> declaring, List<BeanMember> members) throws UnbindableException {
        String obstacle = HiddenClasses.obstacle(declaring);
        if (!obstacle.isEmpty()) {
            interpreted.add(declaring.getName() + " " + obstacle);
            interpret(members);
            return null;
        }
        LazyAccess access = new LazyAccess(declaring, members);
        lazy.add(access);
        for (int i = 0; i < members.size(); i++) {
            accessors.put(members.get(i), access.accessors().get(i));
        }
        return access;
    }

    private void interpret(List<BeanMember> members) throws UnbindableException {
        for (BeanMember member : members) {
            accessors.put(member, Accessor.interpreted(member));
        }
    }
}
