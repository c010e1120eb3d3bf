package io.parley.cxf.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.Limits;
import io.parley.binding.Accessors;
import io.parley.cxf.Published;
import io.parley.cxf.model.EndpointModel;
import io.parley.cxf.services.WrappedStations;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.endpoint.Endpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that one of several concurrent callers derives a model, and that the work stops if no caller needs it any more.
 */
class LazyModelTest {
    private final Published published = new Published();
    private final Endpoint endpoint = Published.client(
                    published.proxy(WrappedStations.class, SOAPBinding.SOAP11HTTP_BINDING))
            .getEndpoint();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger derivations = new AtomicInteger();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final LazyModel model = new LazyModel(this::derive);

    @AfterEach
    void close() {
        released.countDown();
        threads.shutdownNow();
        published.close();
    }

    private LazyModel.Derived derive(Runnable check) {
        derivations.incrementAndGet();
        begun.countDown();
        try {
            assertThat(released.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        check.run();
        Limits limits = Limits.defaults();
        return new LazyModel.Derived(EndpointModel.of(endpoint, limits, Accessors.initial()), limits);
    }

    @Test
    void twoWhoAskAtOnceHaveOneModel() throws Exception {
        Future<EndpointModel> one = threads.submit(model::get);
        Future<EndpointModel> other = threads.submit(model::get);
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(model.ifDerived()).isNull();
        released.countDown();

        assertThat(other.get(60, TimeUnit.SECONDS)).isSameAs(one.get(60, TimeUnit.SECONDS));
        assertThat(derivations).hasValue(1);
    }

    @Test
    void abandonedWorkEndsAndWhoAsksLaterBeginsAnew() throws Exception {
        Future<EndpointModel> work = threads.submit(model::get);
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        model.cancel();
        released.countDown();

        assertThatThrownBy(() -> work.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(CancellationException.class);
        assertThat(model.ifDerived()).isNull();
        assertThat(model.get()).isNotNull();
        assertThat(derivations).hasValue(2);
    }

    @Test
    void workThatFailedIsTriedAgain() {
        released.countDown();
        LazyModel failing = new LazyModel(check -> {
            if (derivations.get() == 0) {
                derivations.incrementAndGet();
                throw new IllegalStateException("not now");
            }
            return derive(check);
        });

        assertThatThrownBy(failing::get).hasMessage("not now");
        assertThat(failing.get()).isNotNull();
    }
}
