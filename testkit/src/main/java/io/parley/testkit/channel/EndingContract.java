package io.parley.testkit.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.Agreement;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Contract of calls and sessions that end early, and of what their callers may conclude. */
interface EndingContract {
    /** Returns the runtimes of one test. */
    Talks talks();

    @Test
    default void aCancelledCallIsCancelledAtTheServer() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talks().talk(Limits.defaults(), held::add);
        Call call = Talks.call(conversation, "hello");
        try (IncomingMessage message = Talks.take(held)) {
            assertThat(message.isWanted()).isTrue();
            call.cancel();
            assertThat(Talks.failure(call).code()).isEqualTo(ErrorCode.CANCELLED);
            await().atMost(Talks.PATIENCE).until(() -> !message.isWanted());
            Talks.answerOnly(message, "too late");
        }
        assertThat(conversation.isOpen()).isTrue();
    }

    @Test
    default void aFutureCancelledByItsHolderCancelsTheCall() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talks().talk(Limits.defaults(), held::add);
        Call call = Talks.call(conversation, "hello");
        try (IncomingMessage message = Talks.take(held)) {
            call.response().cancel(false);
            await().atMost(Talks.PATIENCE).until(() -> !message.isWanted());
        }
    }

    @Test
    default void aCallWithoutAnAnswerInTimeFailsAndIsAborted() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talks().talk(Limits.defaults(), held::add);
        Call call = conversation.beginCall(Duration.ofSeconds(5));
        call.sink().writeString("hello");
        call.send();
        try (IncomingMessage message = Talks.take(held)) {
            talks().time.advance(Duration.ofMillis(4999));
            assertThat(call.response()).isNotDone();
            talks().time.advance(Duration.ofMillis(1));
            assertThat(Talks.failure(call).code()).isEqualTo(ErrorCode.TIMEOUT);
            await().atMost(Talks.PATIENCE).until(() -> !message.isWanted());
        }
    }

    @Test
    default void aRequestThatItsCallerDiscardsIsNeverDispatched() throws Exception {
        AtomicInteger dispatched = new AtomicInteger();
        Conversation conversation = talks().talk(Talks.OUT_EARLY, message -> {
            dispatched.incrementAndGet();
            Talks.echoBytes(message);
        });
        Call call = conversation.beginCall(Talks.LONG);
        call.sink().writeBytes(new byte[Talks.LARGE / 2], 0, Talks.LARGE / 2);
        call.discard();
        ParleyException failure = Talks.failure(call);
        assertThat(failure.code().retry()).isEqualTo(ErrorCode.Retry.SAFE);
        Call next = conversation.beginCall(Talks.LONG);
        next.sink().writeInt(1);
        next.send();
        next.response().get(60, TimeUnit.SECONDS).close();
        assertThat(dispatched).hasValue(1);
    }

    @Test
    default void aDrainFinishesPendingCallsAndAcceptsNoNewOnes() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talks().talk(Limits.defaults(), held::add);
        Call underWay = Talks.call(conversation, "hello");
        IncomingMessage message = Talks.take(held);
        message.conversation().drain();
        await().atMost(Talks.PATIENCE).until(() -> !conversation.isOpen());
        assertThatThrownBy(() -> conversation.beginCall(Talks.LONG))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code().retry()).isEqualTo(ErrorCode.Retry.SAFE));
        assertThat(conversation.closed().toCompletableFuture()).isNotDone();
        Talks.answerOnly(message, "still answered");
        message.close();
        assertThat(Talks.read(underWay)).isEqualTo("still answered");
        conversation.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    default void aSessionThatIsOpenedAfterItsServiceWasDrainedIsDrainedToo() throws Exception {
        ParleyRuntime server = talks().runtime(Limits.defaults());
        Agreement agreement = talks().agreement(server, Limits.defaults());
        byte[] token = server.issue(agreement, "someone", null, Talks::echo);
        assertThat(server.drainAccepted().toCompletableFuture()).isCompleted();

        Conversation late = Talks.open(talks().runtime(Limits.defaults()), agreement, token);

        late.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(late.isOpen()).isFalse();
        assertThat(server.sessions()).isZero();
    }

    @Test
    default void aDrainedSideIsDoneOnlyOnceTheHandlersOfOneWayMessagesAre() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talks().talk(Limits.defaults(), held::add);
        OutgoingMessage oneWay = conversation.beginOneWay();
        oneWay.sink().writeString("work on this");
        oneWay.send();
        IncomingMessage message = Talks.take(held);
        Conversation accepted = message.conversation();
        accepted.drain();
        conversation.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(accepted.closed().toCompletableFuture()).isNotDone();
        assertThat(message.source().readString("text")).isEqualTo("work on this");
        message.close();
        accepted.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    default void aCloseDoesNotWaitForHandlers() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talks().talk(Limits.defaults(), held::add);
        Call call = Talks.call(conversation, "hello");
        try (IncomingMessage message = Talks.take(held)) {
            message.conversation().close(ErrorCode.CLOSED, "now");
            message.conversation().closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
            assertThat(Talks.failure(call).code().retry()).isEqualTo(ErrorCode.Retry.NEVER);
        }
    }

    @Test
    default void aCloseByThePeerReportsWhichCallsMayHaveBeenDispatched() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talks().talk(Talks.OUT_EARLY, held::add);
        Call dispatched = Talks.call(conversation, "hello");
        Call unsent = conversation.beginCall(Talks.LONG);
        unsent.sink().writeBytes(new byte[Talks.LARGE / 2], 0, Talks.LARGE / 2);
        try (IncomingMessage message = Talks.take(held)) {
            message.conversation().close(ErrorCode.CLOSED, "enough");
            ParleyException failure = Talks.failure(dispatched);
            assertThat(failure.code().retry()).isEqualTo(ErrorCode.Retry.NEVER);
            assertThat(failure).hasMessageContaining("may have been dispatched");
            assertThat(message.isWanted()).isFalse();
        }
        unsent.send();
        assertThat(Talks.failure(unsent).code().retry()).isEqualTo(ErrorCode.Retry.SAFE);
        conversation.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    default void aSilentPeerIsPingedAndASessionThatLivesStays() throws Exception {
        Conversation conversation = talks().talk(Limits.defaults(), Talks::echo);
        for (int i = 0; i < 8; i++) {
            long heard = conversation.traffic().framesIn();
            talks().time.advance(talks().untilPing());
            await().atMost(Talks.PATIENCE).until(() -> conversation.traffic().framesIn() > heard);
            // The frame that arrived may be the peer's own ping: the peer must have received one from this side, too,
            // before time is advanced.
            assertThat(Talks.ask(conversation, "there")).isEqualTo("there");
        }
        assertThat(conversation.isOpen()).isTrue();
    }
}
