package io.parley.binding;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Set;

/**
 * Fields that JAXB does not fill. An object may keep there what it made of a list in another field, an unmodifiable view of
 * it perhaps, and so has to keep that very list.
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
     * Returns whether objects of exactly that class have no field that could hold another object. Computed once for
     * each class.
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
        } catch (Declined e) {
            bound.clear(); // then none of its fields is known to be filled
        }
        return bound;
    }

    private static boolean mayHold(Class<?> type) {
        return !type.isPrimitive() && type != String.class;
    }
}
