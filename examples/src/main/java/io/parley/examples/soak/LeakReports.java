package io.parley.examples.soak;

import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Reports of Netty's leak detectors about buffers that were not released, with every buffer tracked. Must be started
 * before the first buffer is allocated. Thread-safe.
 */
final class LeakReports {
    private static final Queue<String> FOUND = new ConcurrentLinkedQueue<>();
    private static final List<Detector<?>> DETECTORS = new CopyOnWriteArrayList<>();
    /** Allocation site of Artemis's own packets, some of which its client leaks when a broker disappears. */
    private static final String PACKET_OF_ARTEMIS =
            "org.apache.activemq.artemis.core.protocol.core.impl.PacketImpl.createPacket";

    private LeakReports() {}

    /** Starts the detection, unless another detector of this process is installed. */
    static void start() {
        String factory = ResourceLeakDetectorFactory.instance().getClass().getName();
        if (factory.startsWith("io.netty.")) {
            ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
            ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Factory());
        }
    }

    /** Returns all reports so far; the caller has run garbage collection before. */
    static List<String> found() {
        DETECTORS.forEach(Detector::askForReports);
        return List.copyOf(FOUND);
    }

    private static final class Factory extends ResourceLeakDetectorFactory {
        @Override
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> resource, int interval) {
            Detector<T> detector = new Detector<>(resource, interval);
            DETECTORS.add(detector);
            return detector;
        }

        @Override
        @Deprecated
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> resource, int interval, long maxActive) {
            return newResourceLeakDetector(resource, interval);
        }
    }

    private static final class Detector<T> extends ResourceLeakDetector<T> {
        Detector(Class<?> resource, int interval) {
            super(resource, interval);
        }

        /** Makes Netty report queued leaks, which it does when it starts to track another object. */
        @SuppressWarnings("unchecked") // The object is never used as a T: it is tracked, closed and dropped.
        void askForReports() {
            T nothing = (T) new Object();
            var tracker = track(nothing);
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
                FOUND.add(resource + records);
            }
        }

        @Override
        protected void reportUntracedLeak(String resource) {
            FOUND.add(resource);
        }
    }
}
