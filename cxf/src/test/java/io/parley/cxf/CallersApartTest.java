package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.services.Reading;
import io.parley.cxf.services.StationsImpl;
import io.parley.cxf.services.WrappedStations;
import io.parley.negotiation.Mode;
import jakarta.jws.WebService;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.endpoint.ClientCallback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that callers sharing a bus keep their own transactions and locales. */
class CallersApartTest {
    /** Stands in for the thread-bound value of a transaction manager, a security framework or a log context. */
    private static final InheritableThreadLocal<String> TRANSACTION = new InheritableThreadLocal<>();

    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Locale before = Locale.getDefault();
    private final List<String> seenByService = new CopyOnWriteArrayList<>();
    private final Published published = new Published();

    @AfterEach
    void restore() {
        Locale.setDefault(before);
        published.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stream", "http"})
    void aTransactionIsNotSeenInCallsOfOthers(String channel) throws Exception {
        WrappedStations client = published(channel);
        String first = in("first", () -> callbackSees(client, "first"));
        String second = in("second", () -> callbackSees(client, "second"));

        assertThat(seenByService).isEqualTo(List.of("null", "null"));
        // A response that is available at once is handled on its caller's own thread.
        assertThat(first).isIn("null", "first");
        assertThat(second).isIn("null", "second");
        assertThat(Published.status(client).streamedCalls()).isEqualTo(2);
    }

    @Test
    void theLocaleOfAnotherTimeIsInNoCall() {
        WrappedStations client = published(Published.CHANNEL);
        Reading reading = Reading.of("TITLE i", 1234567.25, -0.5);
        for (String tag : List.of("en", "tr", "ar-EG-u-nu-arab", "th-TH-u-ca-buddhist-nu-thai", "de")) {
            Locale.setDefault(Locale.forLanguageTag(tag));

            assertThat(client.echo("TITLE i")).as(tag).isEqualTo("TITLE i");
            assertThat(client.sum(reading)).as(tag).isEqualTo(1234566.75);
        }
        assertThat(Published.status(client).fallbacks()).isEmpty();
    }

    /** Makes a call with a callback; returns the transaction that the callback sees. */
    private static String callbackSees(WrappedStations client, String text) throws Exception {
        CompletableFuture<String> seen = new CompletableFuture<>();
        Published.client(client)
                .invoke(
                        new ClientCallback() {
                            @Override
                            public void handleResponse(Map<String, Object> context, Object[] answer) {
                                seen.complete(String.valueOf(TRANSACTION.get()));
                                super.handleResponse(context, answer);
                            }
                        },
                        "echo",
                        text);
        return seen.get(60, TimeUnit.SECONDS);
    }

    private static <T> T in(String transaction, Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(() -> {
            TRANSACTION.set(transaction);
            return work.call();
        });
        Thread caller = new Thread(task, transaction);
        caller.start();
        return task.get(120, TimeUnit.SECONDS);
    }

    private WrappedStations published(String channel) {
        published.publishAny(
                new Recording(seenByService),
                published.address(),
                SOAP11,
                new ParleyFeature().set("parley.channels", channel));
        return published.proxy(
                WrappedStations.class,
                SOAP11,
                Published.patient().mode(Mode.ALWAYS).set("parley.channels", channel));
    }

    /** Records the transaction in which it runs. */
    @WebService(
            endpointInterface = "io.parley.cxf.services.WrappedStations",
            targetNamespace = "urn:parley:test",
            serviceName = "WrappedStationsService",
            portName = "WrappedStationsPort")
    public static final class Recording extends StationsImpl implements WrappedStations {
        private final List<String> seen;

        Recording(List<String> seen) {
            this.seen = seen;
        }

        @Override
        public String echo(String text) {
            seen.add(String.valueOf(TRANSACTION.get()));
            return text;
        }
    }
}
