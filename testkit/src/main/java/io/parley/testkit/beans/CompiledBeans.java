package io.parley.testkit.beans;

import jakarta.xml.bind.annotation.XmlTransient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The classes of a package, compiled in memory; they are unloaded with their loader. */
public final class CompiledBeans {
    private final BeanSet set;
    private final ClassLoader loader;

    private CompiledBeans(BeanSet set, ClassLoader loader) {
        this.set = set;
        this.loader = loader;
    }

    /**
     * Compiles a package.
     *
     * @throws IllegalStateException if a source has an error, or if there is no compiler
     */
    public static CompiledBeans of(BeanSet set) {
        Map<String, String> sources = new HashMap<>();
        set.sources().forEach((name, text) -> sources.put(set.packageName() + "." + name, text));
        return new CompiledBeans(set, MemoryCompiler.loader(MemoryCompiler.compile(sources)));
    }

    public BeanSet set() {
        return set;
    }

    public Class<?> root() {
        return load(BeanSet.ROOT);
    }

    /** Returns the classes that a JAXB context needs; all others are reachable from them. */
    public List<Class<?>> all() {
        List<Class<?>> all = new ArrayList<>(List.of(root(), load(BeanSet.FACTORY)));
        set.plans().keySet().stream().sorted().forEach(name -> {
            if (!load(name).isAnnotationPresent(XmlTransient.class)) {
                all.add(load(name));
            }
        });
        return all.stream().distinct().toList();
    }

    public ClassLoader loader() {
        return loader;
    }

    Class<?> load(String simpleName) {
        try {
            return Class.forName(set.packageName() + "." + simpleName.replace('.', '$'), true, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
