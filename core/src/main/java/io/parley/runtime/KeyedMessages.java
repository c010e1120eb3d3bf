package io.parley.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The one-way messages of one session whose handler gave them keys: those of a key are worked on one after the other, those of others
 * meanwhile. Each holds the memory that was reserved for it until it is closed. Thread-safe.
 */
final class KeyedMessages {
    private final LiveConversation conversation;
    /** The keys at work, and what waits behind that. Guarded by this, as is what is at work. */
    private final Map<Object, ArrayDeque<Keyed>> waiting = new HashMap<>();

    private final Map<Incoming, Object> atWork = new HashMap<>();

    private record Keyed(Incoming message, Runnable work) {}

    KeyedMessages(LiveConversation conversation) {
        this.conversation = conversation;
    }

    /** Has a worker do the work for a message, when all before it that have the same key are closed. */
    void add(Incoming message, Object key, Runnable work) {
        synchronized (this) {
            ArrayDeque<Keyed> before = waiting.putIfAbsent(key, new ArrayDeque<>());
            if (before != null) {
                before.add(new Keyed(message, work));
                return;
            }
            atWork.put(message, key);
        }
        conversation.onWorker(message, work);
    }

    /** A message was closed: the next of its key may be worked on. */
    void closed(Incoming message) {
        Keyed next;
        synchronized (this) {
            Object key = atWork.remove(message);
            ArrayDeque<Keyed> behind = key == null ? null : waiting.get(key);
            if (behind == null) {
                return;
            }
            next = behind.poll();
            if (next == null) {
                waiting.remove(key);
                return;
            }
            atWork.put(next.message(), key);
        }
        conversation.onWorker(next.message(), next.work());
    }

    /** Removes what waits; what is at work goes on. */
    synchronized List<Incoming> removeWaiting() {
        List<Incoming> left = new ArrayList<>();
        for (ArrayDeque<Keyed> behind : waiting.values()) {
            behind.forEach(keyed -> left.add(keyed.message()));
            behind.clear();
        }
        return left;
    }
}
