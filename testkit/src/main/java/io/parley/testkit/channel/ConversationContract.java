package io.parley.testkit.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelProvider;
import io.parley.representation.Source;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Contract of a conversation over any channel. Extend it with the channel and the address to listen on. The time of the
 * runtimes stands still until a test advances it.
 */
public abstract class ConversationContract
        implements OpeningContract,
                FlowContract,
                RoomContract,
                LimitsContract,
                ArrivingContract,
                EndingContract,
                CancelContract,
                ResumeContract,
                OrderContract {
    /** Prefix of the names of the default worker threads. */
    private static final String WORKER = "parley-worker-";

    private @Nullable Talks talks;

    /** Returns the channel; one provider may serve all tests. */
    protected abstract ChannelProvider provider();

    /** Returns the address to listen on; port 0 if the channel can choose one. */
    protected abstract Address bindAddress();

    /**
     * Returns whether the full numbers of callers, messages and bytes are tried, which takes up to a minute; otherwise
     * an eighth of them. By default, the system property {@code parley.contracts} is {@code all}.
     */
    protected boolean isFull() {
        return "all".equals(System.getProperty("parley.contracts"));
    }

    @BeforeEach
    void begin() {
        talks = new Talks(provider(), bindAddress()).inFull(isFull());
    }

    @AfterEach
    void closeAll() throws Exception {
        talks().close();
    }

    @Override
    public Talks talks() {
        return Objects.requireNonNull(talks);
    }

    @Test
    void aCallIsAnswered() throws Exception {
        Conversation conversation = talks().talk(Limits.defaults(), Talks::echo);
        assertThat(Talks.ask(conversation, "hello")).isEqualTo("hello");
        assertThat(conversation.traffic().messagesOut()).isEqualTo(1);
        assertThat(conversation.traffic().messagesIn()).isEqualTo(1);
    }

    @Test
    void aHandlerRunsOnAWorker() throws Exception {
        Conversation conversation = talks().talk(Limits.defaults(), saysItsThread(false));
        assertThat(Talks.ask(conversation, "where?")).startsWith(WORKER);
    }

    @Test
    void aNonBlockingHandlerTakesMessagesOfOneFragmentWhereTheyCome() throws Exception {
        Conversation conversation = talks().talk(Limits.defaults(), saysItsThread(true));
        assertThat(Talks.ask(conversation, "where?")).doesNotStartWith(WORKER);
        assertThat(Talks.read(Talks.callBytes(conversation, Talks.LARGE / 20))).startsWith(WORKER);
    }

    private static MessageHandler saysItsThread(boolean nonBlocking) {
        return new MessageHandler() {
            @Override
            public void onMessage(IncomingMessage message) {
                Talks.answer(message, false, Thread.currentThread().getName());
            }

            @Override
            public boolean isNonBlocking() {
                return nonBlocking;
            }
        };
    }

    @Test
    void aFaultIsDistinguishedFromAResponse() throws Exception {
        Conversation conversation = talks().talk(Limits.defaults(), message -> Talks.answer(message, true, "sorry"));
        try (IncomingMessage answer =
                Talks.call(conversation, "hello").response().get(60, TimeUnit.SECONDS)) {
            assertThat(answer.kind()).isEqualTo(IncomingMessage.Kind.FAULT);
            assertThat(answer.source().readString("fault")).isEqualTo("sorry");
        }
    }

    @Test
    void contentOfOneFragmentIsReadBySourcesThatAreLentAndTheRestByItsOwn() throws Exception {
        Conversation conversation =
                talks().uncompressed().talk(Limits.defaults(), message -> Talks.answer(message, false, "sorry"));
        Source lent = Source.idle();
        for (int round = 0; round < 2; round++) {
            IncomingMessage answer =
                    Talks.call(conversation, "hello").response().get(60, TimeUnit.SECONDS);
            assertThat(answer.lendTo(lent)).isTrue();
            assertThat(lent.readByte()).isEqualTo(5);
            lent.close();
            assertThat(answer.lendTo(lent)).isTrue();
            assertThat(lent.readByte()).isEqualTo('s');
            lent.close();

            assertThat(answer.source().position()).isEqualTo(2);
            assertThat(answer.source().remaining()).isEqualTo(4);
            assertThat(answer.source().readByte()).isEqualTo('o');
            assertThat(answer.lendTo(lent)).as("it has a source of its own").isFalse();
            answer.close();
            answer.close();
        }
        IncomingMessage closed = Talks.call(conversation, "hello").response().get(60, TimeUnit.SECONDS);
        closed.dropContent();
        closed.close();
        assertThat(closed.lendTo(lent)).as("it is closed").isFalse();
    }

    @Test
    void pingsAreAnsweredOneAfterTheOther() throws Exception {
        Conversation conversation = talks().talk(Limits.defaults(), IncomingMessage::close);
        for (int i = 0; i < 20; i++) {
            assertThat(conversation.ping().toCompletableFuture().get(60, TimeUnit.SECONDS))
                    .isGreaterThanOrEqualTo(Duration.ZERO);
        }
    }

    @Test
    void theMaximumOfConcurrentPingsIsAnswered() throws Exception {
        Conversation conversation = talks().talk(Limits.defaults(), IncomingMessage::close);
        for (int round = 0; round < 20; round++) {
            List<CompletableFuture<Duration>> pings = IntStream.range(0, 16)
                    .mapToObj(i -> conversation.ping().toCompletableFuture())
                    .toList();
            for (CompletableFuture<Duration> ping : pings) {
                assertThat(ping.get(60, TimeUnit.SECONDS)).isGreaterThanOrEqualTo(Duration.ZERO);
            }
        }
    }

    @Test
    void aPingOfASessionThatIsOverFails() throws Exception {
        Conversation conversation = talks().talk(Limits.defaults(), IncomingMessage::close);
        conversation.close(ErrorCode.CLOSED, "the test is done");
        assertThat(conversation.ping().toCompletableFuture())
                .failsWithin(Talks.PATIENCE)
                .withThrowableThat()
                .withCauseInstanceOf(ParleyException.class)
                .withMessageContaining("expected to be open");
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
        Conversation conversation = talks().talk(Limits.defaults(), push, message -> {
            try (message) {
                atClient.add(message.source().readString("text"));
            }
        });
        OutgoingMessage message = conversation.beginOneWay();
        message.sink().writeString("from the client");
        message.send();
        assertThat(atServer.poll(60, TimeUnit.SECONDS)).isEqualTo("from the client");
        assertThat(atClient.poll(60, TimeUnit.SECONDS)).isEqualTo("from the server");
    }

    @Test
    void aRefusalReachesTheCallerWithItsCode() throws Exception {
        Conversation conversation = talks().talk(Limits.defaults(), message -> {
            message.refuse(ErrorCode.UNKNOWN_OPERATION, "no such operation");
            message.close();
        });
        ParleyException failure = Talks.failure(Talks.call(conversation, "hello"));
        assertThat(failure.code()).isEqualTo(ErrorCode.UNKNOWN_OPERATION);
        assertThat(failure).hasMessageContaining("no such operation");
        assertThat(Talks.failure(Talks.call(conversation, "again")).code()).isEqualTo(ErrorCode.UNKNOWN_OPERATION);
    }

    @Test
    void aHandlerThatThrowsIsNeverReportedAsNotDispatched() throws Exception {
        for (ErrorCode code : List.of(ErrorCode.BUDGET, ErrorCode.ENCODING)) {
            Conversation conversation = talks().talk(Limits.defaults(), message -> {
                throw new ParleyException(code, "its own reason");
            });
            ParleyException failure = Talks.failure(Talks.call(conversation, "hello"));
            assertThat(failure.code()).isEqualTo(code);
            assertThat(failure).hasMessageContaining("its own reason");
            assertThat(failure.retry()).isEqualTo(ErrorCode.Retry.NEVER);
        }
    }

    @Test
    void aFailureOfAnotherSessionIsNotAttributedToThisOne() throws Exception {
        Conversation conversation = talks().talk(Limits.defaults(), message -> {
            throw new ParleyException(ErrorCode.CONNECT_FAILED, "a service behind this one is away");
        });
        assertThat(Talks.failure(Talks.call(conversation, "hello")).code()).isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void aRequestThatIsClosedUnansweredFailsAtItsCaller() throws Exception {
        Conversation conversation = talks().talk(Limits.defaults(), IncomingMessage::close);
        assertThat(Talks.failure(Talks.call(conversation, "hello")).code()).isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void aResponseThatFailsHalfWayIsReplacedByAFault() throws Exception {
        Conversation conversation = talks().talk(Talks.OUT_EARLY, message -> {
            try (message) {
                OutgoingMessage response = message.beginResponse(false);
                response.sink().writeBytes(new byte[Talks.LARGE / 2], 0, Talks.LARGE / 2);
                response.discard();
                Talks.answerOnly(message, true, "sorry");
            }
        });
        try (IncomingMessage answer =
                Talks.call(conversation, "hello").response().get(60, TimeUnit.SECONDS)) {
            assertThat(answer.kind()).isEqualTo(IncomingMessage.Kind.FAULT);
            assertThat(answer.source().readString("fault")).isEqualTo("sorry");
            answer.source().expectEnd("fault");
        }
    }
}
