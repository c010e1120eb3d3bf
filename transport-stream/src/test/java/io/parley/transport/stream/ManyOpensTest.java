package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limit;
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
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests many clients of one address that open sessions at once, where only few openings may be pending. */
class ManyOpensTest {
    private static final int CLIENTS = 400;
    private static final int PENDING = 4;

    /** Long enough for all handshakes on a busy machine: the server closes slow ones while others wait for long. */
    private static final int PATIENT_MILLIS = 60_000;

    private final ParleyRuntime client = ParleyRuntime.builder()
            .limits(Limits.defaults().with(Limit.OPEN_MILLIS, PATIENT_MILLIS))
            .build();
    private final List<Socket> silent = new CopyOnWriteArrayList<>();
    private ParleyRuntime server;

    @AfterEach
    void close() throws IOException {
        for (Socket each : silent) {
            each.close();
        }
        client.close();
        server.close();
    }

    @ParameterizedTest(name = "TLS: {0}")
    @ValueSource(booleans = {false, true})
    void noneOfHundredsFails(boolean isProtected) throws Exception {
        Agreement agreement = listen(isProtected, PATIENT_MILLIS);
        List<CompletableFuture<Conversation>> opening = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            opening.add(open(agreement));
        }
        for (CompletableFuture<Conversation> each : opening) {
            assertThat(each.get(2, TimeUnit.MINUTES).isOpen()).isTrue();
        }
    }

    @ParameterizedTest(name = "TLS: {0}")
    @ValueSource(booleans = {false, true})
    void silentConnectionsKeepNobodyOutForLongerThanTheTimeToOpen(boolean isProtected) throws Exception {
        Agreement agreement = listen(isProtected, Limit.OPEN_MILLIS.initial());
        HostPort at = agreement.addresses().get(0);
        for (int i = 0; i < 100; i++) {
            silent.add(new Socket(at.host(), at.port()));
        }
        for (int i = 0; i < 5; i++) {
            long began = System.nanoTime();
            assertThat(open(agreement).get(1, TimeUnit.MINUTES).isOpen()).isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isLessThan(Duration.ofMillis(Limit.OPEN_MILLIS.initial()));
            silent.add(new Socket(at.host(), at.port()));
        }
    }

    private Agreement listen(boolean isProtected, long openMillis) throws IOException {
        server = ParleyRuntime.builder()
                .limits(Limits.defaults()
                        .with(Limit.PENDING_PER_ADDRESS, PENDING)
                        .with(Limit.SESSIONS_PER_PRINCIPAL, 10_000)
                        .with(Limit.OPEN_MILLIS, openMillis))
                .build();
        RuntimeListener listening = server.listen(
                "stream",
                new Address("127.0.0.1", 0),
                null,
                isProtected ? new Protection.Ephemeral() : Protection.NONE);
        HostPort at = new HostPort("127.0.0.1", listening.address().port());
        Agreement plain = Agreement.byApi("xml", "stream", List.of(at), Limits.defaults(), "no parts");
        return isProtected ? plain.protectedBy(listening.certificate()) : plain;
    }

    private CompletableFuture<Conversation> open(Agreement agreement) {
        byte[] token = server.issue(agreement, "somebody", null, IncomingMessage::close);
        return client.open(agreement, token, new byte[0], IncomingMessage::close)
                .toCompletableFuture();
    }
}
