package io.parley.binding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Generator of hidden classes of one kind in the nests of bean classes, with one instance for each class and input.
 * They are defined by the bean's own loader and referenced by its class, so both are unloaded together. Thread-safe.
 *
 * @param <K> input of the generation
 * @param <T> superclass of the generated classes, public and of this package
 */
final class HiddenClasses<K, T> {
    private final Class<T> kind;
    private final BiFunction<Class<?>, K, byte[]> code;
    /**
     * Instances by bean class. Only contains classes whose loader sees Parley: another one would prevent Parley from
     * being unloaded.
     */
    private final ClassValue<Map<K, T>> instances = new ClassValue<>() {
        @Override
        protected Map<K, T> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    HiddenClasses(Class<T> kind, BiFunction<Class<?>, K, byte[]> code) {
        this.kind = kind;
        this.code = code;
    }

    /**
     * Result of a generation: an instance, or the reason why there is none.
     *
     * @param instance null if the generation failed
     * @param reason empty if it succeeded
     */
    record Attempt<T>(@Nullable T instance, String reason) {}

    /**
     * @param input input; must not be changed afterwards
     */
    Attempt<T> generate(Class<?> bean, K input) {
        String obstacle = obstacle(bean);
        if (!obstacle.isEmpty()) {
            return new Attempt<>(null, bean.getName() + " " + obstacle);
        }
        Map<K, T> known = instances.get(bean);
        T existing = known.get(input);
        if (existing != null) {
            return new Attempt<>(existing, "");
        }
        try {
            T fresh = define(bean, code.apply(bean, input));
            T earlier = known.putIfAbsent(input, fresh);
            return new Attempt<>(earlier == null ? fresh : earlier, "");
        } catch (IllegalAccessException | LinkageError e) {
            return new Attempt<>(null, bean.getName() + " does not allow a class in its nest: " + e);
        }
    }

    /** Returns the reason why no class can be generated in the nest of that one; empty if none is known. */
    static String obstacle(Class<?> bean) {
        if (bean.isHidden()) {
            return "is a hidden class, which no other can name";
        }
        if (!seesParley(bean.getClassLoader())) {
            return "is of a class loader that does not see Parley";
        }
        Module parley = BeanAccess.class.getModule();
        if (!bean.getModule().isOpen(bean.getPackageName(), parley)) {
            return "is in a package that its module does not open";
        }
        return bean.getModule().canRead(parley) ? "" : "is in a module that does not read Parley's";
    }

    private static boolean seesParley(@Nullable ClassLoader loader) {
        try {
            return Class.forName(BeanAccess.class.getName(), false, loader) == BeanAccess.class;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private T define(Class<?> bean, byte[] bytes) throws IllegalAccessException {
        MethodHandles.Lookup.ClassOption nestmate = MethodHandles.Lookup.ClassOption.NESTMATE;
        MethodHandles.Lookup.ClassOption strong = MethodHandles.Lookup.ClassOption.STRONG;
        MethodHandles.Lookup hidden = BeanLookup.of(bean).defineHiddenClass(bytes, true, nestmate, strong);
        try {
            return kind.cast(hidden.findConstructor(hidden.lookupClass(), MethodType.methodType(void.class))
                    .invoke());
        } catch (IllegalAccessException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("expected access to the generated constructor", e);
        }
    }
}
