package io.parley;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.runtime.ObjectMethods;

/**
 * What the JDK keeps of records. Until JDK 19 the handles that {@link ObjectMethods} makes methods of records from hold the types of the
 * record whose method was linked last, and so the class loader of an application that is gone.
 */
final class RecordHandles {
    private static final int MENDED = 19;

    private RecordHandles() {}

    /** Has the JDK keep a class of its own instead. */
    static void forget() {
        if (Runtime.version().feature() >= MENDED) {
            return;
        }
        try {
            MethodHandle part =
                    MethodHandles.publicLookup().findVirtual(String.class, "trim", MethodType.methodType(String.class));
            link("equals", MethodType.methodType(boolean.class, String.class, Object.class), part);
            link("hashCode", MethodType.methodType(int.class, String.class), part);
            link("toString", MethodType.methodType(String.class, String.class), part);
        } catch (Throwable e) { // as the signature of ObjectMethods is
            throw new IllegalStateException("expected String to be taken for a record", e);
        }
    }

    private static void link(String method, MethodType type, MethodHandle part) throws Throwable {
        ObjectMethods.bootstrap(MethodHandles.lookup(), method, type, String.class, "part", part);
    }
}
