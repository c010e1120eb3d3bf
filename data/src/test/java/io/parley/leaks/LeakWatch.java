package io.parley.leaks;

import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import io.netty.util.ResourceLeakTracker;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Netty's leak detectors, created here so that reports are kept instead of logged.
 *
 * <p>Netty asks its factory for a detector while its buffer classes are initialised, so the factory is installed when
 * the JUnit launcher opens its session: before any test class is loaded. Thread-safe.
 */
public final class LeakWatch implements LauncherSessionListener {

    private static final List<Detector<?>> DETECTORS = new CopyOnWriteArrayList<>();
    private static final Queue<String> REPORTS = new ConcurrentLinkedQueue<>();
    /**
     * The place where Artemis allocates its packets. Its client drops some without sending or releasing them, which it
     * writes for a broker that is gone; Parley's code never holds them.
     */
    private static final String PACKET_OF_ARTEMIS =
            "org.apache.activemq.artemis.core.protocol.core.impl.PacketImpl.createPacket";

    private static final int COLLECTIONS_AT_MOST = 50;
    private static final int WAIT_MILLIS = 20;

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Factory());
    }

    /** Returns whether any tracked object is still unreleased; otherwise a garbage collection would be wasted. */
    static boolean watchesSomething() {
        return DETECTORS.stream().anyMatch(detector -> detector.unreleased.get() > 0);
    }

    /** Collects garbage and returns the leaks that were found since the last call. */
    static List<String> leaks() {
        // The first collection finds the leaked objects; after the second, the reference queue of the first one is
        // filled.
        collectGarbage();
        collectGarbage();
        DETECTORS.forEach(Detector::askForReports);
        var found = new ArrayList<String>();
        for (String report = REPORTS.poll(); report != null; report = REPORTS.poll()) {
            found.add(report);
        }
        return found;
    }

    private static void collectGarbage() {
        var queue = new ReferenceQueue<Object>();
        var garbage = new WeakReference<>(new Object(), queue);
        try {
            for (int i = 0; i < COLLECTIONS_AT_MOST; i++) {
                System.gc();
                if (queue.remove(WAIT_MILLIS) == garbage) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new IllegalStateException("Expected the JVM to collect garbage when asked, found that it does not; "
                + "leaks cannot be seen (is -XX:+DisableExplicitGC set?)");
    }

    private static final class Factory extends ResourceLeakDetectorFactory {

        @Override
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> resource, int interval) {
            var detector = new Detector<T>(resource, interval);
            DETECTORS.add(detector);
            return detector;
        }

        @Override
        @Deprecated
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> resource, int interval, long maxActive) {
            return newResourceLeakDetector(resource, interval);
        }
    }

    /** Decrements the count when the object is released. */
    private record Counted<T>(ResourceLeakTracker<T> tracker, AtomicLong unreleased) implements ResourceLeakTracker<T> {
        @Override
        public void record() {
            tracker.record();
        }

        @Override
        public void record(Object hint) {
            tracker.record(hint);
        }

        @Override
        public boolean close(T tracked) {
            boolean closed = tracker.close(tracked);
            if (closed) {
                unreleased.decrementAndGet();
            }
            return closed;
        }

        @Override
        public @Nullable Throwable getCloseStackTraceIfAny() {
            return tracker.getCloseStackTraceIfAny();
        }
    }

    private static final class Detector<T> extends ResourceLeakDetector<T> {

        /** Includes dropped objects: a leak is reported once, and the object can no longer be released. */
        private final AtomicLong unreleased = new AtomicLong();

        Detector(Class<?> resource, int interval) {
            super(resource, interval);
        }

        @Override
        public @Nullable ResourceLeakTracker<T> track(T resource) {
            ResourceLeakTracker<T> tracker = super.track(resource);
            if (tracker == null) {
                return null;
            }
            unreleased.incrementAndGet();
            return new Counted<>(tracker, unreleased);
        }

        /** Tracks another object, which makes Netty report the leaks in its queue. */
        @SuppressWarnings("unchecked") // The object is never used as a T: it is tracked, closed and dropped.
        void askForReports() {
            var nothing = (T) new Object();
            var tracker = super.track(nothing);
            if (tracker != null) {
                tracker.close(nothing);
            }
        }

        @Override
        protected boolean needReport() {
            return true;
        }

        @Override
        protected void reportTracedLeak(String resource, String records) {
            if (!records.contains(PACKET_OF_ARTEMIS)) {
                REPORTS.add(resource + " was dropped without release()" + records);
            }
        }

        @Override
        protected void reportUntracedLeak(String resource) {
            REPORTS.add(resource + " was dropped without release(); no trace was kept");
        }
    }
}
