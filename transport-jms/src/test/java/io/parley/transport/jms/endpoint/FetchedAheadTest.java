package io.parley.transport.jms.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.testkit.FreePort;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests requests that wait on a queue behind one that is in work: no consumer fetches them ahead. */
class FetchedAheadTest {
    private static final String QUEUE = "waiting";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Deliveries after which a message is a dead letter. */
    private static final int DELIVERIES = 5;

    private final List<String> handled = new CopyOnWriteArrayList<>();
    private final Semaphore permits = new Semaphore(0);

    private JmsEndpoint.Builder service() {
        return JmsEndpoint.serve(Sums.CONTRACT).consumers(1).onMessage(Sums.NOTE, (note, session) -> {
            handled.add(note.text + (session.isRedelivered() ? " again" : ""));
            permits.acquireUninterruptibly();
        });
    }

    private void awaitHandled(String note, int times) {
        await().atMost(PATIENCE)
                .until(() ->
                        handled.stream().filter(each -> each.startsWith(note)).count() == times);
    }

    @Test
    void anIdleInstanceTakesWhatWaitsBehindABusyOne() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.builder().queue(QUEUE).start()) {
            BrokerAccess access = BrokerAccess.byUrl(broker.localUrl());
            try (JmsEndpointClient client = JmsEndpointClient.of(Sums.CONTRACT).open(access, QUEUE);
                    JmsEndpoint busy = service().start(access, QUEUE)) {
                client.send(Sums.NOTE, Sums.Note.of("slow"));
                await().atMost(PATIENCE).until(() -> handled.contains("slow"));
                client.send(Sums.NOTE, Sums.Note.of("next"));

                try (JmsEndpoint idle = service().start(access, QUEUE)) {
                    await().atMost(PATIENCE).until(() -> handled.stream().anyMatch(each -> each.startsWith("next")));
                    assertThat(busy.counts().bySoap() + idle.counts().bySoap()).isZero();
                    permits.release(2);
                    await().atMost(PATIENCE).until(() -> broker.waiting(QUEUE) == 0);
                }
            }
        }
    }

    /** Each loss would count as a delivery of all that was fetched, and after five they are dead letters. */
    @Test
    void messagesThatWaitLoseNoDeliveryWithTheBroker(@TempDir Path folder) throws Exception {
        EmbeddedBroker.Builder building =
                EmbeddedBroker.builder().folder(folder).queue(QUEUE).bind("127.0.0.1", FreePort.find());
        EmbeddedBroker broker = building.start();
        BrokerAccess access = BrokerAccess.byUrl(broker.url());
        try (JmsEndpointClient client = JmsEndpointClient.of(Sums.CONTRACT).open(access, QUEUE);
                JmsEndpoint endpoint = service().start(access, QUEUE)) {
            for (int i = 0; i <= DELIVERIES; i++) {
                client.send(Sums.NOTE, Sums.Note.of("note " + i));
            }
            for (int i = 0; i < DELIVERIES; i++) {
                awaitHandled("note " + i, 1);
                broker.close();
                permits.release();
                broker = building.start();
                awaitHandled("note " + i, 2);
                permits.release();
            }
            awaitHandled("note " + DELIVERIES, 1);
            permits.release();
            EmbeddedBroker last = broker;
            await().atMost(PATIENCE).until(() -> last.waiting(QUEUE) == 0);

            assertThat(last.waiting(EmbeddedBroker.DEAD_LETTERS)).isZero();
            assertThat(endpoint.counts().bySoap()).isEqualTo(2 * DELIVERIES + 1);
        } finally {
            permits.release(1_000);
            broker.close();
        }
    }
}
