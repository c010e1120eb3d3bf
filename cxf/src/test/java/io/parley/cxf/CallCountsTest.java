package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.parley.cxf.metrics.ChannelTag;
import io.parley.cxf.metrics.ParleyMeters;
import io.parley.cxf.services.StationException;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.interceptor.FIStaxInInterceptor;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.metrics.MetricsFeature;
import org.apache.cxf.metrics.micrometer.MicrometerMetricsProperties;
import org.apache.cxf.metrics.micrometer.MicrometerMetricsProvider;
import org.apache.cxf.metrics.micrometer.provider.DefaultExceptionClassProvider;
import org.apache.cxf.metrics.micrometer.provider.DefaultTimedAnnotationProvider;
import org.apache.cxf.metrics.micrometer.provider.StandardTags;
import org.apache.cxf.metrics.micrometer.provider.StandardTagsProvider;
import org.apache.cxf.metrics.micrometer.provider.jaxws.JaxwsOperationTagsCustomizer;
import org.apache.cxf.metrics.micrometer.provider.jaxws.JaxwsTags;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that each call of a client is counted once: as streamed, by SOAP, or as a failure that its caller sees. */
class CallCountsTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final int CALLS = 60;

    private final Published published = new Published();
    private final Patient service = new Patient();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private WrappedStations stations;
    private Client client;
    private int made;
    private int failed;
    private int cancelled;

    /** What happens to a call. */
    private enum Fate {
        ANSWERED,
        FAULT,
        ONE_WAY,
        TIMEOUT,
        CANCELLED,
        REFUSED,
        SESSION_OVER
    }

    @BeforeEach
    void start() {
        published.publishAny(service, published.address(), SOAP11, new ParleyFeature());
        stations = published.proxy(
                WrappedStations.class,
                SOAP11,
                Published.patient()
                        .mode(Mode.AUTO)
                        .set("parley.channels", "stream")
                        .set("parley.console", true));
        client = Published.client(stations);
        new MetricsFeature(new MicrometerMetricsProvider(
                        registry,
                        new StandardTagsProvider(new DefaultExceptionClassProvider(), new StandardTags()),
                        List.of(new JaxwsOperationTagsCustomizer(new JaxwsTags()), new ChannelTag()),
                        new DefaultTimedAnnotationProvider(),
                        new MicrometerMetricsProperties()))
                .initialize(client, published.clientBus);
        new ParleyMeters(published.clientBus).bindTo(registry);
    }

    @AfterEach
    void stop() {
        service.go.countDown();
        published.close();
    }

    @Timeout(120)
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void streamedCallsAndCallsBySoapAndFailuresAreAllCalls(long seed) throws Exception {
        Random random = new Random(seed);
        for (int call = 0; call < CALLS; call++) {
            Fate fate = Fate.values()[random.nextInt(Fate.values().length)];
            make(fate);
            if (random.nextInt(4) == 0) {
                stream();
            }
            assertThat(counted())
                    .as(
                            "seed %d, call %d, %s: %s",
                            seed, call, fate, Published.status(stations).fallbacks())
                    .isEqualTo(made - failed);
        }
        assertThat(Published.status(stations).streamedCalls()).isPositive();
        assertThat(Published.status(stations).fallbacks()).containsKey(FallbackReason.TERMS_CHANGED);
        assertThat(meters()).isEqualTo(made - failed);
        assertThat(timed()).as("calls in CXF's own meters").isEqualTo(made - cancelled);
    }

    private void make(Fate fate) throws Exception {
        made++;
        switch (fate) {
            case ANSWERED -> assertThat(stations.echo("x")).isEqualTo("x");
            case FAULT ->
                assertThat(catchThrowable(() -> stations.fail("checked"))).isInstanceOf(StationException.class);
            case ONE_WAY -> stations.tell("news");
            case TIMEOUT -> {
                stream();
                service.go = new CountDownLatch(1);
                client.getRequestContext().put(Message.RECEIVE_TIMEOUT, "50");
                assertThat(catchThrowable(() -> stations.waitFor(0))).isNotNull();
                client.getRequestContext().remove(Message.RECEIVE_TIMEOUT);
                failed++;
                service.go.countDown();
            }
            case CANCELLED -> {
                stream();
                service.go = new CountDownLatch(1);
                service.begun = new CountDownLatch(1);
                ClientCallback callback = new ClientCallback();
                client.invoke(callback, "waitFor", 0L);
                assertThat(service.begun.await(60, TimeUnit.SECONDS)).isTrue();
                callback.cancel(true);
                cancelled++;
                failed++;
                service.go.countDown();
            }
            case REFUSED -> {
                stream();
                List<Interceptor<? extends Message>> in =
                        published.server().getEndpoint().getInInterceptors();
                FIStaxInInterceptor bytes = new FIStaxInInterceptor();
                in.add(bytes);
                assertThat(stations.echo("x")).isEqualTo("x");
                in.remove(bytes);
            }
            case SESSION_OVER -> {
                published.server().destroy();
                published.publishAny(service, published.address(), SOAP11, new ParleyFeature());
                assertThat(stations.echo("x")).isEqualTo("x");
            }
        }
    }

    /** Makes a call that waits for a session. */
    private void stream() {
        client.getRequestContext().put("parley.mode", "always");
        assertThat(stations.echo("x")).isEqualTo("x");
        client.getRequestContext().remove("parley.mode");
        made++;
    }

    private long counted() {
        ParleyStatus status = Published.status(stations);
        return status.streamedCalls()
                + status.fallbacks().values().stream().mapToLong(count -> count).sum();
    }

    private double meters() {
        return registry.get(ParleyMeters.CALLS)
                        .tags("side", "client")
                        .functionCounter()
                        .count()
                + registry.get(ParleyMeters.FALLBACKS).functionCounters().stream()
                        .mapToDouble(each -> each.count())
                        .sum();
    }

    /** Returns the calls that CXF's own meters have, without those of negotiations. */
    private long timed() {
        return registry.find("cxf.client.requests").timers().stream()
                .filter(timer -> !"offer".equals(timer.getId().getTag("operation")))
                .mapToLong(Timer::count)
                .sum();
    }

    /** Waits for its release in one of its operations. */
    private static final class Patient extends WrappedStationsImpl {
        volatile CountDownLatch go = new CountDownLatch(1);
        volatile CountDownLatch begun = new CountDownLatch(1);

        @Override
        public long waitFor(long millis) {
            begun.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return millis;
        }
    }
}
