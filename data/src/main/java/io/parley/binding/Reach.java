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

/** Decides for the members of a class which are reached by generated code, and says why the others are not. */
final class Reach {
    private final Map<BeanMember, Accessor> accessors = new HashMap<>();
    private final Set<String> interpreted = new LinkedHashSet<>();
    private final List<LazyAccess> lazy = new ArrayList<>();
    private final @Nullable BeanMaker maker;

    private Reach(Class<?> bean, List<BeanMember> members, Accessors how) throws Declined {
        Map<Class<?>, List<BeanMember>> byClass = new LinkedHashMap<>();
        byClass.put(bean, new ArrayList<>());
        for (BeanMember member : members) {
            byClass.computeIfAbsent(member.declaring(), key -> new ArrayList<>())
                    .add(member);
        }
        LazyAccess own = null;
        for (Map.Entry<Class<?>, List<BeanMember>> each : byClass.entrySet()) {
            if (how == Accessors.INTERPRETED) {
                interpret(each.getValue());
            } else {
                LazyAccess made = generate(each.getKey(), each.getValue());
                own = each.getKey() == bean ? made : own;
            }
        }
        this.maker = own == null ? null : own.maker();
    }

    /**
     * @param members declared by the class or by superclasses
     * @throws Declined if one cannot be reached at all
     */
    static Reach of(Class<?> bean, List<BeanMember> members, Accessors how) throws Declined {
        return new Reach(bean, members, how);
    }

    Accessor accessor(BeanMember member) {
        return Objects.requireNonNull(accessors.get(member));
    }

    /** Returns the maker that calls the class's constructor without parameters; null if none is generated. */
    @Nullable
    BeanMaker maker() {
        return maker;
    }

    /**
     * Returns the reasons why members are reached by method handles although code was to be generated; empty if there
     * are none. For code that is not yet generated only the reasons known beforehand are included.
     */
    Set<String> interpreted() {
        Set<String> reasons = new LinkedHashSet<>(interpreted);
        lazy.stream()
                .map(LazyAccess::reason)
                .filter(reason -> !reason.isEmpty())
                .forEach(reasons::add);
        return reasons;
    }

    /** Generates what is not generated yet. */
    void prepare() {
        lazy.forEach(LazyAccess::made);
    }

    /** Returns access to the class by generated code, or null if there is none. */
    private @Nullable LazyAccess generate(Class<?> declaring, List<BeanMember> members) throws Declined {
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
            int to = Math.min(open.size(), from + AccessClass.MOST_MEMBERS);
            LazyAccess access = generateSome(declaring, open.subList(from, to));
            first = first == null ? access : first;
            from = to;
        } while (from < open.size());
        return first;
    }

    private @Nullable LazyAccess generateSome(Class<?> declaring, List<BeanMember> members) throws Declined {
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

    private void interpret(List<BeanMember> members) throws Declined {
        for (BeanMember member : members) {
            accessors.put(member, Accessor.interpreted(member));
        }
    }
}
