package io.parley.cxf.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.settings.Settings;
import io.parley.negotiation.Mode;
import jakarta.jws.Oneway;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests operations of a queue's service that one side declares one-way and the other answers. */
class OneWayOfOneSideByQueueTest {
    /** The operations as declared by the client. */
    @WebService(targetNamespace = "urn:parley:test:told", name = "Told")
    interface Told {
        void note(@WebParam(name = "text") String text);

        String ask(@WebParam(name = "text") String text);

        @Oneway
        void tell(@WebParam(name = "text") String text);
    }

    /** The operations as declared by the service, with one-way and two-way reversed. */
    @WebService(targetNamespace = "urn:parley:test:told", name = "Told", serviceName = "ToldService", portName = "Told")
    public static class TellingService {
        final BlockingQueue<String> ran = new LinkedBlockingQueue<>();

        @Oneway
        public void note(@WebParam(name = "text") String text) {
            ran.add("note " + text);
        }

        @Oneway
        public void ask(@WebParam(name = "text") String text) {
            ran.add("ask " + text);
        }

        public String tell(@WebParam(name = "text") String text) {
            ran.add("tell " + text);
            return text;
        }
    }

    /** Over SOAP no response arrives on the queue, and the caller waits for its timeout although the operation ran. */
    @Shows(Use.JMS_ONE_WAY_OF_SERVICE)
    @Test
    void aCallThatTheServiceHasForOneWayRunsOnceAndEndsAsOverHttp() throws IOException {
        TellingService service = new TellingService();
        try (OnQueue on = new OnQueue()) {
            on.publish(service, Published.patient());
            SoapQueue impatient = on.queue().withReceiveTimeout(Duration.ofSeconds(1));
            Told plain = on.proxy(Told.class, impatient);
            Told streamed = on.proxy(Told.class, impatient, Published.patient().mode(Mode.ALWAYS));

            assertThat(failure(() -> plain.ask("a"))).startsWith("Timeout receiving message");
            assertThat(failure(() -> streamed.ask("b"))).isEqualTo("none");
            assertThat(failure(() -> streamed.note("c"))).isEqualTo("none");

            assertRan(service, "ask a", "ask b", "note c");
            assertThat(OnQueue.status(streamed).streamedCalls()).isEqualTo(2);
        }
    }

    @Shows(Use.JMS_ONE_WAY)
    @Test
    void aCallThatTheClientHasForOneWayStaysOnTheQueue() throws IOException {
        TellingService service = new TellingService();
        try (OnQueue on = new OnQueue()) {
            on.publish(service, Published.patient());

            Told told = on.proxy(Told.class, Published.patient());
            told.tell("a");

            assertRan(service, "tell a");
            assertThat(OnQueue.status(told).streamedCalls()).isZero();
        }
    }

    @Shows(Use.JMS_ONE_WAY)
    @Test
    void aOneWayCallInModeAlwaysFailsAndSaysWhatToDo() throws IOException {
        TellingService service = new TellingService();
        try (OnQueue on = new OnQueue()) {
            on.publish(service, Published.patient());
            Told told = on.proxy(Told.class, Published.patient().mode(Mode.ALWAYS));

            assertThat(failure(() -> told.tell("a")))
                    .contains("NOT_STREAMABLE", "keeps it while the service is down", "parley.mode to auto");
            ((BindingProvider) told).getRequestContext().put(Settings.MODE, "auto");
            told.tell("b");

            assertRan(service, "tell b");
        }
    }

    private static void assertRan(TellingService service, String... calls) {
        await().atMost(60, TimeUnit.SECONDS).until(() -> service.ran.size() >= calls.length);
        assertThat(service.ran).containsExactly(calls);
    }

    private static @Nullable String failure(Runnable call) {
        try {
            call.run();
            return "none";
        } catch (WebServiceException e) {
            return e.getMessage();
        }
    }
}
