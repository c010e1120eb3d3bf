package io.parley.transport.stream;

import static io.parley.transport.stream.RawSocket.frame;
import static io.parley.transport.stream.RawSocket.open;
import static io.parley.transport.stream.RawSocket.preamble;
import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.Entry;
import io.parley.context.Key;
import io.parley.context.Seal;
import io.parley.context.StoreSettings;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Reliability;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Attacks by RESUME frames without a session (threat model): raw bytes against a node whose store is slow. */
class ResumeFloodTest {
    private static final String SESSIONS = "urn:parley:session:";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int FLOOD = 9_000;
    /** The offset of the key's name in a resume secret. */
    private static final int KEY_AT = 24;

    private static final long SEED = 20_261_126;

    private final ContextStore store = ContextStores.open("memory:", StoreSettings.defaults());
    private final ParleyRuntime clients = ParleyRuntime.builder().build();
    /** Delays the store's answers about sessions. */
    private final CountDownLatch storeAnswers = new CountDownLatch(1);

    private final AtomicInteger readings = new AtomicInteger();
    private volatile boolean hangsForAll;

    ResumeFloodTest() throws Exception {}

    @AfterEach
    void close() throws Exception {
        storeAnswers.countDown();
        clients.close();
        store.close();
    }

    @Test
    void randomSecretsOnClosedConnectionsKeepNobodyFromCallsAndTakeovers() throws Exception {
        try (Node first = new Node(store, Limits.defaults());
                Node second = new Node(hanging(), Limits.defaults());
                Relay relay = new Relay(first.address())) {
            Conversation calls = second.conversation(second.address());
            Conversation moves = first.conversation(relay.address());
            assertThat(ask(moves, "before")).isEqualTo("before");
            AtomicReference<Throwable> failure = new AtomicReference<>();
            byte[] known = secretOf(second);
            Thread flood = new Thread(() -> flood(second.address(), known, failure), "flood");
            flood.start();

            int asked = 0;
            boolean moved = false;
            while (flood.isAlive() || asked < 200) {
                assertThat(ask(calls, "call " + asked)).isEqualTo("call " + asked);
                if (++asked == 100) {
                    relay.leadTo(second.address());
                    relay.cut();
                    assertThat(ask(moves, "moved")).isEqualTo("moved");
                    moved = true;
                }
            }
            flood.join();

            assertThat(failure.get()).isNull();
            assertThat(moved).isTrue();
            assertThat(second.runtime.sessions()).isEqualTo(3); // including the one that secretOf opened
            assertThat(readings)
                    .as("sessions that the store was asked for in vain")
                    .hasValue(0);
        }
    }

    @Test
    void aResumeWhoseLookUpHangsIsEndedWhenTheTimeToOpenIsOver() throws Exception {
        Limits brief = Limits.defaults().with(Limit.OPEN_MILLIS, 300);
        try (Node first = new Node(store, Limits.defaults());
                Node second = new Node(hanging(), brief)) {
            // The second node also recovers the sessions that it finds in the store, in the background.
            hangsForAll = true;
            byte[] secret = secretOf(first);
            try (RawSocket honest = new RawSocket(second.address())) {
                honest.send(preamble(), resume(secret, second.agreement.digest().bytes()));
                assertThat(honest.next(RawSocket.REFUSE).code()).isEqualTo(ErrorCode.OPEN_TIMEOUT.number());
                honest.awaitClosed();
            }
            storeAnswers.countDown();
            try (RawSocket again = new RawSocket(second.address())) {
                again.send(preamble(), resume(secret, second.agreement.digest().bytes()));
                again.next(RawSocket.ACCEPT);
            }
        }
    }

    @Test
    void secretsOfAnEarlierBuildAreRefusedWithoutAskingTheStore() throws Exception {
        try (Node node = new Node(hanging(), Limits.defaults());
                RawSocket earlier = new RawSocket(node.address())) {
            byte[] secret = new byte[56];
            Arrays.fill(secret, 8, 56, (byte) 1);
            earlier.send(preamble(), resume(secret, node.agreement.digest().bytes()));
            assertThat(earlier.next(RawSocket.REFUSE).code()).isEqualTo(ErrorCode.TOKEN_REFUSED.number());
            assertThat(readings).hasValue(0);
        }
    }

    @Test
    void aSecretByAnotherSealIsForAnotherNodeAndAsksNoStore() throws Exception {
        try (Node node = new Node(hanging(), Limits.defaults())) {
            assertThat(refusal(node, changed(secretOf(node), KEY_AT)))
                    .isEqualTo(ErrorCode.CONTEXT_UNAVAILABLE.number());
            assertThat(refusal(node, changed(secretOf(node), KEY_AT + 4))).isEqualTo(ErrorCode.TOKEN_REFUSED.number());
            assertThat(readings).hasValue(0);
        }
    }

    private static int refusal(Node node, byte[] secret) throws Exception {
        try (RawSocket raw = new RawSocket(node.address())) {
            raw.send(preamble(), resume(secret, node.agreement.digest().bytes()));
            return raw.next(RawSocket.REFUSE).code();
        }
    }

