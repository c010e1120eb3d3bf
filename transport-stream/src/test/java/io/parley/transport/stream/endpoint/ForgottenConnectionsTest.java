package io.parley.transport.stream.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Reliability;
import io.parley.transport.stream.Relay;
import io.parley.transport.stream.endpoint.Samples.Numbers;
import io.parley.transport.stream.endpoint.Samples.Total;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests sessions behind a NAT that drops their connections from its table. */
class ForgottenConnectionsTest {
    private static final int TIMES = 30;

    @Test
    void eachCallIsAnsweredHoweverOftenItsConnectionIsForgotten() throws Exception {
        long seed = System.nanoTime();
        System.out.println("connections are forgotten by the seed " + seed);
        Random random = new Random(seed);
        ScheduledExecutorService forgetting = Executors.newSingleThreadScheduledExecutor();
        try (StreamEndpoint endpoint = StreamEndpoint.serve(Samples.CONTRACT)
                        .on("sum", Numbers.class, Samples::sum)
                        .resumable()
                        .start(0);
                Relay nat = new Relay(new Address("127.0.0.1", endpoint.port()));
                StreamClient client = through(nat, endpoint)) {
            AtomicInteger forgotten = new AtomicInteger();
            forgetAgain(nat, random, forgetting, forgotten);
            int calls = 0;
            while (forgotten.get() < TIMES) {
                assertThat(client.call("sum", Numbers.of(calls, 1), Total.class).value)
                        .isEqualTo(calls + 1);
                calls++;
            }
        } finally {
            forgetting.shutdownNow();
        }
    }

    private static void forgetAgain(Relay nat, Random random, ScheduledExecutorService timer, AtomicInteger forgotten) {
        var unused = timer.schedule(
                () -> {
                    nat.forget();
                    forgotten.incrementAndGet();
                    forgetAgain(nat, random, timer, forgotten);
                },
                20 + random.nextInt(150),
                TimeUnit.MILLISECONDS);
    }

    private static StreamClient through(Relay nat, StreamEndpoint endpoint) {
        Agreement there =
                Samples.CONTRACT.agreement(nat.address(), Limits.defaults()).reliable(Reliability.RESUME);
        return StreamClient.of(Samples.CONTRACT)
                .timeout(Duration.ofSeconds(30))
                .keepAlive(Duration.ofMillis(400))
                .open(Invitation.of(there, endpoint.invite("test").token()));
    }
}
