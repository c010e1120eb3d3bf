package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Tests a recording whose folder cannot be written. */
class RecordingFailureTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    @TempDir
    Path folder;

    private final Published published = new Published();
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.parley.cxf");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(log);
        published.close();
    }

    @Test
    void callsContinueAndTheLogSaysWhyInOneLine() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        published.serviceBus.setProperty(
                "parley.recording", file.resolve("recordings").toString());
        published.publish(new WrappedStationsImpl(), SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.feature(Mode.ALWAYS));

        assertThat(stations.echo("not recorded")).isEqualTo("not recorded");

        assertThat(log.list)
                .filteredOn(event -> event.getLevel() == Level.ERROR)
                .singleElement()
                .satisfies(event -> assertThat(event.getThrowableProxy()).isNull())
                .satisfies(event -> assertThat(event.getFormattedMessage())
                        .contains("parley.recording", "conversations are not recorded", "expected a path where files"));
    }
}
