package io.parley.examples.soak;

import io.parley.cxf.ParleyEndpoints;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.jms.SoapQueue;
import io.parley.examples.hosting.Loopback;
import io.parley.negotiation.Mode;
import io.parley.runtime.RuntimeCounts;
import io.parley.testkit.FreePort;
import io.parley.transport.jms.BrokerAccess;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.jspecify.annotations.Nullable;

/**
 * CXF service and its proxies on one channel. Asynchronous calls are cancelled in each way that JAX-WS and CXF offer.
 */
final class CxfTalk implements Talk {
    private static final String RECEIVE_TIMEOUT = "jakarta.xml.ws.client.receiveTimeout";

    private final String name;
    private final ScheduledExecutorService timers;
    private final Work work = new Work();
    private final Bus serviceBus = Loopback.bus();
    private final String address;
    private final List<Feature> features;
    private final boolean timesOut;
    private Bus clientBus = Loopback.bus();
    private DeskClient desk;
    private int ways;

    private CxfTalk(
            String name, ScheduledExecutorService timers, String address, List<Feature> features, boolean timesOut) {
        this.name = name;
        this.timers = timers;
        this.address = address;
        this.features = features;
        this.timesOut = timesOut;
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(serviceBus);
        publisher.setServiceBean(new DeskService(work));
        publisher.setAddress(address);
        publisher.getFeatures().addAll(features);
        publisher.create();
        desk = open();
    }

    /** Returns a workload at an HTTP URL, with sessions on the given channel. */
    static CxfTalk http(String channel, ScheduledExecutorService timers) throws IOException {
        return new CxfTalk(
                "cxf " + channel,
                timers,
                "http://localhost:" + FreePort.find() + "/desk",
                List.of(feature().set("parley.channels", channel)),
                true);
    }

    /** Returns a workload on a queue. */
    static CxfTalk jms(String broker, String queue, ScheduledExecutorService timers) {
        SoapQueue carrier = SoapQueue.of(BrokerAccess.byUrl(broker), queue);
        // One-way messages on a queue are never streamed, so mode always is impossible.
        return new CxfTalk(
                "cxf jms", timers, carrier.address(), List.of(carrier, feature().mode(Mode.AUTO)), false);
    }

    private static ParleyFeature feature() {
        return new ParleyFeature().mode(Mode.ALWAYS).set("parley.negotiation-millis", 60_000);
    }

    private DeskClient open() {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(clientBus);
        factory.setServiceClass(DeskClient.class);
        factory.setAddress(address);
        factory.getFeatures().addAll(features);
        return factory.create(DeskClient.class);
    }

    private Client client() {
        return ClientProxy.getClient(desk);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void act(Random random, Tally tally) throws Exception {
        Chance chance = new Chance(random);
        switch (chance.deed()) {
            case CALLS -> new Calls(name, timers, chance, tally, false).makeAll(this::begin);
            case SUM -> {
                Figures figures = Figures.of(chance.figures());
                check(Arrays.equals(desk.add(figures).values, figures.sum().values), tally);
            }
            case PARCEL -> {
                byte[] bytes = chance.bytes();
                check(Arrays.equals(desk.send(Parcel.of(bytes)).read(), bytes), tally);
            }
            case NOTE -> {
                desk.note(Saying.of("note " + chance.text(), 0));
                tally.add(Tally.End.ONE_WAY);
            }
            case REFUSAL -> refuse(tally);
            case TIMEOUT -> timeOut(chance, tally);
            case INTERRUPTION -> interrupt(chance, tally);
            case RECONNECT -> {
                client().destroy();
                desk = open();
                tally.add(Tally.End.RECONNECTED);
            }
            case ABORT -> {
                Future<Saying> cutOff = desk.sayAsync(Saying.of("cut off", 2_000));
                clientBus.shutdown(false);
                cutOff.cancel(true);
                clientBus = Loopback.bus();
                desk = open();
                tally.add(Tally.End.ABORTED);
            }
        }
    }

    private Future<Saying> begin(Saying saying) throws Exception {
        return switch (ways++ % 3) {
            case 0 -> desk.sayAsync(saying);
            case 1 -> new Typed(desk.sayAsync(saying, answer -> {}));
            default -> {
                ClientCallback callback = new ClientCallback();
                client().invoke(callback, "say", saying);
                yield new Typed(callback);
            }
        };
    }

    private void check(boolean same, Tally tally) {
        if (same) {
            tally.add(Tally.End.ANSWERED);
        } else {
            tally.unexpected(name, "another answer than the right one");
        }
    }

    /**
     * Expects a refusal. CXF throws a SOAPFaultException if SAAJ is present, and another JAX-WS exception otherwise.
     */
    private void refuse(Tally tally) {
        try {
            desk.say(Saying.of(Saying.REFUSED, 0));
            tally.unexpected(name, "an answer to what is refused");
        } catch (WebServiceException e) {
            if (!(e.getCause() instanceof SoapFault fault) || !DeskService.NOT_SAID.equals(fault.getMessage())) {
                throw e;
            }
            tally.add(Tally.End.REFUSED);
        }
    }

    /** Expects a timeout. Skipped on a queue, where a call by SOAP has the timeout of the queue's settings. */
    private void timeOut(Chance chance, Tally tally) throws Exception {
        if (!timesOut) {
            new Calls(name, timers, chance, tally, false).makeAll(this::begin);
            return;
        }
        Map<String, Object> context = client().getRequestContext();
        context.put(RECEIVE_TIMEOUT, "100");
        try {
            desk.say(Saying.of("late", 2_000));
            tally.unexpected(name, "an answer before its time");
        } catch (RuntimeException e) {
            tally.add(Tally.End.TIMED_OUT);
        } finally {
            context.remove(RECEIVE_TIMEOUT);
        }
    }

    private void interrupt(Chance chance, Tally tally) {
        Saying saying = Saying.of(chance.text(), chance.pauseMillis(true));
        try (Interruption interruption = new Interruption(timers, chance.cancelMicros())) {
            check(saying.equals(desk.say(saying)), tally);
        } catch (RuntimeException e) {
            tally.add(Tally.End.CANCELLED);
        }
    }

    @Override
    public int sessions() {
        return ParleyEndpoints.sessions(serviceBus).sessions();
    }

    @Override
    public long reserved() {
        RuntimeCounts served = ParleyEndpoints.sessions(serviceBus);
        RuntimeCounts called = ParleyEndpoints.sessions(clientBus);
        return served.heldBytes() + served.objectBytes() + called.heldBytes() + called.objectBytes();
    }

    @Override
    public int working() {
        return work.working();
    }

    @Override
    public void close() {
        clientBus.shutdown(true);
        serviceBus.shutdown(true);
    }

    /** Future that converts the result of a callback's future to the response. */
    private record Typed(Future<?> future) implements Future<Saying> {
        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            return future.cancel(mayInterruptIfRunning);
        }

        @Override
        public boolean isCancelled() {
            return future.isCancelled();
        }

        @Override
        public boolean isDone() {
            return future.isDone();
        }

        @Override
        public Saying get() throws InterruptedException, ExecutionException {
            return saying(future.get());
        }

        @Override
        public Saying get(long timeout, TimeUnit unit)
                throws InterruptedException, ExecutionException, TimeoutException {
            return saying(future.get(timeout, unit));
        }

        private static Saying saying(@Nullable Object answer) {
            return (Saying) Objects.requireNonNull(answer instanceof Object[] all ? all[0] : answer);
        }
    }
}
