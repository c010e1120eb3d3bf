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

    void add(Effect effect) {
        list.add(effect);
    }

    /** Applies and removes all effects, oldest first, also those that are added meanwhile. */
    @HotPath
    public void applyTo(Effect.Handler handler) {
        try {
            for (int next = 0; next < list.size(); next++) {
                list.get(next).applyTo(handler);
            }
        } finally {
            list.clear();
        }
    }

    /** Returns whether there is nothing to do. */
    @HotPath
    public boolean isEmpty() {
        return list.isEmpty();
    }
}
