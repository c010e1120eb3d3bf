package io.parley.testkit.campaign;

import io.parley.runtime.Conversation;
import io.parley.runtime.ParleyRuntime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Opens sessions with reliability {@code resume} on a channel over TCP, through a {@link FaultProxy}: each run is one
 * session with calls and one-way messages, whose connections meet random faults.
 */
public final class CutCampaign {
    static final String NAME = "cut";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MOST_BEFORE_A_FAULT = 300_000;
    private static final int OPENINGS = 50;

    private final CampaignChannel channel;
    private final int runs;
    private final long seed;
    private final Consumer<String> progress;
    private final CountedSessions sessions;

    /**
     * Creates a campaign.
     *
     * @param progress receives progress messages
     */
    public CutCampaign(CampaignChannel channel, int runs, long seed, Consumer<String> progress) {
        this.channel = channel;
        this.runs = runs;
        this.seed = seed;
        this.progress = progress;
        this.sessions = new CountedSessions(NAME, seed, progress);
    }

    /** Runs the campaign on the caller's thread. */
    public CampaignResult run() throws IOException, InterruptedException {
        try (ParleyRuntime server = runtime();
                ParleyRuntime client = runtime();
                CampaignChannel.Way way = channel.accept(server, sessions.ledger())) {
            Random faults = new Random(seed);
            InetSocketAddress target = new InetSocketAddress(InetAddress.getLoopbackAddress(), way.port());
            try (FaultProxy proxy = FaultProxy.open(target, () -> WireFault.any(faults, MOST_BEFORE_A_FAULT))) {
                for (int run = 0; run < runs; run++) {
                    sessions.run(open(way, client, proxy.port()), run);
                    if ((run + 1) % 50 == 0) {
                        progress.accept("cut: " + (run + 1) + " of " + runs + " runs, " + proxy.spoiled()
                                + " connections spoiled, " + sessions.lost() + " lost");
                    }
                }
            }
        }
        return sessions.result(NAME, runs, seed);
    }

    /** Opens a session; retries if it is cut before it is open, which is not under test here. */
    private static Conversation open(CampaignChannel.Way way, ParleyRuntime client, int port)
            throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return way.open(client, port).toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                if (attempt == OPENINGS) {
                    throw new IllegalStateException("no session could be opened", e);
                }
            }
        }
    }

    private static ParleyRuntime runtime() {
        return ParleyRuntime.builder().build();
    }
}
