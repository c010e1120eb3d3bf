package io.parley.binding;

import java.lang.invoke.MethodType;

/** Primitive types and the classes that box them. */
final class Primitives {
    private Primitives() {}

    /** Returns the class that boxes a primitive type; any other class as it is. */
    static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }
}
