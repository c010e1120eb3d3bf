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

/** Access to one member, or to a constructor, by method handles; used where no class can be generated. */
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

    /** Returns access to a constructor or static factory method without parameters. */
    static HandleAccess of(Executable maker, Class<?> made) throws UnbindableException {
        open(maker, maker.toString());
        try {
            MethodHandle handle = maker instanceof Constructor<?> constructor
                    ? LOOKUP.unreflectConstructor(constructor)
                    : LOOKUP.unreflect((Method) maker);
            // A factory method may declare a supertype.
            return new HandleAccess(handle.asType(MethodType.methodType(made)), null, null);
        } catch (IllegalAccessException e) {
            throw new UnbindableException(maker + " cannot be accessed", e);
        }
    }

    static HandleAccess of(BeanMember member) throws UnbindableException {
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
            return of(getter, LOOKUP.unreflect(setter).asFixedArity()); // an array is passed as one argument
        } catch (IllegalAccessException e) {
            throw new UnbindableException(
                    member.declaring().getName() + "." + member.name() + " cannot be accessed", e);
        }
    }

    /** Returns access by the given handles. */
    static HandleAccess of(MethodHandle getter, @Nullable MethodHandle setter) {
        return new HandleAccess(null, getter, setter);
    }

    /** Makes a member accessible, without asking the JVM to open its package. */
    static void open(AccessibleObject member, String what) throws UnbindableException {
        boolean reachable;
        try {
            reachable = member.trySetAccessible();
        } catch (SecurityException e) {
            throw new UnbindableException(what + " is protected by a security manager", e);
        }
        if (!reachable) {
            throw new UnbindableException(what + " is in a package that its module does not open");
        }
    }

    @Override
    protected Object newInstance() throws Throwable {
        return (Object) required(maker).invokeExact();
    }

    @Override
    protected @Nullable Object get(Object bean, int member) throws Throwable {
        return (Object) required(getter).invokeExact(bean);
    }

    @Override
    protected void set(Object bean, int member, @Nullable Object value) throws Throwable {
        required(setter).invokeExact(bean, value);
    }

    @Override
    protected long bits(Object bean, int member) throws Throwable {
        return (long) required(bitsGetter).invokeExact(bean);
    }

    @Override
    protected void bits(Object bean, int member, long bits) throws Throwable {
        required(bitsSetter).invokeExact(bean, bits);
    }

    private static MethodHandle required(@Nullable MethodHandle handle) {
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

    /** Returns the type from which {@link BeanAccess} converts a primitive to bits. */
    static Class<?> widened(Class<?> primitive) {
        return primitive == byte.class || primitive == short.class ? int.class : primitive;
    }

    /** Returns the name of the {@link BeanAccess} method that converts bits or an object to a primitive. */
    static String toPrimitive(Class<?> primitive) {
        String name = primitive.getName();
        return "to" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static MethodHandle conversion(String name, Class<?> result, Class<?> parameter) {
        try {
            return LOOKUP.findStatic(BeanAccess.class, name, MethodType.methodType(result, parameter));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("expected access to a method of BeanAccess", e);
        }
    }
}
