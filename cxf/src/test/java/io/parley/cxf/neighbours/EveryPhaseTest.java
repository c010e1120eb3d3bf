package io.parley.cxf.neighbours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.Reading;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.soap.SOAPBinding;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Attachment;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tests what an interceptor finds on messages in each phase, over SOAP and on the stream. */
class EveryPhaseTest {
    private static final Logger LOG = LoggerFactory.getLogger(EveryPhaseTest.class);

    /** Properties that concern the bytes of a message, its connection, or the container's request object. */
    private static final List<String> BYTES_AND_REQUEST = List.of(
            "content InputStream",
            "content DelegatingInputStream",
            "content OutputStream",
            "content AttachmentSerializer",
            "attachments none",
            "header accept",
            "header connection",
            "header content-length",
            "header date",
            "header server",
            "property Content-Type=multipart/related",
            "property HTTP.",
            "property http.connection.address",
            "property http.headers.copied",
            "property http.service.redirection",
            "property java.net.http.HttpClient",
            "property org.apache.cxf.async.post.response.dispatch",
            "property org.apache.cxf.attachment.AttachmentDeserializer.headers",
            "property org.apache.cxf.configuration.security.AuthorizationPolicy",
            "property org.apache.cxf.message.Message.ENCODING=ISO-8859-1",
            "property org.apache.cxf.message.Message.FIXED_PARAMETER_ORDER",
            "property org.apache.cxf.message.Message.IN_INTERCEPTORS",
            "property org.apache.cxf.message.Message.PROTOCOL_HEADERS",
            "property org.apache.cxf.partial.attachments",
            "property org.apache.cxf.transport.https.CertConstraints",
            "parley.");

    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;

    private final Published published = new Published();

    /** The properties found by side, direction and phase, of all calls of one mode. */
    private final Map<String, Set<String>> seen = new ConcurrentHashMap<>();

    private volatile String mode = "";

    @AfterEach
    void stop() {
        published.close();
    }

    @Shows(Use.MESSAGE_PROPERTIES)
    @Test
    void interceptorsFindOnTheStreamWhatTheyFindOverSoapButForBytesAndTheHttpRequest() {
        Server server =
                published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature());
        WrappedStations stations = published.proxy(WrappedStations.class, SOAP11, Published.patient());
        Client client = Published.client(stations);
        server.getEndpoint().put(Message.MTOM_ENABLED, true);
        client.getEndpoint().put(Message.MTOM_ENABLED, true);
        for (String phase : Phases.out()) {
            look("client out", phase, client.getOutInterceptors());
            look("service out", phase, server.getEndpoint().getOutInterceptors());
            look("service out fault", phase, server.getEndpoint().getOutFaultInterceptors());
        }
        for (String phase : Phases.in()) {
            look("client in", phase, client.getInInterceptors());
            look("client in fault", phase, client.getInFaultInterceptors());
            look("service in", phase, server.getEndpoint().getInInterceptors());
        }

        Map<String, Set<String>> bySoap = calls(stations, Mode.NEVER);
        Map<String, Set<String>> streamed = calls(stations, Mode.ALWAYS);

        Map<String, String> missing = new TreeMap<>();
        Map<String, String> more = new TreeMap<>();
        differences(bySoap, streamed, missing);
        differences(streamed, bySoap, more);
        LOG.info("by SOAP alone: {}", missing);
        LOG.info("on the stream alone: {}", more);
        assertThat(missing.keySet())
                .allMatch(thing -> BYTES_AND_REQUEST.stream().anyMatch(thing::contains));
        for (String chain : List.of("client out", "service out")) {
            assertThat(streamed.get(chain + ": send"))
                    .isNotEmpty()
                    .contains("attachments of 0")
                    .doesNotContain("attachments none");
        }
    }

    private static void differences(
            Map<String, Set<String>> from, Map<String, Set<String>> without, Map<String, String> to) {
        new TreeMap<>(from).forEach((place, things) -> {
            for (String thing : things) {
                if (!without.getOrDefault(place, Set.of()).contains(thing)) {
                    String chain = place.substring(0, place.indexOf(':'));
                    to.merge(
                            chain + ", " + thing, place.substring(place.indexOf(':') + 1), (one, other) -> one + other);
                }
            }
        });
    }

    private Map<String, Set<String>> calls(WrappedStations stations, Mode how) {
        seen.clear();
        Published.client(stations)
                .getRequestContext()
                .put("parley.mode", how.name().toLowerCase(Locale.ROOT));
        mode = "on";
        assertThat(stations.sum(Reading.of("north", 1, 2))).isEqualTo(3);
        assertThatThrownBy(() -> stations.fail("other")).hasMessage("unchecked: other");
        // A caller receives its response before the service's chain ends.
        for (String chain : List.of("service out: ", "service out fault: ")) {
            await().atMost(Duration.ofSeconds(60)).until(() -> seen.containsKey(chain + Phase.SETUP_ENDING));
        }
        mode = "";
        Map<String, Set<String>> all = new TreeMap<>();
        seen.forEach((place, things) -> {
            synchronized (things) {
                all.put(place, Set.copyOf(things));
            }
        });
        return all;
    }

    private void look(String chain, String phase, List<Interceptor<? extends Message>> interceptors) {
        interceptors.add(new Looking(chain, phase));
    }

    private final class Looking extends AbstractPhaseInterceptor<Message> {
        private final String chain;

        Looking(String chain, String phase) {
            super("looking in " + chain + phase, phase);
            this.chain = chain;
        }

        @Override
        public void handleMessage(Message message) {
            if (mode.isEmpty() || message.containsKey("parley.negotiation")) {
                return;
            }
            Set<String> things = seen.computeIfAbsent(chain + ": " + getPhase(), place -> new TreeSet<>());
            synchronized (things) {
                message.forEach((name, value) -> {
                    if (value != null) {
                        things.add("property " + name + shown(value));
                    }
                });
                message.getExchange()
                        .forEach((name, value) -> things.add("property of the exchange " + name + shown(value)));
                message.getContentFormats().forEach(format -> things.add("content " + format.getSimpleName()));
                Collection<Attachment> attachments = message.getAttachments();
                things.add("attachments " + (attachments == null ? "none" : "of " + attachments.size()));
                if (message.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> headers) {
                    headers.forEach((name, value) ->
                            things.add("header " + String.valueOf(name).toLowerCase(Locale.ROOT)));
                }
                things.add("session " + (message.getExchange().getSession() != null));
            }
        }

        private static String shown(Object value) {
            return value instanceof String || value instanceof Boolean || value instanceof Integer ? "=" + value : "";
        }
    }
}