    private static byte[] changed(byte[] secret, int at) {
        byte[] other = secret.clone();
        other[at] ^= (byte) 0x80; // in the key's name: it then names a seal
        return other;
    }

    @Test
    void aHundredClientsOfOneAddressAllMoveToAnotherNode() throws Exception {
        try (Node first = new Node(store, Limits.defaults());
                Node second = new Node(store, Limits.defaults());
                Relay relay = new Relay(first.address())) {
            List<Conversation> moving = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                moving.add(first.conversation(relay.address(), "client " + i));
            }
            relay.leadTo(second.address());
            relay.cut();
            for (Conversation client : moving) {
                assertThat(ask(client, "moved")).isEqualTo("moved");
            }
            assertThat(second.runtime.sessions()).isEqualTo(100);
            relay.leadTo(first.address());
            relay.cut();
            for (Conversation client : moving) {
                assertThat(ask(client, "back")).isEqualTo("back");
            }
        }
    }

    /** Returns the secret of an ACCEPT, which follows the header's fields digest and number. */
    private static byte[] secretOf(Node node) throws Exception {
        try (RawSocket raw = new RawSocket(node.address())) {
            raw.send(preamble(), open(node.token("raw"), node.agreement.digest().bytes()));
            byte[] accept = raw.next(RawSocket.ACCEPT).payload();
            int at = 32 + 8;
            return Arrays.copyOfRange(accept, at + 1, at + 1 + (accept[at] & 0xFF));
        }
    }

    /**
     * Sends random secrets in turn: with an unknown key, with the node's own key, and in the format of earlier builds.
     */
    private static void flood(Address to, byte[] known, AtomicReference<Throwable> failure) {
        Random random = new Random(SEED);
        try {
            for (int i = 0; i < FLOOD; i++) {
                byte[] secret = new byte[i % 3 == 0 ? 56 : 64];
                random.nextBytes(secret);
                Arrays.fill(secret, 0, 8, (byte) 0);
                if (i % 3 == 1) {
                    System.arraycopy(known, KEY_AT, secret, KEY_AT, 4);
                }
                try (RawSocket raw = new RawSocket(to)) {
                    raw.send(preamble(), resume(secret, new byte[32]));
                }
            }
        } catch (Exception e) {
            failure.set(e);
        }
    }

    private static String ask(Conversation conversation, String text) throws InterruptedException {
        Call call = conversation.beginCall(PATIENCE);
        call.sink().writeString(text);
        call.send();
        try (IncomingMessage answer = call.await()) {
            return answer.source().readString("answer");
        }
    }

    private static void echo(IncomingMessage message) {
        try (message) {
            OutgoingMessage response = message.beginResponse(false);
            response.sink().writeString(message.source().readString("question"));
            response.send();
        }
    }

    private static byte[] resume(byte[] secret, byte[] digest) {
        ByteBuffer fields = ByteBuffer.allocate(1 + secret.length + digest.length + 8)
                .put((byte) secret.length)
                .put(secret)
                .put(digest);
        return frame(RawSocket.RESUME, 0, 0, 0, fields.array());
    }

    /** Returns the store, which delays its answers about sessions that it does not have. */
    private ContextStore hanging() {
        return (ContextStore) Proxy.newProxyInstance(
                ContextStore.class.getClassLoader(),
                new Class<?>[] {ContextStore.class},
                (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(store, arguments);
                        if (method.getName().equals("get") && arguments[0] instanceof Key key) {
                            hang(key, (Optional<?>) answer);
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private void hang(Key key, Optional<?> answer) throws InterruptedException {
        boolean inVain = answer.map(Entry.class::cast).isEmpty();
        if (key.scope().id().startsWith(SESSIONS) && (inVain || hangsForAll)) {
            readings.incrementAndGet();
            storeAnswers.await();
        }
    }

    /** A node with a store; it echoes requests. */
    private final class Node implements AutoCloseable {
        final ParleyRuntime runtime;
        final Agreement agreement;
        private final RuntimeListener listening;

        Node(ContextStore kept, Limits limits) throws Exception {
            runtime = ParleyRuntime.builder()
                    .limits(limits)
                    .durable(kept, Seal.none())
                    .build();
            agreement = agreement(new Address("127.0.0.1", 1));
            runtime.recover(agreement, null, ResumeFloodTest::echo);
            listening = runtime.listen("stream", new Address("127.0.0.1", 0), null);
            runtime.restore();
        }

        Address address() {
            return listening.address();
        }

        byte[] token(String principal) {
            return runtime.issue(agreement, principal, null, ResumeFloodTest::echo);
        }

        Conversation conversation(Address through) throws Exception {
            return conversation(through, "someone");
        }

        Conversation conversation(Address through, String principal) throws Exception {
            return clients.open(agreement(through), token(principal), new byte[0], IncomingMessage::close)
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
        }

        private Agreement agreement(Address at) {
            return Agreement.byApi(
                            "xml",
                            "stream",
                            List.of(new HostPort(at.host(), at.port())),
                            Limits.defaults(),
                            "resume flood")
                    .reliable(Reliability.DURABLE);
        }

        @Override
        public void close() {
            runtime.close();
        }
    }
}
