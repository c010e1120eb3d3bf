package io.parley.binding;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/** Getter and setter of one member of a bean. Exceptions of the bean are converted to coded errors. Thread-safe. */
final class Accessor {
    private final String name;
    /** Current access to the class. Not final: generated code replaces its placeholder on first use. */
    private BeanAccess access;

    private final int number;
    private final boolean canSet;
    private final boolean isField;
    private final @Nullable Class<?> primitive;
    private final @Nullable Field field;

    /**
     * Properties of a member, independent of the kind of access.
     *
     * @param field the field that generated code accesses, or null
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

    /** Returns the accessor of a member that has that number in generated code. */
    static Accessor generated(BeanMember member, BeanAccess access, int number) {
        return of(member, access, number, member instanceof BeanMember.OfField of ? of.field() : null);
    }

    /** Returns the accessor of a member by method handles. */
    static Accessor interpreted(BeanMember member) throws UnbindableException {
        return of(member, HandleAccess.of(member), 0, null);
    }

    private static Accessor of(BeanMember member, BeanAccess access, int number, @Nullable Field field) {
        boolean isField = member instanceof BeanMember.OfField && !member.isFinal();
        Traits traits = new Traits(member.put() != null, isField, member.primitive(), field);
        return new Accessor(member.name(), access, number, traits);
    }

    /** Returns the accessor of a property that is given by its getter and setter. */
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

    /** Returns whether the member is a field that is not final, so that setting it runs no code of the class. */
    boolean isField() {
        return isField;
    }

    /**
     * Returns the field that code generated in its nest may access directly; null if the member is not a field, or is
     * interpreted.
     */
    @Nullable
    Field field() {
        return field;
    }

    /** Returns the primitive type whose bits can be read and written; null if there is none. */
    @Nullable
    Class<?> primitive() {
        return primitive;
    }

    @Nullable
    Object get(Object bean) {
        try {
            return access.get(bean, number);
        } catch (Throwable e) {
            throw failed("reading ", e);
        }
    }

    void set(Object bean, @Nullable Object value) {
        if (!canSet) {
            return;
        }
        try {
            access.set(bean, number, value);
        } catch (Throwable e) {
            throw failed("writing ", e);
        }
    }

    /** Returns the value as bits, see {@link BeanAccess}. For primitives only. */
    long bits(Object bean) {
        try {
            return access.bits(bean, number);
        } catch (Throwable e) {
            throw failed("reading ", e);
        }
    }

    /** Sets the value from bits, see {@link BeanAccess}. For primitives only. */
    void bits(Object bean, long bits) {
        try {
            access.bits(bean, number, bits);
        } catch (Throwable e) {
            throw failed("writing ", e);
        }
    }

    private RuntimeException failed(String operation, Throwable failure) {
        return BeanFailure.of(operation + "the property " + name, failure);
    }

    @Override
    public String toString() {
        return name;
    }
}
