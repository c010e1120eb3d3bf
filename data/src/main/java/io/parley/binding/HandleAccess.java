package io.parley.binding;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reaches one member, or makes objects, by method handles: what serves wherever no class can be generated. */
final class HandleAccess extends BeanAccess {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodType MAKE = MethodType.methodType(Object.class);
    private static final MethodType GET = MethodType.methodType(Object.class, Object.class);
    private static final MethodType SET = MethodType.methodType(void.class, Object.class, Object.class);

    private final @Nullable MethodHandle maker;
    private final @Nullable MethodHandle getter;
    private final @Nullable MethodHandle setter;
    private final @Nullable MethodHandle bitsGetter;
    private final @Nullable MethodHandle bitsSetter;

    private HandleAccess(@Nullable MethodHandle maker, @Nullable MethodHandle getter, @Nullable MethodHandle setter) {
        this.maker = maker == null ? null : maker.asType(MAKE);
        this.getter = getter == null ? null : getter.asType(GET);
        this.setter = setter == null ? null : setter.asType(SET);
        boolean bits = getter != null
                && setter != null
                && BeanMember.primitive(
                                getter.type().returnType(), setter.type().parameterType(1))
                        != null;
        this.bitsGetter = getter != null && bits ? asBits(getter) : null;
        this.bitsSetter = setter != null && bits ? ofBits(setter) : null;
    }

    /** Makes objects of a class by a constructor or static method without parameters. */
    static HandleAccess of(Executable maker, Class<?> made) throws Declined {
        open(maker, maker.toString());
        try {
            MethodHandle handle = maker instanceof Constructor<?> constructor
                    ? LOOKUP.unreflectConstructor(constructor)
                    : LOOKUP.unreflect((Method) maker);
            // A factory may promise less than it makes.
            return new HandleAccess(handle.asType(MethodType.methodType(made)), null, null);
        } catch (IllegalAccessException e) {
            throw new Declined(maker + " cannot be reached", e);
        }
    }

    static HandleAccess of(BeanMember member) throws Declined {
        try {
            if (member instanceof BeanMember.OfField of) {
                open(of.field(), of.field().toString());
                return of(LOOKUP.unreflectGetter(of.field()), LOOKUP.unreflectSetter(of.field()));
            }
            BeanMember.OfMethods of = (BeanMember.OfMethods) member;
            open(of.getter(), of.getter().toString());
            MethodHandle getter = LOOKUP.unreflect(of.getter());
            Method setter = of.setter();
            if (setter == null) {
                return of(getter, null);
            }
            open(setter, setter.toString());
            return of(getter, LOOKUP.unreflect(setter).asFixedArity()); // an array is one value, not several
        } catch (IllegalAccessException e) {
            throw new Declined(member.declaring().getName() + "." + member.name() + " cannot be reached", e);
        }
    }

    /** A member that is reached otherwise. */
    static HandleAccess of(MethodHandle getter, @Nullable MethodHandle setter) {
        return new HandleAccess(null, getter, setter);
    }

    /** Makes a member reachable without asking the JVM to open anything. */
    static void open(AccessibleObject member, String what) throws Declined {
        boolean reachable;
        try {
            reachable = member.trySetAccessible();
        } catch (SecurityException e) {
            throw new Declined(what + " is guarded", e);
        }
        if (!reachable) {
            throw new Declined(what + " is in a package that its module does not open");
        }
    }

    @Override
    protected Object newInstance() throws Throwable {
        return (Object) there(maker).invokeExact();
    }

    @Override
    protected @Nullable Object get(Object bean, int member) throws Throwable {
        return (Object) there(getter).invokeExact(bean);
    }

    @Override
    protected void set(Object bean, int member, @Nullable Object value) throws Throwable {
        there(setter).invokeExact(bean, value);
    }

    @Override
    protected long bits(Object bean, int member) throws Throwable {
        return (long) there(bitsGetter).invokeExact(bean);
    }

    @Override
    protected void bits(Object bean, int member, long bits) throws Throwable {
        there(bitsSetter).invokeExact(bean, bits);
    }

    private static MethodHandle there(@Nullable MethodHandle handle) {
        return Objects.requireNonNull(handle, "no such access");
    }

    private static MethodHandle asBits(MethodHandle getter) {
        Class<?> type = widened(getter.type().returnType());
        MethodHandle taken = getter.asType(MethodType.methodType(type, Object.class));
        return MethodHandles.filterReturnValue(taken, conversion("toBits", long.class, type));
    }

    private static MethodHandle ofBits(MethodHandle setter) {
        Class<?> type = setter.type().parameterType(1);
        MethodHandle put = setter.asType(MethodType.methodType(void.class, Object.class, type));
        return MethodHandles.filterArguments(put, 1, conversion(toPrimitive(type), type, long.class));
    }

    /** The type by which {@link BeanAccess} turns a primitive into bits. */
    static Class<?> widened(Class<?> primitive) {
        return primitive == byte.class || primitive == short.class ? int.class : primitive;
    }

    /** The name by which {@link BeanAccess} makes a primitive of bits, or of an object. */
    static String toPrimitive(Class<?> primitive) {
        String name = primitive.getName();
        return "to" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static MethodHandle conversion(String name, Class<?> result, Class<?> parameter) {
        try {
            return LOOKUP.findStatic(BeanAccess.class, name, MethodType.methodType(result, parameter));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a method of our own", e);
        }
    }
}
