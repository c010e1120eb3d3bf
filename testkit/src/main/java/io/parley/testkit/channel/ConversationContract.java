package io.parley.testkit.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.Listening;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.testkit.FakeTimers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What a conversation promises over whatever channel carries it, as tests: extend it and say which channel and where.
 * The runtimes' time stands still until a test moves it.
 */
public abstract class ConversationContract {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int LARGE = 22_000_000;

    private final FakeTimers time = new FakeTimers();
    private final List<AutoCloseable> open = new ArrayList<>();

    /** The channel; one provider may serve all tests. */
    protected abstract ChannelProvider provider();

    /** Where it can listen; port 0 if it can choose one. */
    protected abstract Address bindAddress();

    @AfterEach
    void closeAll() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @Test
    void aCallIsAnswered() throws Exception {
        Conversation conversation = talk(Limits.defaults(), ConversationContract::echo);
        assertThat(ask(conversation, "hello")).isEqualTo("hello");
        assertThat(conversation.traffic().messagesOut()).isEqualTo(1);
        assertThat(conversation.traffic().messagesIn()).isEqualTo(1);
    }

    @Test
    void aFaultIsToldFromAResponse() throws Exception {
        Conversation conversation = talk(Limits.defaults(), message -> answer(message, true, "sorry"));
        try (IncomingMessage answer = call(conversation, "hello").response().get(30, TimeUnit.SECONDS)) {
            assertThat(answer.kind()).isEqualTo(IncomingMessage.Kind.FAULT);
            assertThat(answer.source().readString("fault")).isEqualTo("sorry");
        }
    }

    @Test
    void pingsAreAnsweredOneAfterTheOther() throws Exception {
        Conversation conversation = talk(Limits.defaults(), IncomingMessage::close);
        for (int i = 0; i < 20; i++) {
            assertThat(conversation.ping().toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .isGreaterThanOrEqualTo(Duration.ZERO);
        }
    }

    @Test
    void aPingOfASessionThatIsOverFails() throws Exception {
        Conversation conversation = talk(Limits.defaults(), IncomingMessage::close);
        conversation.close(ErrorCode.CLOSED, "the test is done");
        assertThat(conversation.ping().toCompletableFuture())
                .failsWithin(PATIENCE)
                .withThrowableThat()
                .withCauseInstanceOf(ParleyException.class)
                .withMessageContaining("expected to be open");
    }

    @Test
    void aThousandCallsUnderWayAtATimeAreAnsweredEach() throws Exception {
        CountDownLatch all = new CountDownLatch(1);
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talk(Limits.defaults(), message -> {
            held.add(message);
            if (held.size() == 1000) {
                all.countDown();
            }
        });
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            calls.add(call(conversation, "call " + i));
        }
        assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
        List<IncomingMessage> backwards = new ArrayList<>(held);
        for (int i = backwards.size() - 1; i >= 0; i--) {
            echo(backwards.get(i));
        }
        for (int i = 0; i < 1000; i++) {
            assertThat(read(calls.get(i))).isEqualTo("call " + i);
        }
    }

