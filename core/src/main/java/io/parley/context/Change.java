package io.parley.context;

import java.time.Duration;

/** A step of a {@link Transaction}, on one entry of its scope. */
public sealed interface Change {
    /** Returns the entry's name within the scope. */
    String name();

    /** Returns the condition on the entry; if it does not hold, no change of the transaction is made. */
    Condition condition();

    /**
     * Writes a value that expires after its lifetime, by the store's clock.
     *
     * @param owner the owner whose quota it counts against
     * @param lifetime at least one millisecond, at most {@code parley.limits.context-seconds}
     */
    record Put(String name, Value value, String owner, Duration lifetime, Condition condition) implements Change {
        public Put {
            Names.checked("entry name", name, Names.MAX_BYTES);
            Names.checked("owner", owner, Names.MAX_OWNER_BYTES);
        }
    }

    /**
     * Sets another lifetime, shorter or longer. The version does not change. The entry must exist, even with
     * {@code Any}.
     */
    record Touch(String name, Duration lifetime, Condition condition) implements Change {
        public Touch {
            Names.checked("entry name", name, Names.MAX_BYTES);
        }
    }

    /** Removes an entry; with the condition {@code Any}, it need not exist. */
    record Delete(String name, Condition condition) implements Change {
        public Delete {
            Names.checked("entry name", name, Names.MAX_BYTES);
        }
    }

    /** Changes nothing, but requires its condition to hold for the transaction. */
    record Require(String name, Condition condition) implements Change {
        public Require {
            Names.checked("entry name", name, Names.MAX_BYTES);
        }
    }
}
