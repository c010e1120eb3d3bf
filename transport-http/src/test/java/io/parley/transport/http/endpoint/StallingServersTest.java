package io.parley.transport.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.negotiation.Mode;
import io.parley.testkit.StallingService;
import io.parley.testkit.StallingService.Stop;
import io.parley.transport.http.endpoint.Samples.Numbers;
import io.parley.transport.http.endpoint.Samples.Tick;
import io.parley.transport.http.endpoint.Samples.Total;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests services that begin to respond and then stall, with their connections open. */
class StallingServersTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final String XML = "text/xml; charset=utf-8";
    private static final String BEGIN = "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>";

    @ParameterizedTest
    @EnumSource(Stop.class)
    void aCallBySoapEndsWithItsTimeWhereverItsAnswerStalls(Stop stop) throws Exception {
        try (StallingService server = new StallingService(stop, XML, BEGIN);
                HttpEndpointClient client = client(server, Mode.NEVER)) {
            endsWithTimeout(() -> client.call("sum", Numbers.of(1), Total.class));
            await().atMost(PATIENCE).until(() -> server.givenUp() == 1);
        }
    }

    @ParameterizedTest
    @EnumSource(Stop.class)
    void aMessageBySoapEndsWithItsTimeWhereverItsAnswerStalls(Stop stop) throws Exception {
        try (StallingService server = new StallingService(stop, "text/html", "<html>");
                HttpEndpointClient client = client(server, Mode.NEVER)) {
            endsWithTimeout(() -> client.send("subscribe", Tick.of(1)));
            await().atMost(PATIENCE).until(() -> server.givenUp() == 1);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Stop.class,
            names = {"AFTER_HEAD", "IN_CHUNK"})
    void aNegotiationEndsWhereverItsAnswerStalls(Stop stop) throws Exception {
        try (StallingService server = new StallingService(stop, XML, BEGIN);
                HttpEndpointClient client = client(server, Mode.ALWAYS)) {
            Throwable failure = endOf(() -> client.call("sum", Numbers.of(1), Total.class, PATIENCE));
            assertThat(failure)
                    .isInstanceOfSatisfying(
                            ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.NEGOTIATION));
            await().atMost(PATIENCE).until(() -> server.givenUp() == 1);
        }
    }

    @Test
    void aCallThatMustStreamEndsWithItsTimeBeforeTheNegotiation() throws Exception {
        try (StallingService server = new StallingService(Stop.SILENT, XML, BEGIN);
                HttpEndpointClient client = client(server, Mode.ALWAYS)) {
            endsWithTimeout(() -> client.call("sum", Numbers.of(1), Total.class));
            endsWithTimeout(() -> client.send("subscribe", Tick.of(1)));
            assertThat(client.callAsync("sum", Numbers.of(1), Total.class))
                    .failsWithin(PATIENCE)
                    .withThrowableThat()
                    .withMessageContaining("NEGOTIATING");
            assertThat(server.requests()).as("one negotiation for all of them").isOne();
            assertThat(server.givenUp()).as("that is still in progress").isZero();
        }
    }

    private static HttpEndpointClient client(StallingService server, Mode mode) {
        return HttpEndpointClient.of(Samples.CONTRACT)
                .mode(mode)
                .timeout(TIMEOUT)
                .open(server.url());
    }

    private static void endsWithTimeout(ThrowingCallable call) {
        assertThat(endOf(call))
                .isInstanceOfSatisfying(
                        ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.TIMEOUT));
    }

    /**
     * Returns the failure of the call, which runs on a separate thread, so that one that never ends does not block the
     * test.
     */
    private static Throwable endOf(ThrowingCallable call) {
        CompletableFuture<Throwable> end = new CompletableFuture<>();
        Thread caller = new Thread(() -> end.complete(catchThrowable(call)));
        caller.setDaemon(true);
        caller.start();
        assertThat(end).succeedsWithin(PATIENCE);
        return end.join();
    }
}
