package io.parley.console;

import io.parley.DaemonThreads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feed of server-sent events: asks each node for its status at a beat, as long as somebody listens, and tells all who do. A node that
 * does not answer delays no other. Thread-safe.
 */
final class EventFeed implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventFeed.class);
    private static final int MOST_THREADS = 8;

    /** Open pages; each costs a connection. */
    static final int MOST_LISTENERS = 16;

    private final List<Node> nodes;
    private final Duration beat;
    private final Set<ConsolePage.Listener> listeners = ConcurrentHashMap.newKeySet();
    /** By node: the event that was sent last. */
    private final Map<Integer, byte[]> last = new ConcurrentHashMap<>();

    private @Nullable ScheduledExecutorService beating;
    private boolean closed;

    EventFeed(List<Node> nodes, Duration beat) {
        this.nodes = nodes;
        this.beat = beat;
    }

    /** Returns whether there was room for one more. */
    synchronized boolean add(ConsolePage.Listener listener) {
        if (closed || listeners.size() >= MOST_LISTENERS) {
            return false;
        }
        listeners.add(listener);
        if (beating == null) {
            last.clear(); // what was said before the pause is old
            beating = start();
        } else {
            last.values().forEach(listener::send);
        }
        return true;
    }

    synchronized void remove(ConsolePage.Listener listener) {
        listeners.remove(listener);
        if (listeners.isEmpty()) {
            stop();
        }
    }

    /** Returns the number of those who listen. */
    int listeners() {
        return listeners.size();
    }

    private ScheduledExecutorService start() {
        ScheduledExecutorService started = Executors.newScheduledThreadPool(
                Math.min(MOST_THREADS, nodes.size()), DaemonThreads.numbered("parley-console-"));
        for (int i = 0; i < nodes.size(); i++) {
            int number = i;
            var unused = started.scheduleWithFixedDelay(() -> ask(number), 0, beat.toMillis(), TimeUnit.MILLISECONDS);
        }
        return started;
    }

    private void ask(int number) {
        byte[] event = event(number);
        last.put(number, event);
        listeners.forEach(listener -> listener.send(event));
    }

    /**
     * Returns the event of a node: its number in the first line, its status in the second, whatever that says, so that no node can speak for
     * another.
     */
    private byte[] event(int number) {
        Node node = nodes.get(number);
        String name = "node";
        String said;
        try {
            said = node.status();
        } catch (IOException | RuntimeException e) {
            LOG.debug("{} does not say how it is", node.name(), e);
            name = "absent";
            said = Json.of(Map.of("name", node.name(), "why", String.valueOf(e.getMessage())));
        }
        String line = said.replace('\r', ' ').replace('\n', ' ');
        return ("event: " + name + "\ndata: " + number + "\ndata: " + line + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    private void stop() {
        ScheduledExecutorService running = beating;
        if (running != null) {
            running.shutdownNow();
            beating = null;
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            stop();
        }
        listeners.forEach(ConsolePage.Listener::end); // which leave, each under its own lock
    }
}
