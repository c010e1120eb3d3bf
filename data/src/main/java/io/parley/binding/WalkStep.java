package io.parley.binding;

import io.parley.layout.SimpleLayout;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step of a {@link RecordWalk}: handles one slot.
 *
 * @param field the field with the content as it is; null if the interpreter has to handle the slot
 * @param text whether the content is a string that travels as its length and bytes alone
 * @param shift the position of its state among those of the record; -1 if it repeats and has none
 * @param bits the number of bits of its state
 */
record WalkStep(@Nullable Field field, boolean text, int shift, int bits) {
    private static final int MOST_STEPS = 200;

    /**
     * Returns the steps for a type of that class; empty if no field can be reached directly, or if the type has more
     * than slots.
     */
    static List<WalkStep> of(BoundType type, Class<?> bean) {
        boolean onlySlots = type.attributes().isEmpty()
                && type.text() == null
                && !type.layout().anyAttribute();
        if (!onlySlots || type.stateBits() > Long.SIZE || type.slots().size() > MOST_STEPS) {
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
        if (field == null || !canReach(bean, field)) {
            return new WalkStep(null, false, shift, slot.stateBits());
        }
        SimpleLayout simple = slot.alternatives().get(0).simple();
        return new WalkStep(field, simple != null && simple.isPlainText(), shift, slot.stateBits());
    }

    /** Returns whether a nestmate of the class may access the field, which a superclass may have. */
    private static boolean canReach(Class<?> bean, Field field) {
        Class<?> home = field.getDeclaringClass();
        boolean kin = home.getPackage() == bean.getPackage() && home.getClassLoader() == bean.getClassLoader();
        return home == bean || (kin && !Modifier.isPrivate(field.getModifiers()));
    }

    boolean repeats() {
        return shift < 0;
    }

    boolean isPrimitive() {
        return field != null && field.getType().isPrimitive();
    }
}
