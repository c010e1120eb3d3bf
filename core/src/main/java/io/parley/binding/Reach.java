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
    private final @Nullable BeanAccess maker;

    private Reach(Class<?> bean, List<BeanMember> members, Accessors how) throws Declined {
        Map<Class<?>, List<BeanMember>> byClass = new LinkedHashMap<>();
        byClass.put(bean, new ArrayList<>());
        for (BeanMember member : members) {
            byClass.computeIfAbsent(member.declaring(), key -> new ArrayList<>())
                    .add(member);
        }
        BeanAccess own = null;
        for (Map.Entry<Class<?>, List<BeanMember>> each : byClass.entrySet()) {
            if (how == Accessors.INTERPRETED) {
                interpret(each.getValue());
            } else {
                BeanAccess made = generate(each.getKey(), each.getValue());
                own = each.getKey() == bean ? made : own;
            }
        }
        this.maker = own;
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

    /** What makes objects of the class by its constructor without parameters; null if that is not generated. */
    @Nullable
    BeanAccess maker() {
        return maker;
    }

    /** Why members are reached by method handles though they were to be generated; empty if none is. */
    Set<String> interpreted() {
        return interpreted;
    }

    /** Gives back an access to the class, or null if there is none. */
    private @Nullable BeanAccess generate(Class<?> declaring, List<BeanMember> members) throws Declined {
        List<BeanMember> open = new ArrayList<>();
        for (BeanMember member : members) {
            if (!member.obstacle().isEmpty()) {
                interpreted.add(declaring.getName() + "." + member.name() + " " + member.obstacle());
                interpret(List.of(member));
            } else {
                open.add(member);
            }
        }
        BeanAccess first = null;
        int from = 0;
        do {
            int to = Math.min(open.size(), from + AccessClass.MOST_MEMBERS);
            BeanAccess access = generateSome(declaring, open.subList(from, to));
            first = first == null ? access : first;
            from = to;
        } while (from < open.size());
        return first;
    }

    private @Nullable BeanAccess generateSome(Class<?> declaring, List<BeanMember> members) throws Declined {
        HiddenClasses.Attempt<BeanAccess> attempt = HiddenClasses.ACCESS.beside(declaring, List.copyOf(members));
        BeanAccess access = attempt.made();
        if (access == null) {
            interpreted.add(attempt.reason());
            interpret(members);
            return null;
        }
        for (int i = 0; i < members.size(); i++) {
            accessors.put(members.get(i), Accessor.generated(members.get(i), access, i));
        }
        return access;
    }

    private void interpret(List<BeanMember> members) throws Declined {
        for (BeanMember member : members) {
            accessors.put(member, Accessor.interpreted(member));
        }
    }
}
