package io.parley.testkit.campaign;

import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.Protection;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Opens sessions without reliability over QUIC through a {@link DatagramProxy}: each run is one session, whose
 * datagrams are lost, duplicated and delayed and whose client changes its port at random; no connection may fail
 * because of that. Needs the channel {@code quic} on the class path.
 */
public final class DatagramCampaign {
    static final String NAME = "quic";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int OPENINGS = 50;

    private final int runs;
    private final long seed;
    private final Consumer<String> progress;
    private final CountedSessions sessions;

    /**
     * Creates a campaign.
     *
     * @param progress receives progress messages
     */
    public DatagramCampaign(int runs, long seed, Consumer<String> progress) {
        this.runs = runs;
        this.seed = seed;
        this.progress = progress;
        this.sessions = new CountedSessions(NAME, seed, progress);
    }

    /** Runs the campaign on the caller's thread. */
    public CampaignResult run() throws IOException, InterruptedException {
        try (ParleyRuntime server = ParleyRuntime.builder().build();
                ParleyRuntime client = ParleyRuntime.builder().build()) {
            RuntimeListener listening =
                    server.listen("quic", new Address("127.0.0.1", 0), null, new Protection.Ephemeral());
            Random faults = new Random(seed);
            InetSocketAddress target = new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), listening.address().port());
            try (DatagramProxy proxy = DatagramProxy.open(target, () -> DatagramFaults.any(faults), seed)) {
                Agreement agreement = Agreement.byApi(
                                "xml",
                                "quic",
                                List.of(new HostPort("127.0.0.1", proxy.port())),
                                Limits.defaults(),
                                "campaign")
                        .protectedBy(listening.certificate());
                for (int run = 0; run < runs; run++) {
                    sessions.run(open(server, client, agreement), run);
                    if ((run + 1) % 50 == 0) {
                        progress.accept("quic: " + (run + 1) + " of " + runs + " runs, " + proxy.spoiled()
                                + " datagrams spoiled, " + proxy.rebound() + " ports changed, " + sessions.lost()
                                + " lost");
                    }
                }
                progress.accept(
                        "quic: " + proxy.spoiled() + " datagrams spoiled, " + proxy.rebound() + " ports changed");
            }
        }
        return sessions.result(NAME, runs, seed);
    }

    /**
     * Opens a session; retries if its first packets are lost for longer than the connect timeout, which is not under
     * test here.
     */
    private Conversation open(ParleyRuntime server, ParleyRuntime client, Agreement agreement)
            throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            byte[] token = server.issue(agreement, "campaign", null, sessions.ledger());
            try {
                return client.open(agreement, token, new byte[0], IncomingMessage::close)
                        .toCompletableFuture()
                        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                if (attempt == OPENINGS) {
                    throw new IllegalStateException("no session could be opened", e);
                }
            }
        }
    }
}
