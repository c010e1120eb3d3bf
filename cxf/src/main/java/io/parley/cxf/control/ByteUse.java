package io.parley.cxf.control;

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
 * Finds out from the code of an application's interceptor whether it asks messages for the streams of their bytes. On a stream there are
 * none: who signs, keeps or changes the bytes of messages has to meet them, as over SOAP. Looked at are the interceptor, what it
 * inherits from the application, lambdas written beside it, and what they call or make, for a few steps.
 */
final class ByteUse {
    private static final Logger LOG = LoggerFactory.getLogger(ByteUse.class);

    /** Whose code is known: CXF's interceptors are known by name, the plugin's know streams, and libraries know nothing of messages. */
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

    private static final int MOST_STEPS = 4;
    private static final int MOST_METHODS = 1_000;

    private final @Nullable ClassLoader loader;
    private final Map<String, MethodCalls> classes = new HashMap<>();
    private final Set<MethodCalls.Method> seen = new HashSet<>();
    private final Deque<Step> open = new ArrayDeque<>();

    /** A method to be looked at, and how far it is from the interceptor. */
    private record Step(MethodCalls.Method method, int far) {}

    private ByteUse(@Nullable ClassLoader loader) {
        this.loader = loader;
    }

    /** Whether a class of interceptors asks for bytes; false for those that are known by name, and where there is no code to look at. */
    static boolean isBy(Class<?> interceptor) {
        ByteUse use = new ByteUse(interceptor.getClassLoader());
        try {
            return use.isIn(interceptor);
        } catch (RuntimeException | LinkageError e) {
            // As where the class file is newer than the library that reads it.
            LOG.debug("the code of {} cannot be read", interceptor.getName(), e);
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
        while (!open.isEmpty() && seen.size() < MOST_METHODS) {
            Step step = open.remove();
            MethodCalls calls = calls(step.method().owner());
            if (calls.asks(step.method())) {
                return true;
            }
            if (step.far() < MOST_STEPS) {
                calls.by(step.method()).forEach(called -> follow(called, step.far() + 1));
            }
        }
        return false;
    }

    /** What is made may be an interceptor, or be called by what it is handed to. */
    private void follow(MethodCalls.Method called, int far) {
        if (isKnown(called.owner())) {
            return;
        }
        if (called.isConstructor()) {
            addAll(called.owner(), far);
        } else {
            add(called, far);
        }
    }

    /** An interceptor may be handed what it does as one. */
    private void addLambdas(String type) {
        for (MethodCalls.Method method : calls(type).methods()) {
            if (method.isLambda()) {
                add(method, 0);
            }
        }
    }

    private void addAll(String type, int far) {
        calls(type).methods().forEach(method -> add(method, far));
    }

    private void add(MethodCalls.Method method, int far) {
        if (seen.add(method)) {
            open.add(new Step(method, far));
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
            LOG.debug("the code of {} cannot be read", type, e);
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
