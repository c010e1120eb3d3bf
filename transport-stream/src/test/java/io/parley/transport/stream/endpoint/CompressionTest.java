package io.parley.transport.stream.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.endpoint.Contract;
import io.parley.endpoint.Streamer;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.transport.stream.endpoint.Samples.Numbers;
import io.parley.transport.stream.endpoint.Samples.Tick;
import io.parley.transport.stream.endpoint.Samples.Total;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests compressed messages over real sockets. */
class CompressionTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Contract CONTRACT = Contract.builder("urn:compression")
            .operation("twice", Numbers.class, Numbers.class)
            .operation("sum", Numbers.class, Total.class)
            .message("tell", Tick.class)
            .build();

    @ParameterizedTest
    @ValueSource(strings = {"zstd", "lz4", "gzip"})
    void requestsAndAnswersTravelCompressed(String compression) throws Exception {
        double[] numbers = steps(200_000);
        try (StreamEndpoint endpoint = endpoint(compression, Limits.defaults(), new LinkedBlockingQueue<>());
                Raw client = new Raw(endpoint.invite("test"))) {
            assertThat(client.twice(numbers)).isEqualTo(doubled(numbers));
            assertThat(client.conversation.traffic().bytesOut()).isBetween(1_000L, 800_000L);
            assertThat(client.conversation.traffic().bytesIn()).isBetween(1_000L, 800_000L);
            client.conversation.drain();
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(client.runtime.reservedBytes()).isZero());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"zstd", "lz4", "gzip"})
    void manyCallsSideBySideAreEachAnsweredRightly(String compression) throws Exception {
        BlockingQueue<Tick> told = new LinkedBlockingQueue<>();
        try (StreamEndpoint endpoint = endpoint(compression, Limits.defaults(), told);
                StreamClient client = StreamClient.of(CONTRACT).open(endpoint.invite("test"))) {
            List<CompletableFuture<Numbers>> answers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                answers.add(client.callAsync("twice", Numbers.of(steps(37 * i)), Numbers.class));
            }
            client.send("tell", Tick.of(7));
            for (int i = 0; i < answers.size(); i++) {
                assertThat(answers.get(i).get(60, TimeUnit.SECONDS).number)
                        .as("call %d", i)
                        .isEqualTo(doubled(steps(37 * i)));
            }
            Tick tick = told.poll(60, TimeUnit.SECONDS);
            assertThat(tick).isNotNull();
            assertThat(tick.number).isEqualTo(7);
        }
    }

    @Test
    void whatExpandsToMoreThanAMessageMayHoldIsRefusedAndTheSessionLivesOn() throws Exception {
        Limits small = Limits.defaults().with(Limit.MESSAGE_BYTES, 1 << 20);
        try (StreamEndpoint endpoint = endpoint("zstd", small, new LinkedBlockingQueue<>());
                Raw client = new Raw(endpoint.invite("test"))) {
            Call call = client.conversation.beginCall("sum", PATIENCE);
            assertThatThrownBy(() -> client.streamer.send(() -> call, "sum", Numbers.of(new double[1 << 18])))
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT));
            assertThat(client.twice(steps(1_000))).isEqualTo(doubled(steps(1_000)));
        }
    }

    @Test
    void shortMessagesAreHandledOnTheEventLoopAndCompressedOnesAreNot() throws Exception {
        List<String> threads = new CopyOnWriteArrayList<>();
        try (StreamEndpoint endpoint = StreamEndpoint.serve(CONTRACT)
                        .on("sum", Numbers.class, request -> {
                            threads.add(Thread.currentThread().getName());
                            return Samples.sum(request);
                        })
                        .nonBlocking("sum")
                        .compression("zstd")
                        .start(0);
                StreamClient client = StreamClient.of(CONTRACT).open(endpoint.invite("test"))) {
            client.call("sum", Numbers.of(1, 2), Total.class);
            client.call("sum", Numbers.of(new double[1_000]), Total.class);
        }
        assertThat(threads.get(0)).startsWith("parley-stream");
        assertThat(threads.get(1)).as("compressed").startsWith("parley-worker");
    }

    @Test
    void aCompressionThatIsNotThereIsRefusedByName() throws Exception {
        assertThatThrownBy(() ->
                        StreamEndpoint.serve(CONTRACT).compression("brotli").start(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("brotli")
                .hasMessageContaining("[delta, gzip, lz4, zstd]");
        try (StreamEndpoint endpoint = endpoint("none", Limits.defaults(), new LinkedBlockingQueue<>());
                StreamClient plain = StreamClient.of(CONTRACT).open(endpoint.invite("test"))) {
            assertThat(plain.isOpen()).isTrue();
            Invitation invitation = endpoint.invite("test");
            Invitation foreign = new Invitation(invitation.agreement().compressed("brotli"), invitation.token());
            assertThatThrownBy(() -> StreamClient.of(CONTRACT).open(foreign))
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NEGOTIATION));
        }
    }

    private static StreamEndpoint endpoint(String compression, Limits limits, BlockingQueue<Tick> told)
            throws IOException {
        return StreamEndpoint.serve(CONTRACT)
                .on("twice", Numbers.class, numbers -> Numbers.of(doubled(numbers.number)))
                .on("sum", Numbers.class, Samples::sum)
                .onMessage("tell", Tick.class, (tick, session) -> told.add(tick))
                .limits(limits)
                .compression(compression)
                .start(0);
    }

    private static double[] steps(int count) {
        double[] steps = new double[count];
        Arrays.setAll(steps, i -> Math.floorDiv(i, 64));
        return steps;
    }

    private static double[] doubled(double[] numbers) {
        return Arrays.stream(numbers).map(number -> 2 * number).toArray();
    }

    /** A client that exposes its session. */
    private static final class Raw implements AutoCloseable {
        private final ParleyRuntime runtime = ParleyRuntime.builder().build();
        private final Streamer streamer = CONTRACT.streamer();
        private final Conversation conversation;

        Raw(Invitation invitation) throws Exception {
            conversation = runtime.open(invitation.agreement(), invitation.token(), new byte[0], IncomingMessage::close)
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
        }

        double[] twice(double[] numbers) throws Exception {
            Call call = conversation.beginCall("twice", PATIENCE);
            streamer.send(() -> call, "twice", Numbers.of(numbers));
            IncomingMessage answer = call.response().get(60, TimeUnit.SECONDS);
            return ((Numbers) streamer.response(answer, "twice")).number;
        }

        @Override
        public void close() {
            runtime.close();
        }
    }
}
