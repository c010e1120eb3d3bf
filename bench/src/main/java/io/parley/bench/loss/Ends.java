package io.parley.bench.loss;

import io.parley.channel.Address;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import java.io.IOException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Factory of the listeners and the sessions of a trial. Stateless. */
final class Ends {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int REHEARSED_CALLS = 300;
    private static final int REHEARSED_BYTES = 1_000;

    private static final String HOST = "127.0.0.1";

    private Ends() {}

    /** Port and certificate of a listener; a client also needs a token to open a session. */
    record Place(int port, String certificate) {}

    /** Listens on a free port; returns the port and the certificate that a client needs. */
    static Place listen(ParleyRuntime runtime, Way way, String host) throws IOException {
        RuntimeListener listening = runtime.listen(way.channel(), new Address(host, 0), null, Way.protection());
        return new Place(listening.address().port(), listening.certificate());
    }

    /** Returns a token in hex. It is valid for one session, which has to be opened before the token expires. */
    static String token(ParleyRuntime runtime, Agreement agreement, Work work) {
        return HexFormat.of().formatHex(runtime.issue(agreement, "bench", null, work::handle));
    }

    /** Opens a session with a token. */
    static Conversation open(ParleyRuntime runtime, Agreement agreement, String token) throws IOException {
        try {
            return runtime.open(agreement, HexFormat.of().parseHex(token), new byte[0], IncomingMessage::close)
                    .toCompletableFuture()
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("no session on " + agreement.channel() + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a session was opened", e);
        }
    }

    /** Opens a session between two runtimes of this process, on loopback. */
    static Conversation open(ParleyRuntime server, ParleyRuntime client, Trial trial, Way way, Work work)
            throws IOException {
        Place place = listen(server, way, HOST);
        Agreement agreement = way.agreement(trial, new HostPort(HOST, place.port()), place.certificate());
        return open(client, agreement, token(server, agreement, work));
    }

    /** Makes calls between two runtimes of this process, so that classes are loaded before the measurement. */
    static void rehearse(Trial trial, Way way) throws IOException {
        try (ParleyRuntime server = runtime(trial);
                ParleyRuntime client = runtime(trial)) {
            Conversation session = open(server, client, trial, way, new Calls(1, 1, Duration.ZERO, Duration.ZERO));
            for (int i = 0; i < REHEARSED_CALLS; i++) {
                Echo.call(session, REHEARSED_BYTES);
            }
        }
    }

    static ParleyRuntime runtime(Trial trial) {
        return ParleyRuntime.builder().limits(trial.limits()).build();
    }
}
