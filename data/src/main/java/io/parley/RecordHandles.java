package io.parley;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.runtime.ObjectMethods;

/**
 * Clears a class loader leak of the JDK before version 19. There, {@link ObjectMethods} keeps the types of the record
 * whose method was linked last in static handles, and with them the class loader of an undeployed application.
 */
final class RecordHandles {
    private static final int FIXED_IN = 19;

    private RecordHandles() {}

    /** Makes the JDK keep a class of its own instead, by linking one last. */
    static void forget() {
        if (Runtime.version().feature() >= FIXED_IN) {
            return;
        }
        try {
            MethodHandle part =
                    MethodHandles.publicLookup().findVirtual(String.class, "trim", MethodType.methodType(String.class));
            link("equals", MethodType.methodType(boolean.class, String.class, Object.class), part);
            link("hashCode", MethodType.methodType(int.class, String.class), part);
            link("toString", MethodType.methodType(String.class, String.class), part);
        } catch (Throwable e) { // declared by ObjectMethods
            throw new IllegalStateException("expected String to be taken for a record", e);
        }
    }

    private static void link(String method, MethodType type, MethodHandle part) throws Throwable {
        ObjectMethods.bootstrap(MethodHandles.lookup(), method, type, String.class, "part", part);
    }
}
