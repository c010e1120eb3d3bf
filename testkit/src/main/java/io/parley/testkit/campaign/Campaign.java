package io.parley.testkit.campaign;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** A property of Parley that is checked by many runs with random faults. Found by {@link java.util.ServiceLoader}. */
public interface Campaign {
    /** Returns its name on the command line. */
    String name();

    /**
     * Returns a sentence, without a full stop, that says what it does and what must hold, for the list of all
     * campaigns.
     */
    String purpose();

    /** Returns the default number of runs. */
    int usualRuns();

    /** Returns the unit of {@link Order#runs} on the command line. */
    default String unit() {
        return "runs";
    }

    /** Returns whether it needs the address of a store that several processes share. */
    default boolean needsStore() {
        return false;
    }

    /** Returns the names of the channels that it can use; empty if it offers no choice. */
    default List<String> channels() {
        return List.of();
    }

    /**
     * Runs the campaign on the caller's thread.
     *
     * @throws IOException if a process, a file or a store fails
     */
    CampaignReport run(Order order) throws IOException, InterruptedException;

    /**
     * The options of one campaign.
     *
     * @param runs number of runs, minutes or sessions, by {@link Campaign#unit}
     * @param seed repeats the random choices
     * @param store the address of a shared store, or its engine; empty if none was given
     * @param channel name of the channel; empty if none was given
     * @param progress receives progress messages
     */
    record Order(int runs, long seed, String store, String channel, Consumer<String> progress) {}
}
