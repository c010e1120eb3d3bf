package io.parley.testkit.campaign;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Something that is tried many times, with faults by chance, and must hold each time. Found by {@link java.util.ServiceLoader}. */
public interface Campaign {
    /** What it is called on the command line. */
    String name();

    /** Says in one sentence, without a full stop, what it does and what must hold, for the list of all campaigns. */
    String purpose();

    /** How many runs it makes unless told otherwise. */
    int usualRuns();

    /** What it counts on the command line, of which the order's runs are so many. */
    default String unit() {
        return "runs";
    }

    /** Whether it needs the address of a store that several processes share. */
    default boolean needsStore() {
        return false;
    }

    /** Returns the names of the channels that it may be told to use; empty if it has no choice. */
    default List<String> channels() {
        return List.of();
    }

    /** Runs all of it; the caller's thread waits meanwhile. */
    CampaignReport run(Order order) throws IOException, InterruptedException;

    /**
     * How it is to be run.
     *
     * @param runs or minutes, or sessions
     * @param seed repeats what chance decided
     * @param store the address of a shared store, or its engine; empty if none was given
     * @param channel empty if none was named
     * @param progress is told now and then how far it is
     */
    record Order(int runs, long seed, String store, String channel, Consumer<String> progress) {}
}
