package io.parley.cxf.binaries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.binding.Part;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.negotiation.Mode;
import jakarta.activation.DataHandler;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that data handlers travel beside typed parts, with or without MTOM and validation, and are never emptied. */
class DataHandlersTest {
    private static final int LONG = 3_000_000;

    private static Bus bus;

    private static final Map<Setup, String> ADDRESSES = new EnumMap<>(Setup.class);

    /** The configuration of an endpoint and its clients. */
    enum Setup {
        PLAIN,
        MTOM,
        VALIDATING,
        RPC;

        Map<String, Object> properties() {
            return switch (this) {
                case PLAIN, RPC -> new HashMap<>();
                case MTOM -> new HashMap<>(Map.of("mtom-enabled", true));
                case VALIDATING -> new HashMap<>(Map.of("schema-validation-enabled", "true"));
            };
        }
    }

    @BeforeAll
    static void publish() {
        bus = BusFactory.newInstance().createBus();
        for (Setup setup : Setup.values()) {
            JaxWsServerFactoryBean publisher = new JaxWsServerFactoryBean();
            publisher.setBus(bus);
            publisher.setServiceBean(setup == Setup.RPC ? new RpcDepotImpl() : new DepotImpl());
            publisher.setAddress("http://localhost:" + Published.freePort() + "/depot");
            publisher.setProperties(setup.properties());
            publisher.getFeatures().add(Published.feature(Mode.AUTO));
            ADDRESSES.put(
                    setup, publisher.create().getEndpoint().getEndpointInfo().getAddress());
        }
    }

    @AfterAll
    static void stop() {
        bus.shutdown(true);
    }

    @Shows(Use.DATA_HANDLERS)
    @ParameterizedTest
    @EnumSource
    void aClientSendsALongFile(Setup setup) {
        Depot depot = proxy(setup);
        String stored = depot.store(Parcel.of(Integer.toString(LONG), GeneratedFile.of(LONG, "image/png")));
        assertThat(stored).startsWith(LONG + " ");
        if (setup != Setup.VALIDATING) {
            assertThat(stored).endsWith("image/png");
        }
    }

    @Shows(Use.DATA_HANDLERS)
    @ParameterizedTest
    @EnumSource
    void aServiceSendsALongFileThatIsReadAfterTheCallReturned(Setup setup) throws IOException {
        Parcel parcel = proxy(setup).fetch(LONG, "image/png");
        assertThat(GeneratedFile.check(parcel.getFile(), LONG)).isEqualTo(LONG);
        assertThat(GeneratedFile.check(parcel.getMore().get(0), 10)).isEqualTo(10);
        if (setup != Setup.VALIDATING) {
            assertThat(parcel.getFile().getContentType()).isEqualTo("image/png");
            assertThat(parcel.getMore().get(0).getContentType()).isEqualTo("a/short");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aServicePassesOnWhatItReceives(Setup setup) throws IOException {
        Depot depot = proxy(setup);
        Parcel back = depot.passOn(Parcel.of(
                "x",
                GeneratedFile.of(LONG, "image/png"),
                GeneratedFile.of(5, "a/b"),
                GeneratedFile.of(LONG + 1, "a/b")));
        // Reads them in another order than they were sent.
        assertThat(GeneratedFile.check(back.getMore().get(1), LONG + 1)).isEqualTo(LONG + 1);
        assertThat(GeneratedFile.check(back.getFile(), LONG)).isEqualTo(LONG);
        assertThat(GeneratedFile.check(back.getMore().get(0), 5)).isEqualTo(5);
    }

    @Shows(Use.DATA_HANDLERS)
    @ParameterizedTest
    @EnumSource
    void aFileThatIsAParameterItselfComesBack(Setup setup) throws IOException {
        DataHandler back = proxy(setup).passOnAlone(GeneratedFile.of(LONG, "image/png"));
        assertThat(GeneratedFile.check(back, LONG)).isEqualTo(LONG);
    }

    @ParameterizedTest
    @EnumSource
    void aFileThatCanBeOpenedOnlyOnceArrivesWhole(Setup setup) {
        String stored = proxy(setup).store(Parcel.of(Integer.toString(LONG), GeneratedFile.once(LONG)));
        assertThat(stored).startsWith(LONG + " ");
    }

    @ParameterizedTest
    @EnumSource
    void aFileThatNobodyReadsHoldsUpNoCall(Setup setup) {
        Depot depot = proxy(setup);
        for (int i = 0; i < 5; i++) {
            assertThat(depot.ignore(Parcel.of("label", GeneratedFile.of(LONG, "a/b"))))
                    .isEqualTo("label");
        }
    }

    @Test
    void thePartsAreTypedAndGoByStream() throws IOException {
        Depot depot = proxy(Setup.PLAIN);
        GeneratedFile.check(depot.fetch(LONG, "a/b").getFile(), LONG);
        ParleyStatus status = ParleyStatus.of(ClientProxy.getClient(depot)).orElseThrow();
        assertThat(status.parts()).allMatch(Part::isTyped);
        assertThat(status.fallbacks()).isEmpty();
    }

    @Test
    void whatIsValidatedIsInfosetAndReallyValidated() {
        Depot depot = proxy(Setup.VALIDATING);
        assertThat(depot.store(Parcel.of("1", GeneratedFile.of(1, "a/b")))).startsWith("1 ");
        ParleyStatus status = ParleyStatus.of(ClientProxy.getClient(depot)).orElseThrow();
        assertThat(status.typedParts()).isZero();
        assertThat(status.infosetParts()).isPositive();
        Parcel withoutLabel = Parcel.of(null, GeneratedFile.of(1, "a/b"));
        assertThatThrownBy(() -> depot.store(withoutLabel)).hasStackTraceContaining("label");
    }

    private static Depot proxy(Setup setup) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(setup == Setup.RPC ? RpcDepot.class : Depot.class);
        factory.setAddress(ADDRESSES.get(setup));
        factory.setProperties(setup.properties());
        factory.getFeatures().add(Published.feature(Mode.ALWAYS));
        Depot depot = (Depot) factory.create();
        if (setup == Setup.MTOM) {
            ((SOAPBinding) ((BindingProvider) depot).getBinding()).setMTOMEnabled(true);
        }
        return depot;
    }
}
