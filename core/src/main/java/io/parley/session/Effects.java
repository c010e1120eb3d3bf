package io.parley.session;

import io.parley.HotPath;
import java.util.ArrayList;
import java.util.List;

/**
 * What a session wants done because of an event, in its order. The session adds to it while one of its methods runs; the
 * {@link SessionHost} applies it afterwards. One list serves a session for all its life, so that an event costs no
 * allocation of its own. Belongs to whoever has the session.
 */
public final class Effects {
    private final List<Effect> list = new ArrayList<>();
    private int next;

    void add(Effect effect) {
        list.add(effect);
    }

    /**
     * Applies and removes all effects, oldest first, also those that are added meanwhile. If the handler throws, that effect
     * is gone, and the rest is left to the next call.
     */
    @HotPath
    public void applyTo(Effect.Handler handler) {
        while (next < list.size()) {
            list.get(next++).applyTo(handler);
        }
        list.clear();
        next = 0;
    }

    /** Returns whether there is nothing to do. */
    @HotPath
    public boolean isEmpty() {
        return list.isEmpty();
    }
}
