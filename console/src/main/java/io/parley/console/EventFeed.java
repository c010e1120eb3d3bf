package io.parley.console;

import io.parley.Causes;
import io.parley.DaemonThreads;
import io.parley.Delays;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feed of server-sent events. Polls each node for its status while there are listeners, and sends it to all of them. A
 * node that does not respond delays no other. Thread-safe.
 */
final class EventFeed implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventFeed.class);
    private static final int MAX_THREADS = 8;

    /** Maximum open pages; each costs a connection. */
    static final int MAX_LISTENERS = 16;

    private final List<Node> nodes;
    private final Duration interval;
    private final Set<ConsolePage.Listener> listeners = ConcurrentHashMap.newKeySet();
    /** Latest event by node. */
    private final Map<Integer, byte[]> last = new ConcurrentHashMap<>();

    private @Nullable ScheduledExecutorService poller;
    private boolean closed;

    EventFeed(List<Node> nodes, Duration interval) {
        this.nodes = nodes;
        this.interval = interval;
    }

    /** Adds a listener; returns false if there is no room for it. */
    synchronized boolean add(ConsolePage.Listener listener) {
        if (closed || listeners.size() >= MAX_LISTENERS) {
            return false;
        }
        listeners.add(listener);
        if (poller == null) {
            last.clear(); // statuses from before the pause are outdated
            poller = start();
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

    /** Returns the number of listeners. */
    int listeners() {
        return listeners.size();
    }

    private ScheduledExecutorService start() {
        ScheduledExecutorService started = Executors.newScheduledThreadPool(
                Math.min(MAX_THREADS, nodes.size()), DaemonThreads.numbered("parley-console-"));
        for (int i = 0; i < nodes.size(); i++) {
            int number = i;
            var unused = Delays.every(
                    started, "The poll of " + nodes.get(i).name(), Duration.ZERO, interval, () -> poll(number));
        }
        return started;
    }

    private void poll(int number) {
        byte[] event = event(number);
        last.put(number, event);
        listeners.forEach(listener -> listener.send(event));
    }

    /**
     * Encodes the event of a node. Its number is in the first data line and its status in the second, whatever the
     * status contains, so that no node can impersonate another.
     */
    private byte[] event(int number) {
        Node node = nodes.get(number);
        String name = "node";
        String status;
        try {
            status = node.status();
        } catch (IOException | RuntimeException e) {
            LOG.debug("Cannot get the status of {}", node.name(), e);
            name = "absent";
            status = Json.of(Map.of("name", node.name(), "why", Causes.text(e)));
        }
        String line = status.replace('\r', ' ').replace('\n', ' ');
        return ("event: " + name + "\ndata: " + number + "\ndata: " + line + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    private void stop() {
        ScheduledExecutorService running = poller;
        if (running != null) {
            running.shutdownNow();
            poller = null;
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            stop();
        }
        listeners.forEach(ConsolePage.Listener::end); // they unregister under their own locks
    }
}
