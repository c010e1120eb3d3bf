package io.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.ParleyFeature;
import io.parley.examples.hosting.Clients;
import io.parley.examples.hosting.ServiceHost;
import io.parley.examples.services.Concatenation;
import io.parley.examples.services.Summation;
import io.parley.testkit.FreePort;
import jakarta.jws.Oneway;
import jakarta.jws.WebService;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.feature.Feature;
import org.junit.jupiter.api.Test;

/** SOAP on one side, the stream on the other. */
class GatewayTest {

    /** Something that fails, and something that nobody answers. */
    @WebService
    public interface Desk {
        String fail(String why);

        @Oneway
        void note(String text);
    }

    /** Its service. */
    @WebService
    public static final class DeskService implements Desk {
        private final CountDownLatch noted = new CountDownLatch(1);

        @Override
        public String fail(String why) {
            throw new IllegalStateException(why);
        }

        @Override
        public void note(String text) {
            noted.countDown();
        }
    }

    @Test
    void plainSoapComesInAndTheStreamGoesOut() throws IOException {
        try (ServiceHost services = ServiceHost.start("localhost", 0, List.of(new ParleyFeature()));
                Gateway gateway = open(services.summation());
                Clients clients = new Clients()) {
            Summation summation = clients.create(Summation.class, atGateway(services.summation()), List.of());
            await().until(() -> {
                assertThat(summation.sum(new float[] {1, 2.5f})).isEqualTo(3.5f);
                return gateway.outgoing().streamedCalls() > 0;
            });
            assertThat(gateway.incoming().streamedCalls()).isZero();
        }
    }

    @Test
    void theStreamComesInAndPlainSoapGoesOut() throws IOException {
        List<Feature> plain = List.of();
        try (ServiceHost services = ServiceHost.start("localhost", 0, plain);
                Gateway gateway = open(services.concatenation());
                Clients clients = new Clients()) {
            Concatenation concatenation = clients.create(
                    Concatenation.class, atGateway(services.concatenation()), List.of(new ParleyFeature()));
            await().until(() -> {
                assertThat(concatenation.concatenate(List.of("a", "b"))).isEqualTo("ab");
                return gateway.incoming().streamedCalls() > 0;
            });
            assertThat(gateway.outgoing().streamedCalls()).isZero();
        }
    }

    @Test
    void faultsAndMessagesThatNobodyAnswersPassToo() throws Exception {
        DeskService desk = new DeskService();
        try (ServiceHost services = ServiceHost.start("localhost", 0, List.of())) {
            String address = services.publish("desk", at -> desk, List.of());
            try (Gateway gateway = open(address);
                    Clients clients = new Clients()) {
                Desk behind = clients.create(Desk.class, atGateway(address), List.of());
                assertThatThrownBy(() -> behind.fail("no such customer")).hasMessageContaining("no such customer");
                behind.note("done");
                assertThat(desk.noted.await(20, TimeUnit.SECONDS)).isTrue();
                assertThat(gateway.outgoing().streamedCalls()).isZero();
            }
        }
    }

    @Test
    void whatIsNoAddressIsNamed() {
        assertThat(CommandRun.of("proxy", "--listen", "1", "--to", "ftp://host/")
                        .err())
                .contains("expected an http or https address, found ftp://host/");
        assertThat(CommandRun.of("proxy", "--listen", "0", "--to", "http://host/")
                        .exitCode())
                .isEqualTo(2);
    }

    private int port;

    private Gateway open(String to) {
        port = FreePort.find();
        return Gateway.open(URI.create(atGateway(to)), URI.create(to), SOAPBinding.SOAP11HTTP_BINDING);
    }

    private String atGateway(String to) {
        return "http://localhost:" + port + URI.create(to).getPath();
    }
}
