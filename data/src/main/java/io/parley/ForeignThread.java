package io.parley;

import io.netty.util.concurrent.FastThreadLocal;
import java.util.function.Supplier;

/**
 * Runs work that uses Netty on a thread that Parley does not own, such as a container's. Netty keeps thread-local
 * caches in threads that create channels or are the first to use some of its classes. They reference those classes, and
 * keep an undeployed application's class loader reachable as long as the thread lives.
 */
public final class ForeignThread {
    /** False if Netty is missing, which the code that needs it reports. */
    private static final boolean HAS_NETTY =
            MissingClass.isThere("io.netty.util.concurrent.FastThreadLocal", ForeignThread.class.getClassLoader());

    private ForeignThread() {}

    /**
     * Runs work that uses Netty, then removes the thread-locals that it left in the current thread. Thread-locals of
     * Netty that were there before are kept, together with all others.
     */
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

    /** Runs work without a result, as {@link #make} does. */
    public static void run(Runnable work) {
        make(() -> {
            work.run();
            return true;
        });
    }
}
