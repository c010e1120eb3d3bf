package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.client.ClientEndpoint;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.endpoint.MainSwitch;
import io.parley.cxf.service.ServiceEndpoint;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Refusal;
import io.parley.negotiation.ReplyKind;
import io.parley.peer.OfferReply;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.workqueue.AutomaticWorkQueueImpl;
import org.apache.cxf.workqueue.WorkQueueManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that the resources of a negotiation are created at the first offer: publishing and creating a proxy bind
 * nothing.
 */
class FirstOfferTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        threads.shutdownNow();
        published.close();
    }

    /** A work queue that holds its work until it is released. */
    private static final class HeldQueue extends AutomaticWorkQueueImpl {
        private final List<Runnable> held = new ArrayList<>();
        private boolean isOpen;

        HeldQueue() {
            super("default");
        }

        @Override
        public void execute(Runnable work) {
            synchronized (held) {
                if (!isOpen) {
                    held.add(work);
                    return;
                }
            }
            super.execute(work);
        }

        /** Runs the held work on this thread; returns the number of items. */
        int open() {
            synchronized (held) {
                isOpen = true;
            }
            held.forEach(Runnable::run);
            return held.size();
        }
    }

    private HeldQueue hold() {
        HeldQueue queue = new HeldQueue();
        published.serviceBus.getExtension(WorkQueueManager.class).addNamedWorkQueue("default", queue);
        return queue;
    }

    private ServiceEndpoint publish() {
        return ParleyStatus.state(published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature()))
                .orElseThrow();
    }

    private Offering offering() {
        return new Offering(
                published.address(),
                Capabilities.builder()
                        .representations("hhfr")
                        .channel(ChannelTerm.plain("stream"))
                        .build());
    }

    @Test
    void aServiceThatNobodyAsksBindsNothing() {
        ServiceEndpoint service = publish();
        WrappedStations plain = published.proxy(WrappedStations.class, SOAP11);

        assertThat(plain.echo("x")).isEqualTo("x");
        assertThat(service.modelIfBound()).isEmpty();
        assertThat(service.listening()).isEmpty();
        assertThat(ParleyStatus.soFar(service).parts()).isEmpty();
        assertThat(service.modelIfBound()).as("after its status was read").isEmpty();
    }

    @Test
    void theFirstOfferIsAnsweredAndItsCallStreams() {
        ServiceEndpoint service = publish();
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));

        assertThat(stations.echo("x")).isEqualTo("x");
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
        assertThat(service.modelIfBound()).isPresent();
    }

    @Test
    void aProxyBindsNothingBeforeItsFirstCall() throws Exception {
        publish();
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.AUTO));
        ClientEndpoint client = ParleyStatus.state(Published.client(stations)).orElseThrow();
        assertThat(client.modelIfBound()).isEmpty();

        assertThat(stations.echo("x")).isEqualTo("x");
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(stations.echo("y")).isEqualTo("y");
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
    }

    @Shows(Use.FIRST_OFFER)
    @Test
    void anEarlyOfferIsMadeAgainUntilTheServiceIsPrepared() throws Exception {
        HeldQueue queue = hold();
        publish();
        OfferReply early = offering().offeredOnce();
        assertThat(early.kind()).isEqualTo(ReplyKind.REFUSAL);
        assertThat(early.refusal()).extracting(Refusal::reason).isEqualTo(FallbackReason.PREPARING);

        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));
        Future<String> call = threads.submit(() -> stations.echo("x"));
        assertThat(queue.open()).as("works begun by two offers").isEqualTo(1);

        assertThat(call.get(60, TimeUnit.SECONDS)).isEqualTo("x");
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(1);
    }

    @Test
    void callsThatMustStreamWaitForThePreparationThatAnotherCallBegan() throws Exception {
        HeldQueue queue = hold();
        publish();
        AtomicInteger offers = new AtomicInteger();
        published.serviceBus.getInInterceptors().add(new AbstractPhaseInterceptor<>(Phase.RECEIVE) {
            @Override
            public void handleMessage(Message message) {
                offers.incrementAndGet();
            }
        });
        int millis = 1_200;
        WrappedStations stations = published.proxy(
                WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS).set("parley.negotiation-millis", millis));
        List<Future<String>> calls = List.of(
                threads.submit(() -> stations.echo("one")),
                threads.submit(() -> stations.echo("two")),
                threads.submit(() -> stations.echo("three")));
        long start = System.nanoTime();
        await().atMost(60, TimeUnit.SECONDS)
                .until(() ->
                        System.nanoTime() - start > TimeUnit.MILLISECONDS.toNanos(3L * millis) && offers.get() > 2);
        queue.open();

        for (Future<String> call : calls) {
            assertThat(call.get(60, TimeUnit.SECONDS)).isNotEmpty();
        }
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(3);
    }

    @Test
    void aServiceThatIsSwitchedOffSaysSoAndPreparesNothing() {
        ServiceEndpoint service = publish();
        MainSwitch.set(false);
        try {
            assertThat(offering().offeredOnce().refusal())
                    .extracting(Refusal::reason)
                    .isEqualTo(FallbackReason.SWITCHED_OFF);
        } finally {
            MainSwitch.set(true);
        }
        assertThat(service.modelIfBound()).isEmpty();
        assertThat(service.listening()).isEmpty();
    }

    @Test
    void anEndpointThatWasTakenDownIsNotPreparedAnyMore() throws Exception {
        HeldQueue queue = hold();
        ServiceEndpoint service = publish();
        Server server = published.server();
        assertThat(offering().offeredOnce().refusal())
                .extracting(Refusal::reason)
                .isEqualTo(FallbackReason.PREPARING);

        server.destroy();
        queue.open();

        service.prepared().toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(service.modelIfBound()).isEmpty();
    }
}
