package io.parley.examples.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.conformance.raw.RawClient.Agreed;
import io.parley.conformance.raw.RawFrameType;
import io.parley.conformance.raw.RawSession;
import io.parley.conformance.raw.RefusedException;
import io.parley.cxf.ParleyFeature;
import io.parley.testkit.FreePort;
import jakarta.jws.WebService;
import java.net.URI;
import java.util.List;
import java.util.Queue;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs the tests against a CXF service, with a client written from the pages; its sessions can be resumed. */
class RawClientOfServiceTest extends RawClientTest {
    private static final int TOKEN_REFUSED = 5;

    private final String address = "http://localhost:" + FreePort.find() + "/sums";
    private Bus bus;

    @BeforeEach
    void serve() {
        bus = BusFactory.newInstance().createBus();
        BusFactory.clearDefaultBusForAnyThread(bus);
        JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
        publisher.setBus(bus);
        publisher.setServiceBean(new Summing(notes));
        publisher.setAddress(address);
        publisher
                .getFeatures()
                .add(new ParleyFeature()
                        .set("parley.bind", "localhost")
                        .set("parley.reliability", "resume")
                        .set("parley.representations", "hhfr,bnux,xml"));
        publisher.create();
    }

    @AfterEach
    void close() {
        bus.shutdown(true);
    }

    @Override
    URI url() {
        return URI.create(address);
    }

    @Override
    String endpoint() {
        return "{urn:raw}SummingPort";
    }

    @Test
    void aSessionGoesOnOnAnotherConnectionAndLosesNothing() throws Exception {
        Agreed agreed = client().negotiate(List.of("hhfr"), List.of("resume", "none"));
        assertThat(agreed.answer().one("reliability")).isEqualTo("resume");
        try (RawSession session = client().open(agreed)) {
            session.oneWay(Sums.note(agreed, "before"));
            byte[] old = session.secret();
            session.resume();
            assertThat(session.secret()).isNotEqualTo(old);
            assertThat(Sums.answer(
                                    agreed,
                                    session.call(Sums.request(agreed, 1, 2)).content())
                            .value())
                    .isEqualTo(3);
            int lost = session.loseAndResume(Sums.request(agreed, 5));
            assertThat(Sums.answer(agreed, session.await(lost).content()).value())
                    .isEqualTo(5);
            session.oneWay(Sums.note(agreed, "behind"));
            session.ping(1);
            await().untilAsserted(() -> assertThat(notes).containsExactly("before", "behind"));
            assertThat(session.drain()).isEqualTo(12);
        }
    }

    @Test
    void anOldSecretOpensNothingAndEndsNothing() throws Exception {
        Agreed agreed = client().negotiate(List.of("hhfr"), List.of("resume"));
        try (RawSession session = client().open(agreed)) {
            byte[] first = session.secret();
            session.resume();
            session.call(Sums.request(agreed, 1));
            session.resume();
            session.call(Sums.request(agreed, 1));
            session.close();
            byte[] newest = session.secret();
            assertThatThrownBy(() -> session.reconnect(first))
                    .isInstanceOfSatisfying(
                            RefusedException.class, e -> assertThat(e.code()).isEqualTo(TOKEN_REFUSED));
            session.reconnect(newest);
            assertThat(session.call(Sums.request(agreed, 1)).kind()).isEqualTo(RawFrameType.RESPONSE);
        }
    }

    @WebService(
            targetNamespace = Sums.NAMESPACE,
            serviceName = "Summing",
            portName = "SummingPort",
            endpointInterface = "io.parley.examples.raw.Sums$Service")
    static final class Summing implements Sums.Service {
        private final Queue<String> notes;

        Summing(Queue<String> notes) {
            this.notes = notes;
        }

        @Override
        public Sums.Total sum(Sums.Numbers numbers) {
            return Sums.sum(numbers);
        }

        @Override
        public void note(Sums.Note note) {
            notes.add(note.text);
        }
    }
}
