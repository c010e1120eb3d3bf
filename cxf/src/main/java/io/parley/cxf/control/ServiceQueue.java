package io.parley.cxf.control;

import java.util.concurrent.ThreadPoolExecutor;
import org.apache.cxf.workqueue.AutomaticWorkQueueImpl;

/**
 * The work queue that service chains run on. All its threads are core threads, which go when they are idle: CXF adds
 * others only if {@code java.util.concurrent} is opened to it, or once the queue is full.
 */
final class ServiceQueue extends AutomaticWorkQueueImpl {
    private static final int QUEUED = 1024;
    private static final int THREADS = 64;
    private static final long IDLE_MILLIS = 60_000;

    ServiceQueue(String name) {
        super(QUEUED, 0, THREADS, THREADS, IDLE_MILLIS, name);
    }

    @Override
    protected synchronized ThreadPoolExecutor getExecutor() {
        ThreadPoolExecutor executor = super.getExecutor();
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }
}
