package io.parley.testkit.campaign;

import java.io.IOException;
import java.util.function.Consumer;

/** Something that is tried many times, with faults by chance, and must hold each time. Found by {@link java.util.ServiceLoader}. */
public interface Campaign {
    /** What it is called on the command line. */
    String name();

    /** How many runs it makes unless told otherwise. */
    int usualRuns();

    /**
     * Runs all of it; the caller's thread waits meanwhile.
     *
     * @param seed repeats what chance decided
     * @param progress is told now and then how far it is
     */
    CampaignResult run(int runs, long seed, Consumer<String> progress) throws IOException, InterruptedException;
}
