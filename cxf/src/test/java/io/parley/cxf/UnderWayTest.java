package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.PatientReportsImpl;
import io.parley.cxf.services.Report;
import io.parley.cxf.services.Reports;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.continuations.Continuation;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.endpoint.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests long-running calls: suspended ones, and calls during which a proxy or bus is closed. */
class UnderWayTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    /** More calls than the service has threads. */
    private static final int MANY = 250;

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    /** Answers when released, and counts its calls. */
    public static final class Gated extends WrappedStationsImpl {
        final AtomicInteger begun = new AtomicInteger();
        final CountDownLatch go = new CountDownLatch(1);

        @Override
        public long waitFor(long millis) {
            begun.incrementAndGet();
            try {
                assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return millis;
        }
    }

    @Shows(Use.CONTINUATIONS)
    @Test
    void suspendedCallsHoldNoThreadAndAreAnsweredWhenResumed() throws Exception {
        PatientReportsImpl service = new PatientReportsImpl();
        published.publishAny(service, published.address(), SOAP11, new ParleyFeature());
        // Keeps the proxy reachable: a collected proxy closes its client.
        Reports reports = published.proxy(Reports.class, SOAP11, always());
        Client client = Published.client(reports);
        List<ClientCallback> calls = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            calls.add(begin(client, Report.of("r" + i, null)));
        }
        await().atMost(60, TimeUnit.SECONDS).until(() -> service.suspended().size() == MANY);

        service.meet(100);
        service.suspended().forEach(Continuation::resume);

        for (int i = 0; i < MANY; i++) {
            assertThat(answer(calls.get(i)).station).isEqualTo("resumed: r" + i);
        }
        assertThat(Published.status(reports).streamedCalls()).isEqualTo(MANY);
    }

    @Shows(Use.CONTINUATIONS)
    @Test
    void aSuspendedCallGoesOnWhenItsTimeIsOver() throws Exception {
        published.publishAny(new PatientReportsImpl(), published.address(), SOAP11, new ParleyFeature());
        // Keeps the proxy reachable: a collected proxy closes its client.
        Reports reports = published.proxy(Reports.class, SOAP11, always());
        Client client = Published.client(reports);

        assertThat(answer(begin(client, Report.of("impatient", null))).station).isEqualTo("timed out: impatient");
        assertThat(Published.status(reports).streamedCalls()).isEqualTo(1);
    }

    @Shows(Use.CONTINUATIONS)
    @Test
    void asynchronousMethodsOfAServiceAnswerFromTheirOwnThread() {
        published.publishAny(new PatientReportsImpl.Async(), published.address(), SOAP11, new ParleyFeature());
        Reports plain = published.proxy(Reports.class, SOAP11);
        Reports reports = published.proxy(Reports.class, SOAP11, always());
        Report broken = Report.of("broken", null);
        String overSoap = catchThrowable(() -> plain.file(broken)).getMessage();

        assertThat(reports.file(Report.of("a", null)).station).isEqualTo("later: a");
        assertThat(catchThrowable(() -> reports.file(broken)))
                .isInstanceOf(SOAPFaultException.class)
                .hasMessage(overSoap);
        assertThat(Published.status(reports).streamedCalls()).isEqualTo(2);
    }

    @Shows(Use.CLIENT_LIFE)
    @Test
    void closingProxiesLosesNoCallOfOthersAndTheLastOneReleasesTheSession() {
        Gated service = new Gated();
        Server server = published.publish(service, SOAP11, new ParleyFeature());
        WrappedStations one = published.proxy(WrappedStations.class, SOAP11, always());
        WrappedStations two = published.proxy(WrappedStations.class, SOAP11, always());
        assertThat(one.echo("x")).isEqualTo("x");
        assertThat(two.echo("x")).isEqualTo("x");
        CompletableFuture<Long> slow = underWay(two, service);

        Published.client(one).destroy();
        assertThat(two.echo("y")).as("the other proxy still has the session").isEqualTo("y");
        assertThat(messages(server)).as("on one session").isEqualTo(4);
        service.go.countDown();
        assertThat(slow).succeedsWithin(60, TimeUnit.SECONDS).isEqualTo(8L);
        Published.client(two).destroy();

        await().atMost(60, TimeUnit.SECONDS).until(() -> messages(server) == 0);
        assertThat(service.begun).hasValue(1);
    }

    /**
     * CXF dismantles its client, so the response cannot be received; over SOAP the call ends with its receive timeout.
     */
    @Test
    void aProxyThatIsClosedUnderItsOwnCallFailsAsOverSoapButAtOnce() throws Exception {
        Gated plain = new Gated();
        published.publishAny(plain, published.endpoint("plain"), SOAP11);
        WrappedStations bySoap = published.proxy(WrappedStations.class, published.endpoint("plain"), SOAP11);
        // Warms up the client, so that its receive timeout does not expire before the proxy is closed: that failure
        // differs.
        assertThat(bySoap.echo("x")).isEqualTo("x");
        Published.client(bySoap).getRequestContext().put("jakarta.xml.ws.client.receiveTimeout", "3000");
        Throwable overSoap = closedUnder(bySoap, plain);
        Gated service = new Gated();
        Server server = published.publish(service, SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, always());

        Throwable onTheStream = closedUnder(stations, service);

        assertThat(overSoap).isInstanceOf(ExecutionException.class);
        assertThat(onTheStream)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(overSoap.getCause().getClass());
        await().atMost(60, TimeUnit.SECONDS).until(() -> messages(server) == 0);
        assertThat(service.begun).hasValue(1);
    }

    /** Returns the failure of a call whose proxy is closed before the response. */
    private static Throwable closedUnder(WrappedStations stations, Gated service) {
        CompletableFuture<Long> slow = underWay(stations, service);
        Published.client(stations).destroy();
        service.go.countDown();
        return catchThrowable(() -> slow.get(60, TimeUnit.SECONDS));
    }

    @Shows(Use.CLIENT_LIFE)
    @Test
    void aServiceBusThatShutsDownEndsCallsUnderWayAndNoneIsMadeTwice() {
        Gated service = new Gated();
        published.publish(service, SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.patient());
        streams(stations);
        CompletableFuture<Long> slow = underWay(stations, service);

        CompletableFuture<Void> down = CompletableFuture.runAsync(() -> published.serviceBus.shutdown(true));
        Throwable failure =
                catchThrowable(() -> assertThat(slow.get(60, TimeUnit.SECONDS)).isEqualTo(8L));
        service.go.countDown();

        assertThat(down).succeedsWithin(60, TimeUnit.SECONDS);
        if (failure != null) {
            assertThat(failure).isInstanceOf(ExecutionException.class).hasStackTraceContaining("CONNECTION_LOST");
        }
        assertThat(service.begun).as("no call was made a second time").hasValue(1);
        assertThat(Published.status(stations).fallbacks()).doesNotContainKey(FallbackReason.GOING_AWAY);
    }

    @Shows(Use.CLIENT_LIFE)
    @Test
    void aClientBusThatShutsDownEndsItsCallsUnderWay() {
        Gated service = new Gated();
        published.publish(service, SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.patient());
        streams(stations);
        CompletableFuture<Long> slow = underWay(stations, service);

        published.clientBus.shutdown(true);

        Throwable failure = catchThrowable(() -> slow.get(60, TimeUnit.SECONDS));
        service.go.countDown();
        assertThat(failure).isInstanceOf(ExecutionException.class);
        assertThat(service.begun).as("no call was made a second time").hasValue(1);
    }

    /** Starts a call; returns once the service runs it. The response is 8. */
    private static CompletableFuture<Long> underWay(WrappedStations stations, Gated service) {
        CompletableFuture<Long> call = CompletableFuture.supplyAsync(() -> stations.waitFor(8));
        await().until(() -> service.begun.get() == 1);
        return call;
    }

    /** Returns the number of messages received over open sessions, 0 if there are none. */
    private static long messages(Server server) {
        return ParleyStatus.of(server).orElseThrow().traffic().messagesIn();
    }

    private static void streams(WrappedStations stations) {
        var context = Published.client(stations).getRequestContext();
        context.put("parley.mode", "always");
        assertThat(stations.echo("x")).isEqualTo("x");
        context.remove("parley.mode");
    }

    private static ClientCallback begin(Client client, Report report) throws Exception {
        ClientCallback callback = new ClientCallback();
        client.invoke(callback, "file", report);
        return callback;
    }

    private static Report answer(ClientCallback callback) throws Exception {
        return (Report) callback.get(60, TimeUnit.SECONDS)[0];
    }

    private static ParleyFeature always() {
        return Published.patient().mode(Mode.ALWAYS);
    }
}
