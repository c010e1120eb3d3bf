package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.MoreStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import io.parley.runtime.IncomingMessage;
import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/**
 * Tests asynchronous calls that the application cancels in each way CXF offers; the caller sees the same as with plain
 * CXF.
 */
class CancelledAsyncCallsTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int STREAMS = 4;
    private static final int CALLS = 100;
    private static final String LARGE = "large".repeat(600_000);

    private final Published published = new Published();
    private final Gated service = new Gated();
    private final AtomicInteger handled = new AtomicInteger();

    private final Logger chains = (Logger) LoggerFactory.getLogger(PhaseInterceptorChain.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void dispatchesUseTheClientsBus() {
        log.start();
        BusFactory.setThreadDefaultBus(published.clientBus);
    }

    @AfterEach
    void stop() {
        chains.detachAppender(log);
        service.go.countDown();
        BusFactory.clearDefaultBusForAnyThread(published.clientBus);
        published.close();
    }

    /** Holds a call until it is released, and detects that its caller gave up. */
    @WebService(
            targetNamespace = "urn:parley:test",
            serviceName = "WrappedStationsService",
            portName = "WrappedStationsPort",
            endpointInterface = "io.parley.cxf.services.WrappedStations")
    public static final class Gated extends WrappedStationsImpl {
        final AtomicInteger begun = new AtomicInteger();
        final AtomicInteger noticed = new AtomicInteger();
        final CountDownLatch go = new CountDownLatch(1);

        @Resource
        private WebServiceContext ofCall;

        @Override
        public String echo(String value) {
            if (value.startsWith("wait")
                    && ofCall.getMessageContext().get(IncomingMessage.class.getName())
                            instanceof IncomingMessage request) {
                request.onUnwanted(noticed::incrementAndGet);
            }
            begun.incrementAndGet();
            if (value.startsWith("wait")) {
                try {
                    assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return value;
        }
    }

    /** The object on which the application calls cancel. */
    enum Way {
        RESPONSE,
        FUTURE_WITH_HANDLER,
        CALLBACK,
        DISPATCHED_RESPONSE,
        DISPATCHED_WITH_HANDLER
    }

    /** The two kinds of client with which calls are made. */
    private record Caller(MoreStations stations, Dispatch<Source> dispatch) {}

    private Caller caller(String address, ParleyFeature... features) {
        QName port = new QName("urn:parley:test", "WrappedStationsPort");
        Service unknown = Service.create(new QName("urn:parley:test", "WrappedStationsService"));
        unknown.addPort(port, SOAP11, address);
        return new Caller(
                published.proxy(MoreStations.class, address, SOAP11, features),
                unknown.createDispatch(port, Source.class, Service.Mode.PAYLOAD, (WebServiceFeature[]) features));
    }

    private Future<?> begin(Caller caller, Way way, String value) throws Exception {
        AsyncHandler<Source> handler = answer -> handled.incrementAndGet();
        return switch (way) {
            case RESPONSE -> caller.stations().echoAsync(value);
            case FUTURE_WITH_HANDLER -> caller.stations().echoAsync(value, answer -> handled.incrementAndGet());
            case CALLBACK -> {
                ClientCallback callback = new ClientCallback();
                Published.client(caller.stations()).invoke(callback, "echo", value);
                yield callback;
            }
            case DISPATCHED_RESPONSE -> caller.dispatch().invokeAsync(payload(value));
            case DISPATCHED_WITH_HANDLER -> caller.dispatch().invokeAsync(payload(value), handler);
        };
    }

    private static Source payload(String value) {
        return new StreamSource(
                new StringReader("<t:echo xmlns:t='urn:parley:test'><value>" + value + "</value></t:echo>"));
    }

    /**
     * Returns what a caller sees of a call cancelled while the service worked, before and after the service finishes.
     */
    private String seen(Caller caller, Gated at, Way way) throws Exception {
        int before = at.begun.get();
        handled.set(0);
        Future<?> call = begin(caller, way, "wait");
        await().atMost(PATIENCE).until(() -> at.begun.get() > before);
        String cancelled = call.cancel(true) + " " + call.isCancelled() + " " + call.isDone() + " " + outcome(call);
        String again = call.cancel(true) + " " + outcome(call);
        return cancelled + ", again " + again + ", handled " + handled;
    }

    private static String outcome(Future<?> call) throws TimeoutException {
        try {
            return String.valueOf(call.get(60, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            return "" + e;
        } catch (ExecutionException e) {
            return "" + e.getCause();
        }
    }

    @Shows(Use.ASYNC_CANCELLED)
    @ParameterizedTest
    @EnumSource(Way.class)
    void whoCancelsSeesWhatHeSeesOverSoap(Way way) throws Exception {
        Gated plain = new Gated();
        published.publishAny(plain, published.endpoint("plain"), SOAP11);
        String overSoap = seen(caller(published.endpoint("plain")), plain, way);
        published.publish(service, SOAP11, Published.patient());
        Caller caller = caller(published.address(), Published.feature(Mode.ALWAYS));

        assertThat(seen(caller, service, way)).isEqualTo(overSoap);

        plain.go.countDown();
        service.go.countDown();
        assertThat(caller.stations().echo("after")).isEqualTo("after");
        assertThat(handled).as("nobody is called for what was cancelled").hasValue(0);
        assertThat(Published.status(caller.stations()).fallbacks()).isEmpty();
    }

    @Shows(Use.ASYNC_CANCELLED)
    @ParameterizedTest
    @EnumSource(Way.class)
    void theServiceNoticesAndItsWorkKeepsNobodyOut(Way way) throws Exception {
        published.publish(service, SOAP11, few(Published.patient()));
        Caller caller = caller(published.address(), few(Published.feature(Mode.ALWAYS)));
        for (int i = 1; i <= STREAMS; i++) {
            Future<?> call = begin(caller, way, "wait " + i);
            int working = i;
            await().atMost(PATIENCE).until(() -> service.begun.get() == working);
            assertThat(call.cancel(true)).isTrue();
            await().atMost(PATIENCE).until(() -> service.noticed.get() == working);
        }

        CompletableFuture<String> other =
                CompletableFuture.supplyAsync(() -> caller.stations().echo("y"));

        assertThat(other).succeedsWithin(PATIENCE).isEqualTo("y");
        service.go.countDown();
        assertThat(caller.stations().echo("z")).isEqualTo("z");
        assertThat(handled).hasValue(0);
        assertThat(Published.status(caller.stations()).fallbacks()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "http"})
    void callsCancelledAtAnyMomentLeaveRoomForALargeAnswer(String channel) throws Exception {
        published.publish(service, SOAP11, Published.patient().set("parley.channels", channel));
        Caller caller = caller(
                published.address(), Published.patient().mode(Mode.ALWAYS).set("parley.channels", channel));
        chains.addAppender(log);
        Random random = new Random(1);
        List<Future<?>> calls = new ArrayList<>();
        int withHandler = 0;
        for (int i = 0; i < CALLS; i++) {
            Way way = Way.values()[i % Way.values().length];
            int before = service.begun.get();
            Future<?> call = begin(caller, way, LARGE);
            withHandler += way == Way.FUTURE_WITH_HANDLER || way == Way.DISPATCHED_WITH_HANDLER ? 1 : 0;
            if (random.nextBoolean()) {
                await().pollInterval(Duration.ofMillis(1))
                        .atMost(PATIENCE)
                        .until(() -> service.begun.get() > before || call.isDone());
            }
            call.cancel(true);
            calls.add(call);
        }
        await().atMost(PATIENCE).until(() -> calls.stream().allMatch(Future::isDone));

        assertThat(caller.stations().echo(LARGE)).isEqualTo(LARGE);
        assertThat(handled).hasValueLessThanOrEqualTo(withHandler);
        assertThat(log.list)
                .as("warnings of what is no failure")
                .noneMatch(event -> event.getLevel().isGreaterOrEqual(Level.WARN));
        assertThat(Published.status(caller.stations()).fallbacks()).isEmpty();
    }

    @Test
    void aCallCancelledWhileItsRequestIsWrittenIsGivenUp() throws Exception {
        published.publish(service, SOAP11, Published.patient());
        Caller caller = caller(published.address(), Published.feature(Mode.ALWAYS));
        assertThat(caller.stations().echo("x")).isEqualTo("x");
        ClientCallback callback = new ClientCallback();
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        CompletableFuture<Void> invoked = CompletableFuture.runAsync(() -> {
            try {
                Published.client(caller.stations()).getOutInterceptors().add(new BeforeTheEnd(() -> {
                    writing.countDown();
                    assertThat(cancelled.await(60, TimeUnit.SECONDS)).isTrue();
                    return null;
                }));
                Published.client(caller.stations()).invoke(callback, "echo", "never sent");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(writing.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(callback.cancel(true)).isTrue();
        cancelled.countDown();

        assertThat(invoked).succeedsWithin(PATIENCE);
        Published.client(caller.stations()).getOutInterceptors().clear();
        assertThat(caller.stations().echo("y")).isEqualTo("y");
        assertThat(service.begun).as("calls that the service saw").hasValue(2);
    }

    @Test
    void aCallbackThatWasCancelledBeforeItsCallSendsNothing() throws Exception {
        published.publish(service, SOAP11, Published.patient());
        Caller caller = caller(published.address(), Published.feature(Mode.ALWAYS));
        assertThat(caller.stations().echo("x")).isEqualTo("x");
        ClientCallback callback = new ClientCallback();
        callback.cancel(true);

        Published.client(caller.stations()).invoke(callback, "echo", "never sent");

        assertThat(caller.stations().echo("y")).isEqualTo("y");
        assertThat(service.begun).as("calls that the service saw").hasValue(2);
        assertThat(outcome(callback)).contains("cancelled");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void cancellingWhatWasAnsweredChangesNothing(Way way) throws Exception {
        published.publish(service, SOAP11, Published.patient());
        Caller caller = caller(published.address(), Published.feature(Mode.ALWAYS));
        Future<?> call = begin(caller, way, "x");
        assertThat(call.get(60, TimeUnit.SECONDS)).isNotNull();
        assertThat(call.cancel(true)).isFalse();
        assertThat(call.isCancelled()).isFalse();
        assertThat(handled).hasValueLessThanOrEqualTo(1);
        assertThat(caller.stations().echo("y")).isEqualTo("y");
    }

    private static ParleyFeature few(ParleyFeature feature) {
        return feature.set("parley.limits.streams", STREAMS);
    }
}