    @Test
    void moreCallsThanStreamsWaitForTheirTurn() throws Exception {
        Limits few = Limits.defaults().with(Limit.STREAMS, 3);
        Conversation conversation = talk(few, ConversationContract::echo);
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            calls.add(call(conversation, "call " + i));
        }
        for (int i = 0; i < 100; i++) {
            assertThat(read(calls.get(i))).isEqualTo("call " + i);
        }
    }

    @Test
    void aLargeMessageComesBackAsItWasSent() throws Exception {
        Conversation conversation = talk(Limits.defaults(), ConversationContract::echoBytes);
        byte[] large = new byte[LARGE];
        new Random(1).nextBytes(large);
        Call call = conversation.beginCall(LONG);
        call.sink().writeBytes(large, 0, large.length);
        call.send();
        try (IncomingMessage answer = call.response().get(30, TimeUnit.SECONDS)) {
            byte[] back = new byte[large.length];
            answer.source().readBytes(back, 0, back.length);
            answer.source().expectEnd("answer");
            assertThat(back).isEqualTo(large);
        }
    }

    @Test
    void aSmallCallPassesALargeOneThatWaitsForMoreOfItself() throws Exception {
        Conversation conversation = talk(Limits.defaults(), ConversationContract::echoBytes);
        Call large = conversation.beginCall(LONG);
        byte[] half = new byte[LARGE / 2];
        large.sink().writeBytes(half, 0, half.length);
        Call small = conversation.beginCall(LONG);
        small.sink().writeInt(42);
        small.send();
        try (IncomingMessage answer = small.response().get(30, TimeUnit.SECONDS)) {
            assertThat(answer.source().readInt()).isEqualTo(42);
        }
        assertThat(large.response()).isNotDone();
        large.sink().writeBytes(half, 0, half.length);
        large.send();
        try (IncomingMessage answer = large.response().get(30, TimeUnit.SECONDS)) {
            assertThat(answer.source().remaining()).isEqualTo(2L * half.length);
        }
    }

    @Test
    void tinyWindowsSlowAMessageDownButDoNotStopIt() throws Exception {
        Limits tiny = Limits.defaults()
                .with(Limit.STREAM_CREDIT, 1000)
                .with(Limit.SESSION_CREDIT, 1500)
                .with(Limit.FRAME_BYTES, 1024);
        Conversation conversation = talk(tiny, ConversationContract::echoBytes);
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Call call = conversation.beginCall(LONG);
            byte[] content = new byte[300_000];
            call.sink().writeBytes(content, 0, content.length);
            call.send();
            calls.add(call);
        }
        for (Call call : calls) {
            try (IncomingMessage answer = call.response().get(60, TimeUnit.SECONDS)) {
                assertThat(answer.source().remaining()).isEqualTo(300_000);
            }
        }
    }

    @Test
    void bothSidesMaySendOneWayMessages() throws Exception {
        BlockingQueue<String> atServer = new LinkedBlockingQueue<>();
        BlockingQueue<String> atClient = new LinkedBlockingQueue<>();
        MessageHandler push = message -> {
            try (message) {
                atServer.add(message.source().readString("text"));
                assertThat(message.kind()).isEqualTo(IncomingMessage.Kind.ONE_WAY);
                OutgoingMessage back = message.conversation().beginOneWay();
                back.sink().writeString("from the server");
                back.send();
            }
        };
        Conversation conversation = talk(Limits.defaults(), push, message -> {
            try (message) {
                atClient.add(message.source().readString("text"));
            }
        });
        OutgoingMessage message = conversation.beginOneWay();
        message.sink().writeString("from the client");
        message.send();
        assertThat(atServer.poll(30, TimeUnit.SECONDS)).isEqualTo("from the client");
        assertThat(atClient.poll(30, TimeUnit.SECONDS)).isEqualTo("from the server");
    }

    @Test
    void aCancelledCallTellsTheServerThatNobodyWaits() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talk(Limits.defaults(), held::add);
        Call call = call(conversation, "hello");
        try (IncomingMessage message = take(held)) {
            assertThat(message.isWanted()).isTrue();
            call.cancel();
            assertThat(failure(call).code()).isEqualTo(ErrorCode.CANCELLED);
            await().atMost(PATIENCE).until(() -> !message.isWanted());
            answerOnly(message, "too late");
        }
        assertThat(conversation.isOpen()).isTrue();
    }

    @Test
    void aFutureCancelledByItsHolderCancelsTheCall() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talk(Limits.defaults(), held::add);
        Call call = call(conversation, "hello");
        try (IncomingMessage message = take(held)) {
            call.response().cancel(false);
            await().atMost(PATIENCE).until(() -> !message.isWanted());
        }
    }

    @Test
    void aCallWithoutAnAnswerInTimeFailsAndIsAborted() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talk(Limits.defaults(), held::add);
        Call call = conversation.beginCall(Duration.ofSeconds(5));
        call.sink().writeString("hello");
        call.send();
        try (IncomingMessage message = take(held)) {
            time.advance(Duration.ofMillis(4999));
            assertThat(call.response()).isNotDone();
            time.advance(Duration.ofMillis(1));
            assertThat(failure(call).code()).isEqualTo(ErrorCode.TIMEOUT);
            await().atMost(PATIENCE).until(() -> !message.isWanted());
        }
    }

    @Test
    void aRefusalReachesTheCallerWithItsCode() throws Exception {
        Conversation conversation = talk(Limits.defaults(), message -> {
            message.refuse(ErrorCode.UNKNOWN_OPERATION, "no such operation");
            message.close();
        });
        ParleyException failure = failure(call(conversation, "hello"));
        assertThat(failure.code()).isEqualTo(ErrorCode.UNKNOWN_OPERATION);
        assertThat(failure).hasMessageContaining("no such operation");
        assertThat(failure(call(conversation, "again")).code()).isEqualTo(ErrorCode.UNKNOWN_OPERATION);
    }

    @Test
    void aHandlerThatThrowsNeverClaimsThatNothingWasDone() throws Exception {
        Conversation conversation = talk(Limits.defaults(), message -> {
            throw new ParleyException(ErrorCode.CONNECT_FAILED, "a service behind this one is away");
        });
        assertThat(failure(call(conversation, "hello")).code()).isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void aRequestThatIsClosedUnansweredFailsAtItsCaller() throws Exception {
        Conversation conversation = talk(Limits.defaults(), IncomingMessage::close);
        assertThat(failure(call(conversation, "hello")).code()).isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void aResponseThatFailsHalfWayIsReplacedByAFault() throws Exception {
        Conversation conversation = talk(Limits.defaults(), message -> {
            try (message) {
                OutgoingMessage response = message.beginResponse(false);
                response.sink().writeBytes(new byte[LARGE / 4], 0, LARGE / 4);
                response.discard();
                answerOnly(message, true, "sorry");
            }
        });
        try (IncomingMessage answer = call(conversation, "hello").response().get(30, TimeUnit.SECONDS)) {
            assertThat(answer.kind()).isEqualTo(IncomingMessage.Kind.FAULT);
            assertThat(answer.source().readString("fault")).isEqualTo("sorry");
            answer.source().expectEnd("fault");
        }
    }

    @Test
    void aRequestThatItsCallerDiscardsIsNeverDispatched() throws Exception {
        AtomicInteger dispatched = new AtomicInteger();
        Conversation conversation = talk(Limits.defaults(), message -> {
            dispatched.incrementAndGet();
            echoBytes(message);
        });
        Call call = conversation.beginCall(LONG);
        call.sink().writeBytes(new byte[LARGE / 4], 0, LARGE / 4);
        call.discard();
        ParleyException failure = failure(call);
        assertThat(failure.code().retry()).isEqualTo(ErrorCode.Retry.SAFE);
        Call next = conversation.beginCall(LONG);
        next.sink().writeInt(1);
        next.send();
        next.response().get(30, TimeUnit.SECONDS).close();
        assertThat(dispatched).hasValue(1);
    }

    @Test
    void aMessageAboveTheLimitFailsAtItsSenderAndNamesTheSetting() throws Exception {
        Limits small = Limits.defaults().with(Limit.MESSAGE_BYTES, 1_000_000);
        Conversation conversation = talk(small, ConversationContract::echoBytes);
        Call call = conversation.beginCall(LONG);
        byte[] tooMuch = new byte[1_000_001];
        assertThatThrownBy(() -> {
                    call.sink().writeBytes(tooMuch, 0, tooMuch.length);
                    call.send();
                })
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT))
                .hasMessageContaining("parley.limits.message-bytes");
        call.discard();
        assertThat(call.response()).isCompletedExceptionally();
        assertThat(conversation.isOpen()).isTrue();
    }

    @Test
    void aMessageThatDoesNotFitTheBudgetIsRefusedAndMayGoAnotherWay() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Limits tight = Limits.defaults().with(Limit.MESSAGE_BYTES, 600_000).with(Limit.TOTAL_BYTES, 1_000_000);
        Conversation conversation = talk(tight, held::add);
        Call first = callBytes(conversation, 600_000);
        IncomingMessage holding = take(held);
        Call second = callBytes(conversation, 600_000);
        ParleyException failure = failure(second);
        assertThat(failure.code()).isEqualTo(ErrorCode.BUDGET);
        assertThat(failure).hasMessageContaining("parley.limits.total-bytes");
        holding.close();
        assertThat(failure(first).code()).isEqualTo(ErrorCode.INTERNAL);
        Call third = callBytes(conversation, 600_000);
        try (IncomingMessage message = take(held)) {
            answerOnly(message, "there was room again");
        }
        assertThat(read(third)).isEqualTo("there was room again");
    }

    @Test
    void aDrainFinishesWhatIsUnderWayAndTakesNothingNew() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talk(Limits.defaults(), held::add);
        Call underWay = call(conversation, "hello");
        IncomingMessage message = take(held);
        message.conversation().drain();
        await().atMost(PATIENCE).until(() -> !conversation.isOpen());
        assertThatThrownBy(() -> conversation.beginCall(LONG))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code().retry()).isEqualTo(ErrorCode.Retry.SAFE));
        assertThat(conversation.closed().toCompletableFuture()).isNotDone();
        answerOnly(message, "still answered");
        message.close();
        assertThat(read(underWay)).isEqualTo("still answered");
        conversation.closed().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void aCloseByThePeerTellsTruthfullyWhatMayHaveBeenDispatched() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talk(Limits.defaults(), held::add);
        Call dispatched = call(conversation, "hello");
        Call unsent = conversation.beginCall(LONG);
        unsent.sink().writeBytes(new byte[LARGE / 4], 0, LARGE / 4);
        try (IncomingMessage message = take(held)) {
            message.conversation().close(ErrorCode.CLOSED, "enough");
            ParleyException failure = failure(dispatched);
            assertThat(failure.code().retry()).isEqualTo(ErrorCode.Retry.NEVER);
            assertThat(failure).hasMessageContaining("may have been dispatched");
            assertThat(message.isWanted()).isFalse();
        }
        unsent.send();
        assertThat(failure(unsent).code().retry()).isEqualTo(ErrorCode.Retry.SAFE);
        conversation.closed().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void aTokenIsAcceptedOnlyOnce() throws Exception {
        Limits limits = Limits.defaults();
        ParleyRuntime server = runtime(limits);
        Agreement agreement = agreement(server, limits);
        byte[] token = server.issue(agreement, "someone", null, ConversationContract::echo);
        ParleyRuntime client = runtime(limits);
        open(client, agreement, token);
        assertThat(openFailure(client, agreement, token).code()).isEqualTo(ErrorCode.TOKEN_REFUSED);
    }

    @Test
    void aTokenIsGoodForThirtySeconds() throws Exception {
        Limits limits = Limits.defaults();
        ParleyRuntime server = runtime(limits);
        Agreement agreement = agreement(server, limits);
        byte[] token = server.issue(agreement, "someone", null, ConversationContract::echo);
        time.advance(Duration.ofSeconds(30).plusMillis(1));
        assertThat(openFailure(runtime(limits), agreement, token).code()).isEqualTo(ErrorCode.TOKEN_REFUSED);
    }

    @Test
    void aTokenOfAnotherNodeIsToldApart() throws Exception {
        Limits limits = Limits.defaults();
        ParleyRuntime server = runtime(limits);
        Agreement agreement = agreement(server, limits);
        byte[] elsewhere = runtime(limits).issue(agreement, "someone", null, ConversationContract::echo);
        assertThat(openFailure(runtime(limits), agreement, elsewhere).code()).isEqualTo(ErrorCode.WRONG_NODE);
    }

    @Test
    void anotherDigestIsRefused() throws Exception {
        Limits limits = Limits.defaults();
        ParleyRuntime server = runtime(limits);
        Agreement agreement = agreement(server, limits);
        byte[] token = server.issue(agreement, "someone", null, ConversationContract::echo);
        Agreement edited =
                Agreement.byApi("xml", agreement.channel(), agreement.addresses(), limits, "another fingerprint");
        assertThat(openFailure(runtime(limits), edited, token).code()).isEqualTo(ErrorCode.DIGEST_MISMATCH);
    }

    @Test
    void aPrincipalHasOnlySoManySessions() throws Exception {
        Limits limits = Limits.defaults().with(Limit.SESSIONS_PER_PRINCIPAL, 1);
        ParleyRuntime server = runtime(limits);
        Agreement agreement = agreement(server, limits);
        ParleyRuntime client = runtime(limits);
        Conversation first = open(client, agreement, server.issue(agreement, "greedy", null, message -> {}));
        byte[] second = server.issue(agreement, "greedy", null, message -> {});
        assertThat(openFailure(client, agreement, second).code()).isEqualTo(ErrorCode.LIMIT);
        open(client, agreement, server.issue(agreement, "modest", null, message -> {}));
        first.close(ErrorCode.CLOSED, "done");
        await().atMost(PATIENCE).until(() -> server.sessions() == 1);
        open(client, agreement, server.issue(agreement, "greedy", null, message -> {}));
    }

    @Test
    void theSideThatIssuedTheTokenSeesItsAttachmentAndTheTerms() throws Exception {
        Limits limits = Limits.defaults();
        ParleyRuntime server = runtime(limits);
        Agreement agreement = agreement(server, limits);
        BlockingQueue<Conversation> seen = new LinkedBlockingQueue<>();
        byte[] token = server.issue(agreement, "someone", "a security context", message -> {
            seen.add(message.conversation());
            echo(message);
        });
        ParleyRuntime client = runtime(limits);
        Conversation conversation = client.open(agreement, token, new byte[] {1, 2, 3}, IncomingMessage::close)
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
        assertThat(ask(conversation, "hello")).isEqualTo("hello");
        Conversation accepted = seen.remove();
        assertThat(accepted.attachment()).isEqualTo("a security context");
        assertThat(accepted.openTerms()).containsExactly(1, 2, 3);
        assertThat(conversation.attachment()).isNull();
    }

    @Test
    void nobodyListeningIsAFailureToConnect() throws Exception {
        Limits limits = Limits.defaults();
        ParleyRuntime server = runtime(limits);
        Listening listening = server.listen(provider().traits().name(), bindAddress(), null);
        Agreement agreement = agreement(listening.address(), limits);
        byte[] token = server.issue(agreement, "someone", null, ConversationContract::echo);
        listening.close();
        assertThat(openFailure(runtime(limits), agreement, token).code()).isEqualTo(ErrorCode.CONNECT_FAILED);
    }

    @Test
    void aSilentPeerIsPingedAndASessionThatLivesStays() throws Exception {
        Conversation conversation = talk(Limits.defaults(), ConversationContract::echo);
        for (int i = 0; i < 8; i++) {
            long heard = conversation.traffic().framesIn();
            time.advance(Duration.ofSeconds(15));
            await().atMost(PATIENCE).until(() -> conversation.traffic().framesIn() > heard);
        }
        assertThat(conversation.isOpen()).isTrue();
    }

    /** Attack: a peer that takes a session and reads, but gives no credit. */
    @Test
    void aPeerThatGivesNoCreditHoldsUpOnlyItsOwnStreams() throws Exception {
        Limits limits = Limits.defaults().with(Limit.STREAM_CREDIT, 100_000);
        BlockingQueue<Conversation> accepted = new LinkedBlockingQueue<>();
        ParleyRuntime server = runtime(limits);
        Agreement agreement = agreement(server, limits);
        byte[] token = server.issue(agreement, "someone", null, message -> {
            accepted.add(message.conversation());
            message.close();
        });
        try (RawPeer peer = RawPeer.open(
                provider(),
                new Address(
                        agreement.addresses().get(0).host(),
                        agreement.addresses().get(0).port()),
                token,
                agreement.digest().bytes())) {
            peer.sendOneWay(1, "hello");
            Conversation conversation = accepted.take();
            OutgoingMessage large = conversation.beginOneWay();
            large.sink().writeBytes(new byte[1_000_000], 0, 1_000_000);
            large.send();
            OutgoingMessage small = conversation.beginOneWay();
            small.sink().writeInt(1);
            small.send();
            assertThat(peer.contentUntilEnd(4)).isEqualTo(4);
            assertThat(peer.contentSoFar(2)).isEqualTo(100_000);
        }
    }

    private Conversation talk(Limits limits, MessageHandler atServer) throws Exception {
        return talk(limits, atServer, IncomingMessage::close);
    }

    private Conversation talk(Limits limits, MessageHandler atServer, MessageHandler atClient) throws Exception {
        ParleyRuntime server = runtime(limits);
        Agreement agreement = agreement(server, limits);
        byte[] token = server.issue(agreement, "someone", null, atServer);
        return runtime(limits)
                .open(agreement, token, new byte[0], atClient)
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private ParleyRuntime runtime(Limits limits) {
        ParleyRuntime runtime = ParleyRuntime.builder()
                .limits(limits)
                .timers(time)
                .channels(List.of(provider()))
                .build();
        open.add(runtime);
        return runtime;
    }

    private Agreement agreement(ParleyRuntime server, Limits limits) throws IOException {
        Listening listening = server.listen(provider().traits().name(), bindAddress(), null);
        return agreement(listening.address(), limits);
    }

    private Agreement agreement(Address address, Limits limits) {
        List<HostPort> addresses = List.of(new HostPort(address.host(), address.port()));
        return Agreement.byApi("xml", provider().traits().name(), addresses, limits, "no parts");
    }

    private static Conversation open(ParleyRuntime client, Agreement agreement, byte[] token) throws Exception {
        return client.open(agreement, token, new byte[0], IncomingMessage::close)
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static ParleyException openFailure(ParleyRuntime client, Agreement agreement, byte[] token) {
        return failure(client.open(agreement, token, new byte[0], IncomingMessage::close)
                .toCompletableFuture());
    }

    private static Call call(Conversation conversation, String text) {
        Call call = conversation.beginCall(LONG);
        call.sink().writeString(text);
        call.send();
        return call;
    }

    private static Call callBytes(Conversation conversation, int length) {
        Call call = conversation.beginCall(LONG);
        call.sink().writeBytes(new byte[length], 0, length);
        call.send();
        return call;
    }

    private static String ask(Conversation conversation, String text) throws Exception {
        return read(call(conversation, text));
    }

    private static String read(Call call) throws Exception {
        try (IncomingMessage answer = call.response().get(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            String text = answer.source().readString("answer");
            answer.source().expectEnd("answer");
            return text;
        }
    }

    private static ParleyException failure(Call call) {
        return failure(call.response());
    }

    private static ParleyException failure(CompletableFuture<?> future) {
        try {
            Object unexpected = future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            throw new AssertionError("expected a failure, found " + unexpected);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ParleyException why) {
                return why;
            }
            throw new AssertionError("expected a coded failure, found another", e);
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("expected a failure within " + PATIENCE, e);
        }
    }

    private static IncomingMessage take(BlockingQueue<IncomingMessage> held) throws InterruptedException {
        IncomingMessage message = held.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (message == null) {
            throw new AssertionError("expected a message at the server within " + PATIENCE + ", found none");
        }
        return message;
    }

    private static void echo(IncomingMessage message) {
        answer(message, false, message.source().readString("question"));
    }

    private static void echoBytes(IncomingMessage message) {
        try (message) {
            int length = Math.toIntExact(message.source().remaining());
            byte[] bytes = new byte[length];
            message.source().readBytes(bytes, 0, length);
            OutgoingMessage response = message.beginResponse(false);
            response.sink().writeBytes(bytes, 0, length);
            response.send();
        }
    }

    private static void answer(IncomingMessage message, boolean fault, String text) {
        try (message) {
            answerOnly(message, fault, text);
        }
    }

    private static void answerOnly(IncomingMessage message, String text) {
        answerOnly(message, false, text);
    }

    private static void answerOnly(IncomingMessage message, boolean fault, String text) {
        OutgoingMessage response = message.beginResponse(fault);
        response.sink().writeString(text);
        response.send();
    }
}
