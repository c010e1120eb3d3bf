package io.parley.binding;

import io.parley.layout.SimpleLayout;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step of a {@link RecordWalk}, for one slot.
 *
 * @param field the field that contains the content without a conversion; null if the interpreter handles the slot
 * @param text whether the content is a string that is encoded as its length and UTF-8 bytes
 * @param shift position of its state in that of the record; -1 if it repeats and has none
 * @param bits the number of bits of its state
 */
record WalkStep(@Nullable Field field, boolean text, int shift, int bits) {
    private static final int MAX_STEPS = 200;

    /**
     * Returns the steps for a type of that class; empty if no field is directly accessible, or if the type consists of
     * more than slots.
     */
    static List<WalkStep> of(BoundType type, Class<?> bean) {
        boolean onlySlots = type.attributes().isEmpty()
                && type.text() == null
                && !type.layout().anyAttribute();
        if (!onlySlots || type.stateBits() > Long.SIZE || type.slots().size() > MAX_STEPS) {
            return List.of();
        }
        List<WalkStep> steps = new ArrayList<>();
        int shift = 0;
        for (BoundSlot slot : type.slots()) {
            if (slot.layout().repeats()) {
                steps.add(new WalkStep(null, false, -1, 0));
            } else {
                steps.add(single(slot, bean, shift));
                shift += slot.stateBits();
            }
        }
        return steps.stream().allMatch(step -> step.field == null) ? List.of() : List.copyOf(steps);
    }

    private static WalkStep single(BoundSlot slot, Class<?> bean, int shift) {
        Field field = slot.field();
        if (field == null || !canAccess(bean, field)) {
            return new WalkStep(null, false, shift, slot.stateBits());
        }
        SimpleLayout simple = slot.alternatives().get(0).simple();
        return new WalkStep(field, simple != null && simple.isPlainText(), shift, slot.stateBits());
    }

    /** Returns whether a nestmate of the class can access the field, which a superclass may declare. */
    private static boolean canAccess(Class<?> bean, Field field) {
        Class<?> declaring = field.getDeclaringClass();
        boolean samePackage =
                declaring.getPackage() == bean.getPackage() && declaring.getClassLoader() == bean.getClassLoader();
        return declaring == bean || (samePackage && !Modifier.isPrivate(field.getModifiers()));
    }

    boolean repeats() {
        return shift < 0;
    }

    boolean isPrimitive() {
        return field != null && field.getType().isPrimitive();
    }
}
