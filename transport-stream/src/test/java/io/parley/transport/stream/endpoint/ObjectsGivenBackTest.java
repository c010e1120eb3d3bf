package io.parley.transport.stream.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.endpoint.Contract;
import io.parley.endpoint.HandlerSet;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.CompressionTerm;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.ParleyRuntime;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the memory reserved for the objects of a message is released, whatever the outcome. */
@Timeout(60)
class ObjectsGivenBackTest {
    private static final Duration PATIENCE = Duration.ofSeconds(50);
    private static final int TEXTS = 20_000;
    private static final Contract CONTRACT = Contract.builder("urn:samples")
            .operation("count", Texts.class, Integer.class)
            .operation("zeros", Integer.class, Numbers.class)
            .build();

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final ParleyRuntime client = ParleyRuntime.builder().build();

    /** A list of many short texts. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Texts {
        List<String> text = new ArrayList<>();
    }

    /** An array, whose memory is reserved at once. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Numbers {
        double[] number = {};
    }

    @AfterEach
    void end() {
        over.countDown();
        client.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hhfr", "bnux", "tdxml", "xml"})
    void aCancelledCallHoldsNothingOnceItsHandlerEnded(String representation) throws Exception {
        try (ParleyRuntime server = ParleyRuntime.builder().build()) {
            Call call = call(open(server, Limits.defaults(), representation));
            begun.await();
            assertThat(server.objectBytes()).isPositive();

            call.cancel();
            over.countDown();

            awaitNothingHeld(server);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hhfr", "bnux", "tdxml", "xml"})
    void aCallOfALostSessionHoldsNothingOnceItsHandlerEnded(String representation) throws Exception {
        try (ParleyRuntime server = ParleyRuntime.builder().build()) {
            call(open(server, Limits.defaults(), representation));
            begun.await();
            assertThat(server.objectBytes()).isPositive();

            client.close();
            over.countDown();

            awaitNothingHeld(server);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hhfr", "bnux", "tdxml", "xml"})
    void aCallThatIsRefusedForWantOfMemoryHoldsNothing(String representation) throws Exception {
        Limits little = Limits.defaults().with(Limit.OBJECT_BYTES, 256 * 1024);
        try (ParleyRuntime server = ParleyRuntime.builder().limits(little).build()) {
            Call call = call(open(server, little, representation));

            assertThatThrownBy(() -> CONTRACT.streamer().response(call.await(), "count"))
                    .isInstanceOfSatisfying(ParleyException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.BUDGET);
                        assertThat(e.retry()).isEqualTo(ErrorCode.Retry.SAFE);
                    });

            awaitNothingHeld(server);
            assertThat(begun.getCount()).isEqualTo(1);
        }
    }

    /** The one limit applies to the response's objects, the other also to the buffers for its compressed form. */
    @ParameterizedTest
    @EnumSource(
            value = Limit.class,
            names = {"OBJECT_BYTES", "TOTAL_BYTES"})
    void anAnswerWithoutMemoryFailsItsCallAsOneThatWasDispatched(Limit limit) throws Exception {
        Limits little = Limits.defaults().with(limit, 512 * 1024);
        try (ParleyRuntime server = ParleyRuntime.builder().build();
                ParleyRuntime asking = ParleyRuntime.builder().limits(little).build()) {
            Conversation conversation = open(asking, server, Limits.defaults(), "hhfr", "gzip");
            Call call = CONTRACT.streamer().send(() -> conversation.beginCall("zeros", PATIENCE), "zeros", 1_000_000);

            assertThatThrownBy(() -> CONTRACT.streamer().response(call.await(), "zeros"))
                    .isInstanceOfSatisfying(ParleyException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.BUDGET);
                        assertThat(e.retry()).isNotEqualTo(ErrorCode.Retry.SAFE);
                    });

            await().untilAsserted(() -> assertThat(asking.objectBytes()).isZero());
        }
    }

    private void awaitNothingHeld(ParleyRuntime server) {
        await().untilAsserted(() -> {
            assertThat(server.objectBytes()).isZero();
            assertThat(client.objectBytes()).isZero();
        });
    }

    private Conversation open(ParleyRuntime server, Limits limits, String representation) throws Exception {
        return open(client, server, limits, representation, CompressionTerm.NONE);
    }

    private Conversation open(
            ParleyRuntime from, ParleyRuntime server, Limits limits, String representation, String compression)
            throws Exception {
        HandlerSet handlers = new HandlerSet(CONTRACT);
        handlers.add("count", true, Texts.class, (texts, session) -> count(texts));
        handlers.add("zeros", true, Integer.class, (count, session) -> zeros(count));
        Address any = new Address("127.0.0.1", 0);
        Address address = server.listen("stream", any, null).address();
        Agreement plain = CONTRACT.agreement(address, limits, representation);
        Agreement agreement = compression.equals(CompressionTerm.NONE) ? plain : plain.compressed(compression);
        byte[] token = server.issue(agreement, "test", null, handlers.build());
        return from.open(agreement, token, new byte[0], IncomingMessage::close)
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private static Numbers zeros(int count) {
        Numbers zeros = new Numbers();
        zeros.number = new double[count];
        return zeros;
    }

    private static Call call(Conversation conversation) {
        Texts texts = new Texts();
        texts.text = Collections.nCopies(TEXTS, "ab");
        return CONTRACT.streamer().send(() -> conversation.beginCall("count", PATIENCE), "count", texts);
    }

    private Integer count(Texts texts) {
        begun.countDown();
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return texts.text.size();
    }
}
