package io.parley.cxf.endpoint;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Analyses the bytecode of an application's interceptor to detect whether it accesses the byte streams of messages.
 * Streamed messages have none, so an interceptor that signs, stores or changes bytes needs SOAP. The analysis covers
 * the interceptor, its superclasses from the application, lambdas of its nest, and the methods and classes that they
 * use, a few calls deep.
 */
final class ByteUse {
    private static final Logger LOG = LoggerFactory.getLogger(ByteUse.class);

    /**
     * Package prefixes that are not analysed: CXF's interceptors are known by name, the plugin's support streams, and
     * general libraries do not handle messages.
     */
    private static final List<String> KNOWN = List.of(
            "java/",
            "javax/",
            "jakarta/",
            "jdk/",
            "sun/",
            "com/sun/",
            "io/parley/cxf/",
            "org/apache/cxf/",
            "org/slf4j/",
            "org/w3c/",
            "org/xml/");

    private static final int MAX_DEPTH = 4;
    private static final int MAX_METHODS = 1_000;

    private final @Nullable ClassLoader loader;
    private final Map<String, MethodCalls> classes = new HashMap<>();
    private final Set<MethodCalls.Method> seen = new HashSet<>();
    private final Deque<Step> open = new ArrayDeque<>();

    /** A method to analyse, and its distance in calls from the interceptor. */
    private record Step(MethodCalls.Method method, int depth) {}

    private ByteUse(@Nullable ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * Returns whether a class of interceptors accesses bytes; false for classes that are known by name and those whose
     * code cannot be read.
     */
    static boolean isBy(Class<?> interceptor) {
        ByteUse use = new ByteUse(interceptor.getClassLoader());
        try {
            return use.isIn(interceptor);
        } catch (RuntimeException | LinkageError e) {
            // For example if the class file is newer than the library that reads it.
            LOG.debug("Failed to read the code of {}", interceptor.getName(), e);
            return false;
        }
    }

    private boolean isIn(Class<?> interceptor) {
        for (Class<?> each = interceptor; each != null && !isKnown(internal(each)); each = each.getSuperclass()) {
            addAll(internal(each), 0);
            for (Class<?> mate : each.getNestHost().getNestMembers()) {
                addLambdas(internal(mate));
            }
        }
        while (!open.isEmpty() && seen.size() < MAX_METHODS) {
            Step step = open.remove();
            MethodCalls calls = calls(step.method().owner());
            if (calls.accessesStream(step.method())) {
                return true;
            }
            if (step.depth() < MAX_DEPTH) {
                calls.of(step.method()).forEach(called -> follow(called, step.depth() + 1));
            }
        }
        return false;
    }

    /**
     * Adds a called method; for a constructor all methods of its class, since the object may be an interceptor or a
     * callback.
     */
    private void follow(MethodCalls.Method called, int depth) {
        if (isKnown(called.owner())) {
            return;
        }
        if (called.isConstructor()) {
            addAll(called.owner(), depth);
        } else {
            add(called, depth);
        }
    }

    /** Adds the lambdas of a class, which an interceptor may use as callbacks. */
    private void addLambdas(String type) {
        for (MethodCalls.Method method : calls(type).methods()) {
            if (method.isLambda()) {
                add(method, 0);
            }
        }
    }

    private void addAll(String type, int depth) {
        calls(type).methods().forEach(method -> add(method, depth));
    }

    private void add(MethodCalls.Method method, int depth) {
        if (seen.add(method)) {
            open.add(new Step(method, depth));
        }
    }

    private MethodCalls calls(String type) {
        return classes.computeIfAbsent(type, this::read);
    }

    private MethodCalls read(String type) {
        String file = type + ".class";
        try (InputStream code =
                loader == null ? ClassLoader.getSystemResourceAsStream(file) : loader.getResourceAsStream(file)) {
            return code == null ? MethodCalls.none() : MethodCalls.of(code.readAllBytes());
        } catch (IOException e) {
            LOG.debug("Failed to read the code of {}", type, e);
            return MethodCalls.none();
        }
    }

    private static String internal(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private static boolean isKnown(String type) {
        return type.startsWith("[") || KNOWN.stream().anyMatch(type::startsWith);
    }
}
