package io.parley.cxf.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parley.Limits;
import io.parley.testkit.StallingService;
import io.parley.testkit.StallingService.Stop;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a WSDL whose transfer starts and then stalls. */
class StallingWsdlTest {
    private final Bus bus = new CXFBusFactory().createBus();

    @AfterEach
    void stop() {
        bus.shutdown(true);
    }

    @ParameterizedTest
    @EnumSource(Stop.class)
    void readingEndsWithItsTime(Stop stop) throws Exception {
        try (StallingService server = new StallingService(stop, "text/xml", "<definitions>")) {
            String place = server.url() + "service?wsdl";
            CompletableFuture<Throwable> end = new CompletableFuture<>();
            Thread reader = new Thread(() -> end.complete(
                    catchThrowable(() -> WsdlDescription.read(bus, place, Limits.defaults(), Duration.ofSeconds(1)))));
            reader.setDaemon(true);
            reader.start();

            assertThat(end).succeedsWithin(Duration.ofSeconds(20));
            assertThat(end.join()).isInstanceOf(IOException.class).hasMessageContaining(place);
        }
    }
}
