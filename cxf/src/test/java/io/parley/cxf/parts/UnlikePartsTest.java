package io.parley.cxf.parts;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.parley.binding.Part;
import io.parley.cxf.ParleyEndpoints;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.model.EndpointModel;
import io.parley.negotiation.Mode;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests a client that describes one of a service's operations differently, and knows one that the service lacks. */
class UnlikePartsTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final String NAMESPACE = "urn:parley:test:depot";

    private static final String UNLIKE = "the other side has no equal layout of it; compare: ";

    private final Published published = new Published();

    /** The type that the client knows. */
    @XmlType(name = "load", namespace = NAMESPACE)
    public static class Load {
        public int count;
    }

    /** The type that the service uses later. */
    @XmlType(name = "load", namespace = NAMESPACE)
    public static class LargeLoad {
        public long count;
    }

    /** The contract of the client. */
    @WebService(name = "Depot", targetNamespace = NAMESPACE)
    public interface Depot {
        Load store(Load load);

        int count(int items);

        void sweep();
    }

    /** The contract of the service. */
    @WebService(name = "Depot", targetNamespace = NAMESPACE)
    public interface LargeDepot {
        LargeLoad store(LargeLoad load);

        int count(int items);
    }

    /** Returns what it receives. */
    @WebService(endpointInterface = "io.parley.cxf.parts.UnlikePartsTest$LargeDepot", targetNamespace = NAMESPACE)
    public static class LargeDepotImpl implements LargeDepot {
        @Override
        public LargeLoad store(LargeLoad load) {
            load.count++;
            return load;
        }

        @Override
        public int count(int items) {
            return items;
        }
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void theyTravelAsInfosetAndTheStatusNamesThem() {
        published.publishAny(new LargeDepotImpl(), published.address(), SOAP11, Published.feature(Mode.AUTO));
        Depot depot = published.proxy(Depot.class, SOAP11, Published.feature(Mode.ALWAYS));
        assertThat(Published.status(depot).parts()).allMatch(Part::isTyped);
        Load load = new Load();
        load.count = 7;

        assertThat(depot.store(load).count).isEqualTo(8);
        assertThat(depot.count(3)).isEqualTo(3);

        ParleyStatus status = Published.status(depot);
        assertThat(status.streamedCalls()).isEqualTo(2);
        assertThat(status.infosetParts()).isEqualTo(1);
        assertThat(status.typedParts()).isEqualTo(1);
        assertThat(said(status.parts()))
                .containsExactly(
                        "count/in/0 typed",
                        "count/out/0 typed",
                        "store/in/0 " + UNLIKE + "store/arg0, store",
                        "store/out/0 " + UNLIKE + "storeResponse/return, storeResponse",
                        "sweep/in/0 the other side does not have it",
                        "sweep/out/0 the other side does not have it");
    }

    @Test
    void bothSidesLogThemInOneLineForAllSessions() {
        Logger logger = (Logger) LoggerFactory.getLogger(EndpointModel.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Level before = logger.getLevel();
        logger.setLevel(Level.INFO);
        log.start();
        logger.addAppender(log);
        try {
            published.publishAny(new LargeDepotImpl(), published.address(), SOAP11, Published.feature(Mode.AUTO));
            Depot depot = published.proxy(Depot.class, SOAP11, Published.feature(Mode.ALWAYS));
            assertThat(depot.count(1)).isEqualTo(1);
            ParleyEndpoints.of(published.clientBus).get(0).state().negotiateAgain();
            assertThat(depot.count(2)).isEqualTo(2);
        } finally {
            logger.detachAppender(log);
            logger.setLevel(before);
        }

        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactlyInAnyOrder(
                        "Sending 2 of 4 parts as infoset: {" + NAMESPACE + "}store/in/0 (" + UNLIKE
                                + "store/arg0, store), {" + NAMESPACE + "}store/out/0 (" + UNLIKE
                                + "storeResponse/return, storeResponse)",
                        "Sending 4 of 6 parts as infoset: {" + NAMESPACE + "}store/in/0 (" + UNLIKE
                                + "store/arg0, store), {" + NAMESPACE + "}store/out/0 (" + UNLIKE
                                + "storeResponse/return, storeResponse), {" + NAMESPACE
                                + "}sweep/in/0 (the other side does not have it) and 1 more, which the status lists");
    }

    private static List<String> said(List<Part> parts) {
        return parts.stream()
                .map(part -> part.key().operation().getLocalPart()
                        + "/" + part.key().toString().split("}.*?/", 2)[1]
                        + " " + (part.isTyped() ? "typed" : part.reason()))
                .collect(Collectors.toList());
    }
}
