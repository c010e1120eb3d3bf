package io.parley.cxf;

import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.internal.InternalThreadLocalMap;

/** Work on a thread of a container, which goes on when the application is gone, and would keep its classes by Netty's thread-locals. */
final class BorrowedThread {
    private BorrowedThread() {}

    /** Runs a task, and takes Netty's thread-locals off the current thread unless it had some before. */
    static void run(Runnable task) {
        boolean isNettys = InternalThreadLocalMap.getIfSet() != null;
        try {
            task.run();
        } finally {
            if (!isNettys) {
                FastThreadLocal.removeAll();
            }
        }
    }
}
