package io.parley.cxf.bus;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.parley.Limit;
import io.parley.channel.Address;
import io.parley.cxf.settings.Settings;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** Tests that a bus setting which a later endpoint brings is never ignored silently. */
class SharedSettingsTest {
    /**
     * Limits that each endpoint reads: the keep-alive time from its agreements, the others during negotiation and
     * binding.
     */
    private static final List<Limit> OF_ENDPOINTS =
            List.of(Limit.KEEP_ALIVE_MILLIS, Limit.NEGOTIATION_BYTES, Limit.SCHEMA_BYTES, Limit.SCHEMA_COMPONENTS);

    private final Logger logger = (Logger) LoggerFactory.getLogger(SharedSettings.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(log);
    }

    private static SharedSettings madeWith(String name, Object value) {
        return new SharedSettings("cxf", EndpointSettings.of(name, value), false);
    }

    private List<String> told() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    static Stream<Limit> limitsOfTheBus() {
        return Stream.of(Limit.values()).filter(limit -> !limit.agreed() && !OF_ENDPOINTS.contains(limit));
    }

    @ParameterizedTest
    @MethodSource("limitsOfTheBus")
    void eachLimitThatIsNeitherAgreedNorTheEndpointsIsWarnedOfOnce(Limit limit) {
        SharedSettings shared = madeWith(limit.setting(), 77);

        shared.compare(EndpointSettings.of(limit.setting(), "77"));
        shared.compare(EndpointSettings.of(Settings.MODE, "auto"));
        assertThat(told()).isEmpty();

        shared.compare(EndpointSettings.of(limit.setting(), "78"));
        shared.compare(EndpointSettings.of(limit.setting(), "79"));
        assertThat(told())
                .containsExactly(
                        limit.setting() + "=78 comes too late for the bus cxf: what its endpoints share was made"
                                + " for one with 77; set it on the bus");
    }

    @ParameterizedTest
    @EnumSource(Limit.class)
    void whatAnEndpointHasForItselfIsNoMatterOfTheBus(Limit limit) {
        SharedSettings shared = madeWith(limit.setting(), 77);

        shared.compare(EndpointSettings.of(limit.setting(), 78));

        assertThat(told()).hasSize(limit.agreed() || OF_ENDPOINTS.contains(limit) ? 0 : 1);
    }

    @ParameterizedTest
    @CsvSource({
        "parley.virtual-threads, true, with false",
        "parley.context-store, sqlite:secret.db, with memory:…",
        "parley.recording, recordings, without it",
        "parley.recording-store, memory:secret, without it",
    })
    void soIsEachOtherSettingOfTheBusWithoutItsSecrets(String name, String value, String has) {
        SharedSettings shared = madeWith(Settings.MODE, "auto");

        shared.compare(EndpointSettings.of(name, value));

        assertThat(told())
                .singleElement()
                .asString()
                .startsWith(name + "=")
                .contains(has)
                .doesNotContain("secret");
    }

    @Test
    void threadsOfTheApplicationLeaveSettingsOfThreadsWithoutUse() {
        SharedSettings shared = new SharedSettings("cxf", EndpointSettings.of(Settings.MODE, "auto"), true);

        shared.compare(EndpointSettings.of(Limit.THREADS.setting(), 1));
        shared.compare(EndpointSettings.of(Settings.VIRTUAL_THREADS, true));

        assertThat(told()).isEmpty();
    }

    @Test
    void aServiceWhoseSessionsAreToBeDurableIsToldThatItsBusHasNoStoreForThem() {
        SharedSettings shared = madeWith(Settings.RELIABILITY, "resume");

        shared.compareDurability(stored("resume"));
        assertThat(told()).isEmpty();

        shared.compareDurability(stored("durable"));
        shared.compareDurability(stored("durable"));
        assertThat(told()).singleElement().asString().startsWith("parley.reliability=durable comes too late");
    }

    private static EndpointSettings stored(String reliability) {
        Message message = new MessageImpl();
        message.put(Settings.RELIABILITY, reliability);
        message.put(Settings.CONTEXT_STORE, "sqlite:contexts.db");
        return EndpointSettings.of(message);
    }

    @Test
    void aPortThatIsAnotherThanThatOfTheSharedListenerIsSaid() {
        SharedSettings shared = madeWith(Settings.PORT, 9001);
        QName first = new QName("urn:a", "first");
        Address at = new Address("0.0.0.0", 9001);

        shared.comparePort(EndpointSettings.of(Settings.PORT, 9001), at, first, new QName("urn:a", "same"));
        shared.comparePort(EndpointSettings.of(Settings.MODE, "auto"), at, first, new QName("urn:a", "none"));
        assertThat(told()).isEmpty();

        shared.comparePort(EndpointSettings.of(Settings.PORT, 9002), at, first, new QName("urn:a", "other"));
        shared.comparePort(EndpointSettings.of(Settings.PORT, 9002), at, first, new QName("urn:a", "other"));
        assertThat(told())
                .singleElement()
                .asString()
                .startsWith("parley.port=9002 comes too late for {urn:a}other")
                .contains("{urn:a}first at 0.0.0.0:9001");
    }
}
