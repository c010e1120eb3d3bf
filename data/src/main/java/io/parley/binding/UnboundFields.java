package io.parley.binding;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Set;

/**
 * Detects fields that JAXB does not fill. A bean may store an object derived from a list in such a field, for instance
 * an unmodifiable view, so that the list itself must not be replaced.
 */
final class UnboundFields {
    private static final ClassValue<Boolean> NONE = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> bean) {
            return find(bean);
        }
    };

    private UnboundFields() {}

    /**
     * Returns whether objects of exactly that class have no unbound field of a mutable type. Computed once for each
     * class.
     */
    static boolean areNone(Class<?> bean) {
        return NONE.get(bean);
    }

    private static boolean find(Class<?> bean) {
        for (Class<?> each = bean; each != null; each = each.getSuperclass()) {
            Set<Field> bound = bound(each);
            for (Field field : each.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !bound.contains(field) && mayHold(field.getType())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static Set<Field> bound(Class<?> bean) {
        Set<Field> bound = new HashSet<>();
        try {
            for (BeanMembers.Found found : BeanMembers.of(bean)) {
                if (found.member() instanceof BeanMember.OfField of) {
                    bound.add(of.field());
                }
            }
        } catch (UnbindableException e) {
            bound.clear(); // no field is known to be filled
        }
        return bound;
    }

    private static boolean mayHold(Class<?> type) {
        return !type.isPrimitive() && type != String.class;
    }
}
