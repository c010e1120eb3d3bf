package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.endpoint.Contract;
import io.parley.endpoint.EndpointClient;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.runtime.Conversation;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests calls in mode always whose node leaves while their request is written. */
class LeavingNodeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Contract CONTRACT = Contract.builder("urn:leaving")
            .operation("echo", Letter.class, String.class)
            .message("tell", Letter.class)
            .build();

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final AtomicInteger left = new AtomicInteger();
    private int times = 1;
    private HttpEndpoint node;
    private HttpEndpointClient client;

    /** The ways to make a call. */
    enum How {
        CALL {
            @Override
            void make(EndpointClient by, Letter letter) {
                assertThat(by.call("echo", letter, String.class)).isEqualTo("x");
            }
        },
        ASYNC {
            @Override
            void make(EndpointClient by, Letter letter) {
                assertThat(by.callAsync("echo", letter, String.class)
                                .orTimeout(60, TimeUnit.SECONDS)
                                .join())
                        .isEqualTo("x");
            }
        },
        SEND {
            @Override
            void make(EndpointClient by, Letter letter) {
                by.send("tell", letter);
            }
        };

        abstract void make(EndpointClient by, Letter letter);
    }

    @AfterEach
    void stop() {
        client.close();
        node.close();
    }

    @ParameterizedTest
    @EnumSource(How.class)
    void aCallThatItsNodeDidNotTakeIsMadeOnASessionWithTheNextNode(How how) throws IOException {
        open("stream");

        how.make(client, new Letter(this::leave));

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(seen).containsExactly("first", "x"));
        assertThat(left).hasValue(1);
        assertThat(client.channel()).contains("stream");
        assertThat(client.lastFallback()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(How.class)
    void aCallThatNoNodeTakesFailsAfterAFewSessions(How how) throws IOException {
        open("stream");
        times = Integer.MAX_VALUE;

        Throwable failure = catchThrowable(() -> how.make(client, new Letter(this::leave)));

        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        assertThat(cause)
                .isInstanceOfSatisfying(
                        ParleyException.class,
                        why -> assertThat(FallbackReason.of(why.code())).isEqualTo(FallbackReason.GOING_AWAY));
        assertThat(left).hasValue(3);
        assertThat(seen).containsExactly("first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "http"})
    void theOtherChannelsAreAlike(String channel) throws IOException {
        open(channel);

        How.CALL.make(client, new Letter(this::leave));

        assertThat(seen).containsExactly("first", "x");
        assertThat(client.channel()).contains(channel);
    }

    @ParameterizedTest
    @EnumSource(
            value = How.class,
            names = {"CALL"})
    void aCallWhoseTimeIsOverIsNotMadeAgain(How how) throws IOException {
        open("stream");
        Letter letter = new Letter(this::leave);

        Throwable failure = catchThrowable(() -> client.call("echo", letter, String.class, Duration.ofNanos(1)));

        assertThat(failure)
                .isInstanceOfSatisfying(
                        ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.TIMEOUT));
        assertThat(seen).containsExactly("first");
    }

    private void open(String channel) throws IOException {
        node = serve(0);
        client = HttpEndpointClient.of(CONTRACT)
                .mode(Mode.ALWAYS)
                .channels(channel)
                .open(node.url());
        assertThat(client.call("echo", new Letter(() -> "first"), String.class)).isEqualTo("first");
    }

    /** Replaces the node by another one at the same address, then returns the text of the letter. */
    private String leave() {
        if (left.get() < times) {
            left.incrementAndGet();
            Conversation session = Objects.requireNonNull(client.session());
            int port = node.url().getPort();
            node.close();
            await().atMost(PATIENCE).until(() -> !session.isOpen());
            try {
                node = serve(port);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return "x";
    }

    private HttpEndpoint serve(int port) throws IOException {
        return HttpEndpoint.serve(CONTRACT)
                .on("echo", Letter.class, letter -> {
                    seen.add(letter.getText());
                    return letter.getText();
                })
                .onMessage("tell", Letter.class, (letter, session) -> seen.add(letter.getText()))
                .start(port);
    }

    /** A text that is known when it is written. */
    @XmlAccessorType(XmlAccessType.PROPERTY)
    public static class Letter {
        private final Supplier<String> source;
        private String text;

        Letter() {
            this(() -> "");
        }

        Letter(Supplier<String> source) {
            this.source = source;
        }

        public String getText() {
            return text == null ? source.get() : text;
        }

        public void setText(String value) {
            text = value;
        }
    }
}
