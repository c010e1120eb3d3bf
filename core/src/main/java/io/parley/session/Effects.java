package io.parley.session;

import io.parley.HotPath;
import java.util.ArrayList;
import java.util.List;

/**
 * Queue of the effects of a session, in order. The session adds to it while one of its methods runs; the
 * {@link SessionHost} applies them afterwards. One queue is reused for the life of a session to avoid allocation.
 * Confined to the owner of the session.
 */
public final class Effects {
    private final List<Effect> list = new ArrayList<>();
    private int next;

    void add(Effect effect) {
        list.add(effect);
    }

    /**
     * Applies and removes all effects, oldest first, including those added meanwhile. If the handler throws, that
     * effect is removed and the rest is left for the next call.
     */
    @HotPath
    public void applyTo(Effect.Handler handler) {
        while (next < list.size()) {
            list.get(next++).applyTo(handler);
        }
        list.clear();
        next = 0;
    }

    /** Returns whether there are no pending effects. */
    @HotPath
    public boolean isEmpty() {
        return list.isEmpty();
    }
}
