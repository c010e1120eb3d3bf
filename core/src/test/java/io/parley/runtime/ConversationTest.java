package io.parley.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two runtimes in one process, talking over the local channel. */
class ConversationTest {
    private final ParleyRuntime server = ParleyRuntime.builder().build();
    private final ParleyRuntime client = ParleyRuntime.builder().build();
    private Agreement agreement;

    @BeforeEach
    void listen() throws Exception {
        Listening listening = server.listen("local", new Address("here", 0), null);
        agreement = Agreement.byApi(
                "xml", "local", List.of(new HostPort("here", listening.address().port())), Limits.defaults(), "none");
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @Test
    void aCallIsAnswered() throws Exception {
        Conversation conversation = open(message -> {
            String question = message.source().readString("question");
            OutgoingMessage answer = message.beginResponse(false);
            answer.sink().writeString(question + "!");
            answer.send();
            message.close();
        });
        Call call = conversation.beginCall(Duration.ofSeconds(10));
        call.sink().writeString("hello");
        call.send();
        try (IncomingMessage answer = call.response().get(10, TimeUnit.SECONDS)) {
            assertThat(answer.kind()).isEqualTo(IncomingMessage.Kind.RESPONSE);
            assertThat(answer.source().readString("answer")).isEqualTo("hello!");
            answer.source().expectEnd("answer");
        }
    }

    @Test
    void aLargeMessageArrivesAsItWasSent() throws Exception {
        byte[] large = new byte[22_000_000];
        new Random(1).nextBytes(large);
        Conversation conversation = open(message -> {
            byte[] bytes = new byte[large.length];
            message.source().readBytes(bytes, 0, bytes.length);
            OutgoingMessage answer = message.beginResponse(false);
            answer.sink().writeBytes(bytes, 0, bytes.length);
            answer.send();
            message.close();
        });
        Call call = conversation.beginCall(Duration.ofSeconds(30));
        call.sink().writeBytes(large, 0, large.length);
        call.send();
        try (IncomingMessage answer = call.response().get(30, TimeUnit.SECONDS)) {
            byte[] bytes = new byte[large.length];
            answer.source().readBytes(bytes, 0, bytes.length);
            answer.source().expectEnd("answer");
            assertThat(bytes).isEqualTo(large);
        }
    }

    @Test
    void pingsAreAnsweredAndTimed() throws Exception {
        Conversation conversation = open(IncomingMessage::close);

        for (int i = 0; i < 20; i++) {
            Duration roundTrip = conversation.ping().toCompletableFuture().get(10, TimeUnit.SECONDS);
            assertThat(roundTrip).isPositive();
        }
    }

    @Test
    void aPingOfASessionThatIsOverFails() throws Exception {
        Conversation conversation = open(IncomingMessage::close);
        conversation.close(ErrorCode.CLOSED, "the test is done");

        assertThat(conversation.ping().toCompletableFuture())
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withCauseInstanceOf(ParleyException.class)
                .withMessageContaining("expected to be open");
    }

    private Conversation open(MessageHandler handler) throws Exception {
        byte[] token = server.issue(agreement, "someone", null, handler);
        return client.open(agreement, token, new byte[0], message -> message.close())
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
    }
}
