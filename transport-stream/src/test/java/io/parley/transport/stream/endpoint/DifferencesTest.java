package io.parley.transport.stream.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

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
import io.parley.transport.stream.endpoint.Samples.Total;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests calls that are sent as differences from earlier ones, over real sockets. */
class DifferencesTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Contract CONTRACT = Contract.builder("urn:differences")
            .operation("reverse", Numbers.class, Numbers.class)
            .operation("sum", Numbers.class, Total.class)
            .operation("length", String.class, Integer.class)
            .build();

    @Test
    void theSecondCallAndItsAnswerTravelAsDifferences() throws Exception {
        double[] numbers = new Random(1).doubles(10_000).toArray();
        try (StreamEndpoint endpoint = endpoint();
                Raw client = new Raw(endpoint.invite("test"))) {
            assertThat(client.reverse(numbers)).isEqualTo(reversed(numbers));
            long out = client.conversation.traffic().bytesOut();
            long in = client.conversation.traffic().bytesIn();
            assertThat(out).isGreaterThan(80_000);
            assertThat(in).isGreaterThan(80_000);
            for (int i = 0; i < 20; i++) {
                numbers[i * 17]++;
                assertThat(client.reverse(numbers)).isEqualTo(reversed(numbers));
            }
            assertThat(client.conversation.traffic().bytesOut() - out).isLessThan(20 * 200);
            assertThat(client.conversation.traffic().bytesIn() - in).isLessThan(20 * 200);
        }
    }

    /** Messages of up to a quarter of {@code parley.limits.delta-bytes} are kept; 1,000 numbers are 8,000 bytes. */
    @ParameterizedTest
    @CsvSource({"30000, false", "36000, true"})
    void whatIsLongerThanAQuarterOfTheLimitIsNotKept(long bytes, boolean isKept) throws Exception {
        Limits limits = Limits.defaults().with(Limit.DELTA_BYTES, bytes);
        double[] numbers = new Random(1).doubles(1_000).toArray();
        try (StreamEndpoint endpoint = service().limits(limits).start(0);
                Raw client = new Raw(endpoint.invite("test"))) {
            client.reverse(numbers);
            long out = client.conversation.traffic().bytesOut();
            numbers[7]++;
            client.reverse(numbers);

            long second = client.conversation.traffic().bytesOut() - out;
            assertThat(second < 1_000).isEqualTo(isKept);
        }
    }

    @Test
    void nothingStaysReservedWhenTheSessionIsOver() throws Exception {
        try (StreamEndpoint endpoint = endpoint()) {
            Raw client = new Raw(endpoint.invite("test"));
            client.reverse(new double[1_000]);
            assertThat(client.runtime.reservedBytes()).isGreaterThan(8_000);
            client.conversation.drain();
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(client.runtime.reservedBytes()).isZero());
            client.close();
        }
    }

    @Test
    void manyCallsSideBySideAreEachAnsweredRightly() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        double[] numbers = random.doubles(500).toArray();
        try (StreamEndpoint endpoint = endpoint();
                StreamClient client = StreamClient.of(CONTRACT).open(endpoint.invite("test"))) {
            List<CompletableFuture<Numbers>> answers = new ArrayList<>();
            List<double[]> expected = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                numbers = numbers.clone();
                numbers[random.nextInt(numbers.length)] = random.nextDouble();
                answers.add(client.callAsync("reverse", Numbers.of(numbers), Numbers.class));
                expected.add(reversed(numbers));
            }
            for (int i = 0; i < answers.size(); i++) {
                assertThat(answers.get(i).get(60, TimeUnit.SECONDS).number)
                        .as("seed %d, call %d", seed, i)
                        .isEqualTo(expected.get(i));
            }
        }
    }

    @Test
    void callsThatFailLeaveTheOthersAsTheyAre() throws Exception {
        double[] numbers = new Random(2).doubles(1_000).toArray();
        try (StreamEndpoint endpoint = endpoint();
                StreamClient client = StreamClient.of(CONTRACT).open(endpoint.invite("test"))) {
            for (int i = 0; i < 30; i++) {
                numbers[i]++;
                if (i % 3 == 0) {
                    double[] bad = numbers.clone();
                    bad[0] = Double.NaN;
                    assertThatThrownBy(() -> client.call("reverse", Numbers.of(bad), Numbers.class))
                            .isInstanceOf(ParleyException.class);
                }
                assertThat(client.call("reverse", Numbers.of(numbers), Numbers.class).number)
                        .isEqualTo(reversed(numbers));
            }
        }
    }

    @Test
    void shortMessagesThatAreNoDifferencesAreHandledOnTheEventLoop() throws Exception {
        List<String> threads = new CopyOnWriteArrayList<>();
        double[] numbers = new Random(3).doubles(1_000).toArray();
        try (StreamEndpoint endpoint = StreamEndpoint.serve(CONTRACT)
                        .on("sum", Numbers.class, request -> {
                            threads.add(Thread.currentThread().getName());
                            return Samples.sum(request);
                        })
                        .nonBlocking("sum")
                        .compression("delta")
                        .start(0);
                StreamClient client = StreamClient.of(CONTRACT).open(endpoint.invite("test"))) {
            client.call("sum", Numbers.of(1, 2), Total.class);
            client.call("sum", Numbers.of(numbers), Total.class);
            numbers[17]++;
            assertThat(client.call("sum", Numbers.of(numbers), Total.class).count)
                    .isEqualTo(1_000);
        }
        assertThat(threads.subList(0, 2)).allMatch(name -> name.startsWith("parley-stream"));
        assertThat(threads.get(2)).as("a difference").startsWith("parley-worker");
    }

    @Test
    void longAndShortMessagesGoAsTheyAre() throws Exception {
        String text = "twenty-two characters.".repeat(100_000);
        try (StreamEndpoint endpoint = endpoint();
                StreamClient client = StreamClient.of(CONTRACT).open(endpoint.invite("test"))) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.call("length", text, Integer.class)).isEqualTo(text.length());
                assertThat(client.call("sum", Numbers.of(1, 2), Total.class).value)
                        .isEqualTo(3);
            }
        }
    }

    private static StreamEndpoint endpoint() throws IOException {
        return service().start(0);
    }

    private static StreamEndpoint.Builder service() {
        return StreamEndpoint.serve(CONTRACT)
                .on("reverse", Numbers.class, numbers -> {
                    if (Double.isNaN(numbers.number[0])) {
                        throw new IllegalStateException("refused by the test");
                    }
                    return Numbers.of(reversed(numbers.number));
                })
                .on("sum", Numbers.class, Samples::sum)
                .on("length", String.class, String::length)
                .nonBlocking("sum")
                .compression("delta");
    }

    private static double[] reversed(double[] numbers) {
        double[] reversed = new double[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            reversed[i] = numbers[numbers.length - 1 - i];
        }
        return reversed;
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

        double[] reverse(double[] numbers) throws Exception {
            Call call = conversation.beginCall("reverse", PATIENCE);
            streamer.send(() -> call, "reverse", Numbers.of(numbers));
            IncomingMessage answer = call.response().get(60, TimeUnit.SECONDS);
            return ((Numbers) streamer.response(answer, "reverse")).number;
        }

        @Override
        public void close() {
            runtime.close();
        }
    }
}
