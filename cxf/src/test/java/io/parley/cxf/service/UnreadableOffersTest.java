package io.parley.cxf.service;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.runtime.Timers;
import io.parley.testkit.FakeTimers;
import jakarta.xml.ws.soap.SOAPBinding;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.cxf.logging.FaultListener;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Tests what a service logs and answers when a peer posts offers that cannot be read. */
class UnreadableOffersTest {
    /** The root, and CXF's logger of faults, which the configuration of the tests separates from it. */
    private static final List<Logger> LOGGERS = Stream.of(
                    org.slf4j.Logger.ROOT_LOGGER_NAME, PhaseInterceptorChain.class.getName())
            .map(name -> (Logger) LoggerFactory.getLogger(name))
            .toList();

    private static final String OFFER = "<p:offer xmlns:p='urn:parley:1'";

    private final Published published = new Published();
    private final FakeTimers time = new FakeTimers();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void start() {
        published.serviceBus.setExtension(time, Timers.class);
        published.publishAny(
                new WrappedStationsImpl(), published.address(), SOAPBinding.SOAP11HTTP_BINDING, new ParleyFeature());
        log.start();
        LOGGERS.forEach(logger -> logger.addAppender(log));
    }

    @AfterEach
    void stop() {
        LOGGERS.forEach(logger -> logger.detachAppender(log));
        published.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<other/>",
                OFFER + "/>",
                OFFER + "><nonsense/></p:offer>",
                OFFER + "><</p:offer>",
                OFFER + ">",
                "&undefined;",
                "text",
                OFFER + "/>" + OFFER + "/>"
            })
    void anUnreadableOfferIsACodedFaultAndOneLine(String body) throws Exception {
        HttpResponse<String> answer = post(body);

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains("Fault>").containsPattern("NEGOTIATION: .+: expected .+, found .+");
        assertThat(lines()).hasSize(1).allSatisfy(line -> {
            assertThat(line.getFormattedMessage()).contains("WrappedStations", "NEGOTIATION: ", "expected");
            assertThat(line.getThrowableProxy()).isNull();
        });
    }

    @Test
    void manyOffersAreOneLineUntilATimeHasPassed() throws Exception {
        for (int offer = 0; offer < 20; offer++) {
            post("<other/>");
        }
        assertThat(lines()).hasSize(1);

        time.advance(Duration.ofMinutes(1));
        post("<other/>");

        assertThat(lines()).hasSize(2);
        assertThat(lines().get(1).getFormattedMessage()).contains("20 offers");
    }

    @Test
    void theListenerOfTheApplicationIsToldOfEachFault() throws Exception {
        AtomicInteger faults = new AtomicInteger();
        FaultListener own = (exception, description, message) -> {
            faults.incrementAndGet();
            return true;
        };
        published.serviceBus.setProperty(FaultListener.class.getName(), own);

        post("<other/>");
        post("<other/>");

        assertThat(faults).hasValue(2);
        assertThat(lines()).hasSize(1);
    }

    private List<ILoggingEvent> lines() {
        return log.list.stream()
                .filter(line -> line.getLevel().isGreaterOrEqual(Level.INFO))
                .toList();
    }

    private HttpResponse<String> post(String body) throws Exception {
        String envelope = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header>"
                + "<p:negotiation xmlns:p='urn:parley:1' s:mustUnderstand='1'/></s:Header><s:Body>" + body
                + "</s:Body></s:Envelope>";
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(published.address()))
                                .header("Content-Type", "text/xml; charset=utf-8")
                                .header("SOAPAction", "\"\"")
                                .POST(HttpRequest.BodyPublishers.ofString(envelope))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
