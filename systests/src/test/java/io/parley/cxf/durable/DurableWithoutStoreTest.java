package io.parley.cxf.durable;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStationsImpl;
import jakarta.xml.ws.soap.SOAPBinding;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** Tests a service configured for durable sessions without a store. */
class DurableWithoutStoreTest {
    @ParameterizedTest
    @CsvSource({"durable, 1", "resume, 0"})
    void itIsToldWhatIsMissing(String reliability, int times) {
        Logger logger = (Logger) LoggerFactory.getLogger("io.parley.cxf.service.DurableService");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try (Published published = new Published()) {
            published.publishAny(
                    new WrappedStationsImpl(),
                    published.address(),
                    SOAPBinding.SOAP11HTTP_BINDING,
                    new ParleyFeature().set("parley.reliability", reliability));
        } finally {
            logger.detachAppender(log);
        }

        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .filteredOn(line -> line.contains("sessions are not durable without parley.context-store"))
                .hasSize(times);
    }
}
