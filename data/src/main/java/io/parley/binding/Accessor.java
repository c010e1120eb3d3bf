package io.parley.binding;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/** Takes and puts one member of a bean. What the bean throws becomes a coded error. Thread-safe. */
final class Accessor {
    private final String name;
    /** Current access to the class. Not final: generated code replaces its placeholder at its first use. */
    private BeanAccess access;

    private final int number;
    private final boolean canSet;
    private final boolean isField;
    private final @Nullable Class<?> primitive;
    private final @Nullable Field field;

    /**
     * What is known of a member, however it is reached.
     *
     * @param field that generated code has, or null
     */
    private record Traits(
            boolean canSet,
            boolean isField,
            @Nullable Class<?> primitive,
            @Nullable Field field) {}

    private Accessor(String name, BeanAccess access, int number, Traits traits) {
        this.name = name;
        this.access = access;
        this.number = number;
        this.field = traits.field();
        this.canSet = traits.canSet();
        this.isField = traits.isField();
        this.primitive = traits.primitive();
    }

    /** A member that generated code has under that number. */
    static Accessor generated(BeanMember member, BeanAccess access, int number) {
        return of(member, access, number, member instanceof BeanMember.OfField of ? of.field() : null);
    }

    /** A member that is reached by method handles. */
    static Accessor interpreted(BeanMember member) throws Declined {
        return of(member, HandleAccess.of(member), 0, null);
    }

    private static Accessor of(BeanMember member, BeanAccess access, int number, @Nullable Field field) {
        boolean isField = member instanceof BeanMember.OfField && !member.isFinal();
        Traits traits = new Traits(member.put() != null, isField, member.primitive(), field);
        return new Accessor(member.name(), access, number, traits);
    }

    /** A member that is reached otherwise. */
    static Accessor of(String name, MethodHandle getter, MethodHandle setter) {
        return new Accessor(name, HandleAccess.of(getter, setter), 0, new Traits(true, false, null, null));
    }

    /** Replaces the access by an equal one with the same member numbers. */
    void replace(BeanAccess with) {
        access = with;
    }

    boolean canSet() {
        return canSet;
    }

    /** Returns whether it is a field that the language lets one write, so that setting it runs no code of the class. */
    boolean isField() {
        return isField;
    }

    /** The field that it is, which code generated beside its class may touch; null if it is none or is interpreted. */
    @Nullable
    Field field() {
        return field;
    }

    /** The primitive that it can be taken and put as bits of; null if it cannot. */
    @Nullable
    Class<?> primitive() {
        return primitive;
    }

    @Nullable
    Object get(Object bean) {
        try {
            return access.get(bean, number);
        } catch (Throwable e) {
            throw failed("reading ", bean, e);
        }
    }

    void set(Object bean, @Nullable Object value) {
        if (!canSet) {
            return;
        }
        try {
            access.set(bean, number, value);
        } catch (Throwable e) {
            throw failed("writing ", bean, e);
        }
    }

    /** The value as {@link BeanAccess} has it in bits; only if it is a primitive. */
    long bits(Object bean) {
        try {
            return access.bits(bean, number);
        } catch (Throwable e) {
            throw failed("reading ", bean, e);
        }
    }

    /** Puts a value by its bits; only if it is a primitive. */
    void bits(Object bean, long bits) {
        try {
            access.bits(bean, number, bits);
        } catch (Throwable e) {
            throw failed("writing ", bean, e);
        }
    }

    private RuntimeException failed(String doing, Object bean, Throwable failure) {
        return BeanFailure.of(doing + name + " of " + bean.getClass().getName(), failure);
    }

    @Override
    public String toString() {
        return name;
    }
}
