package io.parley.testkit.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.frame.AcceptFrame;
import io.parley.frame.FrameType;
import io.parley.frame.OpenFrame;
import io.parley.frame.PingFrame;
import io.parley.frame.Preamble;
import io.parley.frame.RefuseFrame;
import io.parley.frame.ResumeFrame;
import io.parley.negotiation.Agreement;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of conversations that outlive their connections; docs/protocol/durable.md, section 12. */
interface ResumeContract {
    /** Longer than any of these tests advances the time. */
    Duration VERY_LONG = Duration.ofHours(1);

    /** Returns the runtimes of one test. */
    Talks talks();

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    default void callsAreAnsweredOnceDespiteRepeatedCuts(long seed) throws Exception {
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        try (Talks cut = talks().resumable(faults(seed, Map.of(Fault.CUT, 0.02, Fault.CORRUPT, 0.01)))) {
            Conversation conversation = talk(cut, message -> {
                String question = message.source().readString("question");
                handled.add(question);
                Talks.answer(message, false, question);
            });
            List<Call> calls = new ArrayList<>();
            for (int number = 0; number < 100; number++) {
                calls.add(call(conversation, "call " + number));
            }
            for (int number = 0; number < 100; number++) {
                Call call = calls.get(number);
                pass(cut, call.response()::isDone);
                assertThat(Talks.read(call)).isEqualTo("call " + number);
            }
            assertThat(handled).hasSize(100).doesNotHaveDuplicates();
        }
    }

    @Test
    default void oneWayMessagesComeOnceAndInTheirOrder() throws Exception {
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        try (Talks cut = talks().resumable(faults(7, Map.of(Fault.CUT, 0.03)))) {
            Conversation conversation = talk(cut, inPlace(message -> {
                try (message) {
                    handled.add(message.source().readString("text"));
                }
            }));
            List<String> sent = new ArrayList<>();
            for (int number = 0; number < 200; number++) {
                OutgoingMessage message = conversation.beginOneWay();
                message.sink().writeString("message " + number);
                message.send();
                sent.add("message " + number);
            }
            pass(cut, () -> handled.size() >= sent.size());
            assertThat(handled).containsExactlyElementsOf(sent);
        }
    }

