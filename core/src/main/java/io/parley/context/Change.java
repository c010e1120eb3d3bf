package io.parley.context;

import java.time.Duration;

/** A step of a {@link Transaction}, on one entry of its scope. */
public sealed interface Change {
    /** The entry's name within the scope. */
    String name();

    /** Returns the condition on that entry; if it does not hold, no change of the transaction happens. */
    Condition condition();

    /**
     * Writes a value, which is absent again after its lifetime, counted by the store's clock.
     *
     * @param owner the owner whose quota it counts against from now on
     * @param lifetime at least a millisecond, at most {@code parley.limits.context-seconds}
     */
    record Put(String name, Value value, String owner, Duration lifetime, Condition condition) implements Change {
        public Put {
            Names.checked("entry name", name, Names.MAX_BYTES);
            Names.checked("owner", owner, Names.MAX_OWNER_BYTES);
        }
    }

    /**
     * Sets the lifetime anew, shorter or longer. The version stays. There must be such an entry, even for {@code Any}.
     */
    record Touch(String name, Duration lifetime, Condition condition) implements Change {
        public Touch {
            Names.checked("entry name", name, Names.MAX_BYTES);
        }
    }

    /** Removes an entry; with the condition {@code Any}, also one that is not there. */
    record Delete(String name, Condition condition) implements Change {
        public Delete {
            Names.checked("entry name", name, Names.MAX_BYTES);
        }
    }

    /** Changes nothing, but its condition must hold for the others to happen. */
    record Require(String name, Condition condition) implements Change {
        public Require {
            Names.checked("entry name", name, Names.MAX_BYTES);
        }
    }
}
