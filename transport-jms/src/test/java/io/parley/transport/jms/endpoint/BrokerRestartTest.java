package io.parley.transport.jms.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.ParleyException;
import io.parley.negotiation.Mode;
import io.parley.testkit.FreePort;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import io.parley.transport.jms.endpoint.Sums.Note;
import io.parley.transport.jms.endpoint.Sums.Numbers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a service and its client while their broker is stopped and started again. */
class BrokerRestartTest {
    private static final String QUEUE = "sums";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Test
    void bothSidesReturnWithTheirBroker(@TempDir Path folder) throws Exception {
        EmbeddedBroker.Builder builder = EmbeddedBroker.builder().folder(folder).queue(QUEUE);
        EmbeddedBroker broker = builder.start();
        BrokerAccess access = BrokerAccess.byUrl(broker.localUrl());
        BlockingQueue<String> notes = new LinkedBlockingQueue<>();
        try (JmsEndpoint endpoint = JmsEndpoint.serve(Sums.CONTRACT)
                        .on(Sums.SUM, Sums::sum)
                        .onMessage(Sums.NOTE, (note, session) -> notes.add(note.text))
                        .start(access, QUEUE);
                JmsEndpointClient client =
                        JmsEndpointClient.of(Sums.CONTRACT).mode(Mode.AUTO).open(access, QUEUE)) {
            assertThat(client.call(Sums.SUM, Numbers.of(1, 2), PATIENCE).value).isEqualTo(3);

            broker.close();
            assertThatThrownBy(() -> client.call(Sums.SUM, Numbers.of(1, 2), PATIENCE))
                    .isInstanceOf(ParleyException.class);

            broker = builder.start();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    client.call(Sums.SUM, Numbers.of(3, 4), Duration.ofSeconds(10)).value)
                            .isEqualTo(7));
            client.send(Sums.NOTE, Note.of("after"));
            assertThat(notes.poll(60, TimeUnit.SECONDS)).isEqualTo("after");
            assertThat(endpoint.counts().failed()).isZero();
        } finally {
            broker.close();
        }
    }

    /** The transaction of the request ended with the broker, so the request was not removed. */
    @Test
    void aRequestUnderWayWhenTheBrokerIsLostIsDeliveredAgainAndMarked(@TempDir Path folder) throws Exception {
        EmbeddedBroker.Builder builder = EmbeddedBroker.builder()
                .folder(folder)
                .bind("127.0.0.1", FreePort.find())
                .queue(QUEUE);
        EmbeddedBroker broker = builder.start();
        BrokerAccess access = BrokerAccess.byUrl(broker.url());
        BlockingQueue<String> notes = new LinkedBlockingQueue<>();
        CountDownLatch lost = new CountDownLatch(1);
        try (JmsEndpoint endpoint = JmsEndpoint.serve(Sums.CONTRACT)
                        .onMessage(Sums.NOTE, (note, session) -> {
                            notes.add(note.text + " " + session.isRedelivered());
                            awaitUninterrupted(lost);
                        })
                        .start(access, QUEUE);
                JmsEndpointClient client = JmsEndpointClient.of(Sums.CONTRACT).open(access, QUEUE)) {
            client.send(Sums.NOTE, Note.of("once"));
            assertThat(notes.poll(60, TimeUnit.SECONDS)).isEqualTo("once false");

            broker.close();
            lost.countDown();
            broker = builder.start();

            assertThat(notes.poll(60, TimeUnit.SECONDS)).isEqualTo("once true");
            EmbeddedBroker restarted = broker;
            await().atMost(PATIENCE).until(() -> restarted.waiting(QUEUE) == 0);
            assertThat(endpoint.counts().bySoap()).isGreaterThanOrEqualTo(2);
        } finally {
            broker.close();
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
