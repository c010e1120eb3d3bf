package io.parley.cxf.binaries;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limit;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.negotiation.Mode;
import jakarta.jws.WebService;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests files that services of one bus relay to each other while they arrive. */
class RelayedFilesTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final int CALLERS = 30;
    private static final int HOPS = 8;
    private static final int LENGTH = 300_000;
    /** Small enough that each hop waits for the one before it several times. */
    private static final int CREDIT = 64 * 1024;

    private final Published published = new Published();
    private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);

    @AfterEach
    void stop() {
        callers.shutdownNow();
        published.close();
    }

    /** Relays to itself as often as the label has letters before the number. */
    @WebService(endpointInterface = "io.parley.cxf.binaries.Depot", targetNamespace = "urn:parley:test:depot")
    public static final class Relay extends DepotImpl {
        private volatile Depot next = this;

        @Override
        public String store(Parcel parcel) {
            return parcel.getLabel().startsWith("x")
                    ? next.store(Parcel.of(parcel.getLabel().substring(1), parcel.getFile()))
                    : super.store(parcel);
        }
    }

    @Test
    void moreRelaysAtATimeThanThereAreReadersAllEnd() throws Exception {
        Relay relay = new Relay();
        published.publishAny(relay, published.address(), SOAP11, feature());
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(published.serviceBus);
        factory.setServiceClass(Depot.class);
        factory.setAddress(published.address());
        factory.getFeatures().add(feature().mode(Mode.ALWAYS));
        Depot depot = factory.create(Depot.class);
        assertThat(depot.ignore(Parcel.of("open", null))).isEqualTo("open");
        relay.next = depot;
        String label = "x".repeat(HOPS) + LENGTH;
        List<Future<String>> stored = new ArrayList<>();

        for (int i = 0; i < CALLERS; i++) {
            stored.add(callers.submit(() -> depot.store(Parcel.of(label, GeneratedFile.of(LENGTH, "a/b")))));
        }

        for (Future<String> each : stored) {
            assertThat(each.get(50, TimeUnit.SECONDS)).startsWith(LENGTH + " ");
        }
    }

    private static ParleyFeature feature() {
        return Published.patient().limit(Limit.STREAM_CREDIT, CREDIT).limit(Limit.SIDES, 1024);
    }
}