    @Test
    default void aLongMessageComesWholeInSpiteOfCuts() throws Exception {
        try (Talks cut = talks().resumable(faults(11, Map.of(Fault.CUT, 0.05)))) {
            Conversation conversation = talk(cut, Talks::echoBytes);
            int length = 3_000_000;
            Call call = conversation.beginCall(VERY_LONG);
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) {
                bytes[i] = (byte) (i * 31);
            }
            // A writer may have to wait for a connection, which takes time to pass.
            CompletableFuture<Void> written = CompletableFuture.runAsync(() -> {
                call.sink().writeBytes(bytes, 0, length);
                call.send();
            });
            pass(cut, () -> written.isDone() && call.response().isDone());
            written.join();
            try (IncomingMessage answer = call.response().get()) {
                byte[] found = new byte[length];
                answer.source().readBytes(found, 0, length);
                assertThat(found).isEqualTo(bytes);
            }
        }
    }

    @Test
    default void aSilentConnectionIsAbandonedASecondAfterACallTimedOut() throws Exception {
        AtomicBoolean silent = new AtomicBoolean();
        Supplier<FaultPlan> plans = () -> {
            boolean falls = !silent.get();
            return frame -> falls && silent.get() ? Fault.DROP : Fault.NONE;
        };
        try (Talks cut = talks().resumable(plans)) {
            Conversation conversation = talk(cut, Talks::echo);
            assertThat(Talks.ask(conversation, "there")).isEqualTo("there");
            silent.set(true);
            Call call = conversation.beginCall(Duration.ofSeconds(2));
            call.sink().writeString("still there");
            call.send();
            cut.time.advance(Duration.ofSeconds(2));
            assertThat(Talks.failure(call).code()).isEqualTo(ErrorCode.TIMEOUT);
            assertThat(conversation.isSuspect()).isTrue();
            assertThat(conversation.isOpen()).isTrue();
            cut.time.advance(Duration.ofSeconds(1));
            pass(cut, () -> !conversation.isSuspect());
            assertThat(Talks.ask(conversation, "again")).isEqualTo("again");
        }
    }

    @Test
    default void aSessionThatIsNotResumedInTimeReportsWhichCallsMayHaveBeenDispatched() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        AtomicBoolean dead = new AtomicBoolean();
        AtomicInteger connections = new AtomicInteger();
        Supplier<FaultPlan> plans = () -> {
            connections.incrementAndGet();
            return frame -> dead.get() ? Fault.CUT : Fault.NONE;
        };
        try (Talks cut = talks().resumable(plans)) {
            Conversation conversation = talk(cut, Limits.defaults().with(Limit.RESUME_MILLIS, 2000), held::add);
            Call dispatched = call(conversation, "first");
            try (IncomingMessage message = Talks.take(held)) {
                int before = connections.get();
                dead.set(true);
                var unused = conversation.ping();
                // Only then does the calling side know that nothing it sends arrives.
                pass(cut, () -> connections.get() > before);
                Call unsent = call(conversation, "second");
                pass(
                        cut,
                        () -> dispatched.response().isDone()
                                && unsent.response().isDone());
                assertThat(Talks.failure(dispatched).code()).isEqualTo(ErrorCode.CONNECTION_LOST);
                assertThat(Talks.failure(unsent).retry()).isEqualTo(ErrorCode.Retry.SAFE);
                assertThat(conversation.isOpen()).isFalse();
                pass(cut, () -> !message.conversation().isOpen());
            }
        }
    }

    @Test
    default void aSessionThatWasResumedIsDrainedInOrder() throws Exception {
        AtomicLong frames = new AtomicLong();
        try (Talks cut = talks().resumable(() -> frame -> frames.incrementAndGet() == 9 ? Fault.CUT : Fault.NONE)) {
            Conversation conversation = talk(cut, Talks::echo);
            for (int i = 0; i < 5; i++) {
                Call call = call(conversation, "hello");
                pass(cut, call.response()::isDone);
                assertThat(Talks.read(call)).isEqualTo("hello");
            }
            assertThat(frames.get()).isGreaterThan(9);
            conversation.drain();
            pass(cut, conversation.closed().toCompletableFuture()::isDone);
            assertThat(conversation.closed().toCompletableFuture()).isCompleted();
        }
    }

    @Test
    default void onlyTheSecretOfASessionResumesIt() throws Exception {
        try (Talks plain = talks().resumable(FaultPlan::none)) {
            ParleyRuntime server = plain.runtime(Limits.defaults());
            Address at = plain.listen(server).address();
            Agreement agreement = plain.agreement(Limits.defaults(), at);
            byte[] digest = agreement.digest().bytes();
            byte[] secret = open(plain, server, at, agreement);
            byte[] guessed = secret.clone();
            guessed[guessed.length - 1] = (byte) (guessed[guessed.length - 1] ^ 1);
            byte[] elsewhere = secret.clone();
            elsewhere[0] = (byte) (elsewhere[0] ^ 1);
            byte[] anotherDigest = digest.clone();
            anotherDigest[0] = (byte) (anotherDigest[0] ^ 1);
            String unknown = refusal(plain, at, guessed, digest, 0);
            assertThat(unknown).startsWith("TOKEN_REFUSED");
            assertThat(refusal(plain, at, secret, anotherDigest, 0)).isEqualTo(unknown);
            assertThat(refusal(plain, at, new byte[0], digest, 0)).isEqualTo(unknown);
            assertThat(refusal(plain, at, elsewhere, digest, 0)).startsWith("WRONG_NODE");
            assertThat(refusal(plain, at, secret, digest, 99)).startsWith("PROTOCOL");
            try (RawPeer again = resume(plain, at, secret, digest)) {
                ByteBuf accept = again.expect(FrameType.ACCEPT);
                byte[] next = AcceptFrame.secret(accept);
                accept.release();
                again.sendOneWay(1, "the new secret is known to have arrived");
                again.send(PingFrame.encodePing(again.framing, 1));
                again.expect(FrameType.PONG).release();
                assertThat(refusal(plain, at, secret, digest, 0))
                        .as("the old one")
                        .isEqualTo(unknown);
                assertThat(next).isNotEqualTo(secret);
            }
        }
    }

    @Test
    default void theLaterOfTwoResumingConnectionsCarriesTheSession() throws Exception {
        try (Talks plain = talks().resumable(FaultPlan::none)) {
            ParleyRuntime server = plain.runtime(Limits.defaults());
            Address at = plain.listen(server).address();
            Agreement agreement = plain.agreement(Limits.defaults(), at);
            byte[] digest = agreement.digest().bytes();
            byte[] secret = open(plain, server, at, agreement);
            try (RawPeer first = resume(plain, at, secret, digest)) {
                first.expect(FrameType.ACCEPT).release();
                try (RawPeer second = resume(plain, at, secret, digest)) {
                    second.expect(FrameType.ACCEPT).release();
                    assertThat(first.awaitClosed()).as("the earlier is cut").isTrue();
                    assertThat(server.sessions()).isEqualTo(1);
                }
            }
        }
    }

    /** Opens a session by hand, abandons it, and returns its secret. */
    private static byte[] open(Talks talks, ParleyRuntime server, Address at, Agreement agreement) throws Exception {
        byte[] token = server.issue(agreement, "someone", null, IncomingMessage::close);
        try (RawPeer peer = RawPeer.connect(talks.provider(), at)) {
            peer.send(Preamble.encode(ByteBufAllocator.DEFAULT, 0));
            peer.send(OpenFrame.encode(peer.framing, token, agreement.digest().bytes(), new byte[0]));
            ByteBuf accept = peer.expect(FrameType.ACCEPT);
            try {
                return AcceptFrame.secret(accept);
            } finally {
                accept.release();
            }
        }
    }

    private static RawPeer resume(Talks talks, Address at, byte[] secret, byte[] digest) throws Exception {
        return resume(talks, at, secret, digest, 0);
    }

    private static RawPeer resume(Talks talks, Address at, byte[] secret, byte[] digest, long received)
            throws Exception {
        RawPeer peer = RawPeer.connect(talks.provider(), at);
        peer.send(Preamble.encode(ByteBufAllocator.DEFAULT, 0));
        peer.send(ResumeFrame.encode(peer.framing, secret, digest, received));
        return peer;
    }

    private static String refusal(Talks talks, Address at, byte[] secret, byte[] digest, long received)
            throws Exception {
        try (RawPeer peer = resume(talks, at, secret, digest, received)) {
            ByteBuf refuse = peer.expect(FrameType.REFUSE);
            try {
                return ErrorCode.of(RefuseFrame.code(refuse)).orElseThrow() + ": " + RefuseFrame.text(refuse);
            } finally {
                refuse.release();
            }
        }
    }

    private static Conversation talk(Talks talks, MessageHandler atServer) throws Exception {
        return talk(talks, Limits.defaults(), atServer);
    }

    private static Conversation talk(Talks talks, Limits limits, MessageHandler atServer) throws Exception {
        ParleyRuntime server = talks.runtime(limits);
        Agreement agreement = talks.agreement(server, limits);
        ParleyRuntime client = talks.runtime(limits);
        // A cut before the session is open does not concern the session: try once more, with another token.
        while (true) {
            byte[] token = server.issue(agreement, "someone", null, atServer);
            var opening = client.open(agreement, token, new byte[0], IncomingMessage::close)
                    .toCompletableFuture();
            pass(talks, opening::isDone);
            if (!opening.isCompletedExceptionally()) {
                return opening.get();
            }
        }
    }

    private static Call call(Conversation conversation, String text) {
        Call call = conversation.beginCall(VERY_LONG);
        call.sink().writeString(text);
        call.send();
        return call;
    }

    /** Advances time until a condition holds. */
    static void pass(Talks talks, BooleanSupplier happened) {
        await().atMost(Talks.PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> {
            talks.time.advance(Duration.ofMillis(20));
            return happened.getAsBoolean();
        });
    }

    private static MessageHandler inPlace(MessageHandler handler) {
        return new MessageHandler() {
            @Override
            public void onMessage(IncomingMessage message) {
                handler.onMessage(message);
            }

            @Override
            public boolean isNonBlocking() {
                return true;
            }
        };
    }

    static Supplier<FaultPlan> faults(long seed, Map<Fault, Double> chances) {
        AtomicLong seeds = new AtomicLong(seed * 1000);
        return () -> FaultPlan.seeded(seeds.incrementAndGet(), chances);
    }
}
