package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.endpoint.negotiated.EndpointTerms;
import io.parley.endpoint.negotiated.NegotiatedClient;
import io.parley.endpoint.negotiated.NegotiatedClientBuilder;
import io.parley.endpoint.negotiated.NegotiatedService;
import io.parley.endpoint.negotiated.SoapCaller;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Negotiator;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Reliability;
import io.parley.negotiation.ReplyKind;
import io.parley.negotiation.ServiceAddress;
import io.parley.negotiation.Token;
import io.parley.peer.CredentialsIdentity;
import io.parley.peer.OfferReply;
import io.parley.peer.SessionKey;
import io.parley.runtime.Conversation;
import io.parley.runtime.ParleyRuntime;
import io.parley.testkit.FakeTimers;
import io.parley.transport.http.endpoint.Samples.Numbers;
import io.parley.transport.http.endpoint.Samples.Total;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a client whose service answers its offers, and does not open their sessions. */
class FailedOpeningTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final EndpointTerms TERMS =
            new EndpointTerms(Samples.CONTRACT, Limits.defaults(), List.of("hhfr"), "none", Reliability.NONE);

    private final FakeTimers time = new FakeTimers();
    private final AtomicInteger offers = new AtomicInteger();

    @ParameterizedTest
    @CsvSource({"GOING_AWAY, 1", "CLOSED, 1", "TERMS_CHANGED, 1", "CONNECT_FAILED, 30", "DIGEST_MISMATCH, 3600"})
    void theTimeUntilTheNextOfferFollowsTheReason(ErrorCode why, int seconds) {
        try (Client client = client(Mode.AUTO, why)) {
            call(client);
            await().atMost(PATIENCE).until(() -> {
                call(client);
                return client.lastFallback().equals(Optional.of(FallbackReason.of(why)));
            });

            time.advance(Duration.ofSeconds(seconds).minusMillis(1));
            call(client);
            assertThat(offers).hasValue(1);

            time.advance(Duration.ofMillis(1));
            call(client);
            await().atMost(PATIENCE).until(() -> offers.get() == 2);
        }
    }

    @ParameterizedTest
    @CsvSource({"GOING_AWAY, 3", "TERMS_CHANGED, 3", "CONNECT_FAILED, 1", "TOKEN_REFUSED, 1"})
    void inModeAlwaysACallAsksAServiceThatIsLeavingAFewTimes(ErrorCode why, int expected) {
        try (Client client = client(Mode.ALWAYS, why)) {
            assertThatThrownBy(() -> call(client))
                    .isInstanceOf(ParleyException.class)
                    .hasMessageContaining(FallbackReason.of(why).name());
            assertThat(offers).hasValue(expected);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"GOING_AWAY"})
    void aCallWhoseTimeIsOverAsksNoMore(ErrorCode why) {
        try (Client client = client(Mode.ALWAYS, why)) {
            assertThatThrownBy(() -> client.call("sum", Numbers.of(1), Total.class, Duration.ofNanos(1)))
                    .isInstanceOfSatisfying(
                            ParleyException.class,
                            late -> assertThat(late.code()).isEqualTo(ErrorCode.TIMEOUT));
            await().atMost(PATIENCE).until(() -> offers.get() == 1);
        }
    }

    private static void call(Client client) {
        client.call("sum", Numbers.of(1), Total.class);
    }

    private Client client(Mode mode, ErrorCode why) {
        Builder builder = new Builder().mode(mode).timers(time);
        SessionKey key = SessionKey.of(
                "",
                "http://service.example/",
                new QName("urn:samples", ""),
                CredentialsIdentity.none(),
                SessionKey.NO_TLS);
        return new Client(
                builder, new NegotiatedClient.Reached(key, new Soap(), new NeverOpen(why), List.of("stream")));
    }

    private static final class Builder extends NegotiatedClientBuilder<Builder> {
        Builder() {
            super(Samples.CONTRACT);
        }

        @Override
        protected Builder self() {
            return this;
        }
    }

    private static final class Client extends NegotiatedClient {
        Client(Builder from, Reached reached) {
            super(from, ParleyRuntime.builder().build(), reached);
        }
    }

    private static final class Soap implements SoapCaller {
        @Override
        public Object call(String operation, Object request, Duration within) {
            return new Total();
        }

        @Override
        public void send(String operation, Object value, Duration within) {}
    }

    /** Agrees to each offer, and opens no session. */
    private final class NeverOpen implements NegotiatedService {
        private final ErrorCode why;

        NeverOpen(ErrorCode why) {
            this.why = why;
        }

        @Override
        public String name() {
            return "service.example";
        }

        @Override
        public ServiceAddress address() {
            return ServiceAddress.of("http://service.example/");
        }

        @Override
        public ChannelSecurity security(String channel) {
            return ChannelSecurity.NONE;
        }

        @Override
        public Attempt begin() {
            return new Attempt() {
                @Override
                public Replied offer(Offer offer, Duration within) {
                    offers.incrementAndGet();
                    Answer answer = Negotiator.answer(
                                    offer,
                                    TERMS.capabilities()
                                            .channel(new ChannelTerm(
                                                    "stream",
                                                    ChannelSecurity.NONE,
                                                    List.of(new HostPort("service.example", 1)),
                                                    ""))
                                            .build(),
                                    "answer")
                            .fold(found -> found.withToken(Token.of(new byte[32])), refusal -> {
                                throw new AssertionError(refusal);
                            });
                    return new Replied(new OfferReply(ReplyKind.ANSWER, answer, null, ""), 1, 1);
                }

                @Override
                public CompletionStage<Conversation> open(Agreement agreement, Answer answer) {
                    return CompletableFuture.failedFuture(new ParleyException(why, "not open"));
                }
            };
        }
    }
}
