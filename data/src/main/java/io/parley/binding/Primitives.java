package io.parley.binding;

import java.lang.invoke.MethodType;

/** Wrapper classes of primitive types. */
final class Primitives {
    private Primitives() {}

    /** Returns the wrapper class of a primitive type; any other class unchanged. */
    static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }
}
