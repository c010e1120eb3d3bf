package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How many calls that came by streams a bus runs at a time. */
class ManyAtOnceTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final int THREADS = 64;

    private final Published published = new Published();
    private final ExecutorService callers = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        callers.shutdownNow();
        published.close();
    }

    /** Answers when as many callers are inside as there are to be threads. */
    public static final class Crowded extends WrappedStationsImpl {
        private final CountDownLatch all = new CountDownLatch(THREADS);

        @Override
        public String echo(String value) {
            if (value.equals("warm")) {
                return value;
            }
            all.countDown();
            try {
                return all.await(60, TimeUnit.SECONDS) ? value : "alone";
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return "interrupted";
            }
        }
    }

    @Test
    void serviceChainsHaveAllTheThreadsOfTheirQueue() throws Exception {
        published.publish(new Crowded(), SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));
        assertThat(stations.echo("warm")).isEqualTo("warm");

        List<Future<String>> answers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            answers.add(callers.submit(() -> stations.echo("x")));
        }

        for (Future<String> answer : answers) {
            assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("x");
        }
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(THREADS + 1);
    }
}
