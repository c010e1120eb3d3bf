package io.parley;

import io.netty.util.concurrent.FastThreadLocal;
import java.util.function.Supplier;

/**
 * A thread that is not Parley's, such as a container's. Netty keeps caches in threads that make channels or are the first to use some of its
 * classes; they hold those classes, and with them the class loader of an application that is gone while the thread lives on.
 */
public final class ForeignThread {
    /** Where there is none it is said by who needs it. */
    private static final boolean HAS_NETTY =
            MissingClass.isThere("io.netty.util.concurrent.FastThreadLocal", ForeignThread.class.getClassLoader());

    private ForeignThread() {}

    /** Does something with Netty and takes out what that left in the current thread, unless there was something before. */
    public static <T> T make(Supplier<T> work) {
        boolean isClean = HAS_NETTY && FastThreadLocal.size() == 0;
        try {
            return work.get();
        } finally {
            if (isClean) {
                FastThreadLocal.removeAll();
            }
        }
    }

    /** The same without result. */
    public static void run(Runnable work) {
        make(() -> {
            work.run();
            return true;
        });
    }
}
