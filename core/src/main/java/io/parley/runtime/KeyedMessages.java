package io.parley.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The one-way messages of one session to which their handler gave keys: messages with the same key are handled one
 * after the other, others in parallel. Each holds its reserved memory until it is closed. Thread-safe.
 */
final class KeyedMessages {
    private final LiveConversation conversation;
    /** Keys in progress, with the messages that wait for them. Guarded by this, as is the next field. */
    private final Map<Object, ArrayDeque<Keyed>> waiting = new HashMap<>();

    private final Map<Incoming, Object> inProgress = new HashMap<>();

    private record Keyed(Incoming message, Runnable work) {}

    KeyedMessages(LiveConversation conversation) {
        this.conversation = conversation;
    }

    /** Runs the work for a message on a worker, once all earlier messages with the same key are closed. */
    void add(Incoming message, Object key, Runnable work) {
        synchronized (this) {
            ArrayDeque<Keyed> before = waiting.putIfAbsent(key, new ArrayDeque<>());
            if (before != null) {
                before.add(new Keyed(message, work));
                return;
            }
            inProgress.put(message, key);
        }
        conversation.onWorker(message, work);
    }

    /** Removes a closed message, and starts the next one with its key. */
    void closed(Incoming message) {
        Keyed next;
        synchronized (this) {
            Object key = inProgress.remove(message);
            ArrayDeque<Keyed> behind = key == null ? null : waiting.get(key);
            if (behind == null) {
                return;
            }
            next = behind.poll();
            if (next == null) {
                waiting.remove(key);
                return;
            }
            inProgress.put(next.message(), key);
        }
        conversation.onWorker(next.message(), next.work());
    }

    /** Removes and returns the waiting messages; those in progress continue. */
    synchronized List<Incoming> removeWaiting() {
        List<Incoming> left = new ArrayList<>();
        for (ArrayDeque<Keyed> behind : waiting.values()) {
            behind.forEach(keyed -> left.add(keyed.message()));
            behind.clear();
        }
        return left;
    }
}
