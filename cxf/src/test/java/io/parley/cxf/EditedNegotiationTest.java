package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.cxf.services.MoreStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.soap.SoapEnvelope;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.message.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests a man in the middle who edits every field of offer and answer that the schema has, one at a time. Either the
 * edit has no effect, because the message is read the same, or it ends in a named fallback; the call is always
 * answered.
 */
class EditedNegotiationTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final Set<FallbackReason> NAMED = EnumSet.of(
            FallbackReason.NOT_CAPABLE,
            FallbackReason.UNDECIDED,
            FallbackReason.HOST_NOT_ALLOWED,
            FallbackReason.CONNECT_FAILED,
            FallbackReason.CONNECT_TIMEOUT,
            FallbackReason.WRONG_NODE,
            FallbackReason.TOKEN_REFUSED,
            FallbackReason.DIGEST_MISMATCH,
            FallbackReason.VERSION,
            FallbackReason.NO_COMMON_TERM,
            FallbackReason.TLS_NOT_AVAILABLE);

    static final boolean ALL = System.getProperty("parley.edits", "").equals("all");

    private static final Set<FallbackReason> STRIPPED =
            EnumSet.of(FallbackReason.NOT_CAPABLE, FallbackReason.UNDECIDED, FallbackReason.SWITCHED_OFF);

    final Published published = new Published();
    private final AtomicReference<String> offer = new AtomicReference<>("");
    private final AtomicReference<String> answer = new AtomicReference<>("");
    private Server server;
    private Relay relay;
    private MoreStations stations;
    private int paths;

    /** Returns the address of the published service. */
    String address() throws Exception {
        return published.address();
    }

    /** Returns the relay that edits. */
    Relay relay(String service) throws Exception {
        return new Relay(service);
    }

    /** Makes the client trust the service. */
    MoreStations trusting(MoreStations client) throws Exception {
        return client;
    }

    /** Returns the protection of the sessions that are opened. */
    ChannelSecurity security() {
        return ChannelSecurity.NONE;
    }

    /** Returns true if edits of that field are tried. */
    boolean isTried(String path) {
        return true;
    }

    /** Returns how many edits of one field a build tries; {@code -Dparley.edits=all} tries all. */
    int mostOfField() {
        return ALL ? Integer.MAX_VALUE : 5;
    }

    @BeforeEach
    void publish() throws Exception {
        String service = address();
        server = published.publishAny(new WrappedStationsImpl(), service, SOAP11, new ParleyFeature());
        relay = relay(service);
        // The client has an operation that the service lacks, so the answer lists its parts.
        stations = trusting(published.proxy(
                MoreStations.class,
                relay.address("plain"),
                SOAP11,
                Published.patient().set("parley.channels", "stream")));
        relay.edit(kept(offer), kept(answer));
        assertThat(streams()).isNull();
    }

    /** No edit opened a port with another protection. */
    @AfterEach
    void oneListenerServedAll() {
        assertThat(ParleyStatus.of(server).orElseThrow().listening()).hasSize(1);
    }

    @AfterEach
    void stop() {
        relay.close();
        published.close();
    }

    @Test
    void everyFieldOfTheSchemaIsEdited() {
        assertThat(paths(Edits.of("offer", offer.get()))).containsExactlyElementsOf(Edits.fields("offer"));
        assertThat(paths(Edits.of("answer", answer.get()))).containsExactlyElementsOf(Edits.fields("answer"));
        assertThat(Edits.fields("offer"))
                .hasSizeGreaterThan(12)
                .contains("offer/limit/@value", "offer/data/@fingerprint");
        assertThat(Edits.fields("answer"))
                .hasSizeGreaterThan(18)
                .contains("answer/address/@host", "answer/data/operations/operation/@in", "answer/token");
    }

    @Shows(Use.EDITED_OFFER)
    @Test
    void anEditedOfferIsNeverTheGroundOfASession() {
        Map<String, Long> came = new TreeMap<>();
        for (Edits.Edit edit : edits("offer", offer.get())) {
            AtomicReference<String> original = new AtomicReference<>("");
            AtomicReference<String> edited = new AtomicReference<>("");
            relay.edit(text -> keep(edited, edit.change().apply(keep(original, text))), UnaryOperator.identity());
            judge(edit, streams(), read(original.get(), true).equals(read(edited.get(), true)), came);
        }
        report("offer", came);
        assertThat(came).containsKeys("DIGEST_MISMATCH", "NOT_CAPABLE", "NO_COMMON_TERM");
    }

    @Shows(Use.EDITED_ANSWER)
    @Test
    void anEditedAnswerIsNeverTheGroundOfASession() {
        Map<String, Long> came = new TreeMap<>();
        for (Edits.Edit edit : edits("answer", answer.get())) {
            AtomicReference<String> original = new AtomicReference<>("");
            AtomicReference<String> edited = new AtomicReference<>("");
            relay.edit(
                    UnaryOperator.identity(), text -> keep(edited, edit.change().apply(keep(original, text))));
            judge(edit, streams(), read(original.get(), false).equals(read(edited.get(), false)), came);
        }
        report("answer", came);
        assertThat(came)
                .containsKeys("DIGEST_MISMATCH", "UNDECIDED", "NO_COMMON_TERM", "HOST_NOT_ALLOWED", "CONNECT_FAILED");
        assertThat(came.keySet()).containsAnyOf("TOKEN_REFUSED", "WRONG_NODE");
    }

    private List<Edits.Edit> edits(String root, String message) {
        Map<String, Integer> ofField = new HashMap<>();
        return Edits.of(root, message).stream()
                .filter(edit -> isTried(edit.path()))
                .filter(edit -> ofField.merge(edit.path(), 1, Integer::sum) <= mostOfField())
                .toList();
    }

    /** Attack: a man in the middle makes either side appear not to know Parley, or not to want it. */
    @Shows(Use.STRIPPED)
    @Test
    void aCapabilityThatIsStrippedLeavesTheCallsOnSoap() {
        String fault = "<S:Envelope xmlns:S='http://schemas.xmlsoap.org/soap/envelope/'><S:Body><S:Fault>"
                + "<faultcode>S:MustUnderstand</faultcode><faultstring>no</faultstring></S:Fault></S:Body></S:Envelope>";
        for (UnaryOperator<String> strip : List.<UnaryOperator<String>>of(
                text -> fault,
                text -> "<html><body>404</body></html>",
                text -> "",
                text -> text.replaceFirst("(?s)<[a-z]*:?answer.*</[a-z]*:?answer>", ""),
                text -> text.replaceFirst(
                        "(?s)<([a-z]+):answer(.*?)>.*</[a-z]+:answer>",
                        "<$1:refusal xmlns:$1='" + NegotiationXml.NAMESPACE
                                + "' reason='SWITCHED_OFF'>no</$1:refusal>"))) {
            AtomicReference<String> stripped = new AtomicReference<>("");
            relay.edit(UnaryOperator.identity(), text -> keep(stripped, strip.apply(text)));
            assertThat(streams()).as(stripped.get()).isIn(STRIPPED);
        }
        relay.edit(text -> text.replaceAll("(?s)<[a-zA-Z]+:negotiation [^>]*/>", ""), UnaryOperator.identity());
        assertThat(streams()).as("an offer without its header").isIn(STRIPPED);

        var client = Published.client(stations);
        client.getRequestContext().put("parley.mode", "always");
        client.getRequestContext().put(Message.ENDPOINT_ADDRESS, relay.address("always"));
        relay.edit(UnaryOperator.identity(), text -> fault);
        assertThatThrownBy(() -> stations.echo("x")).hasStackTraceContaining("NOT_CAPABLE");
    }

    private static void judge(Edits.Edit edit, FallbackReason reason, boolean meansNothing, Map<String, Long> came) {
        if (meansNothing) {
            assertThat(reason).as("%s means nothing", edit).isNull();
        } else {
            assertThat(reason).as("%s", edit).isIn(NAMED);
        }
        came.merge(String.valueOf(reason), 1L, Long::sum);
    }

    private static void report(String what, Map<String, Long> came) {
        long edits = came.values().stream().mapToLong(Long::longValue).sum();
        System.out.println(edits + " edits of the " + what + " came to " + came);
    }

    /** Returns why calls to an address without cached knowledge do not stream after negotiation; null if they do. */
    private FallbackReason streams() {
        var client = Published.client(stations);
        client.getRequestContext().put(Message.ENDPOINT_ADDRESS, relay.address("p" + paths++));
        assertThat(stations.echo("first")).isEqualTo("first");
        try {
            ParleyStatus.settled(client).toCompletableFuture().get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        ParleyStatus before = Published.status(stations);
        assertThat(stations.echo("second")).isEqualTo("second");
        ParleyStatus after = Published.status(stations);
        if (after.streamedCalls() > before.streamedCalls()) {
            assertThat(after.agreement().orElseThrow().security()).isEqualTo(security());
            return null;
        }
        return after.fallbacks().keySet().stream()
                .filter(reason ->
                        after.fallbacks().get(reason) > before.fallbacks().getOrDefault(reason, 0L))
                .findFirst()
                .orElseThrow();
    }

    /** Returns what a side reads from a message, or the error code if it refuses the message. */
    private static Object read(String message, boolean isOffer) {
        try {
            SoapEnvelope envelope = SoapEnvelope.read(
                    new ByteArrayInputStream(message.getBytes(StandardCharsets.UTF_8)),
                    Limits.defaults(),
                    Limit.NEGOTIATION_BYTES);
            return isOffer
                    ? NegotiationXml.readOffer(envelope.body(), Limits.defaults())
                    : NegotiationXml.readReply(envelope.body(), Limits.defaults());
        } catch (ParleyException e) {
            return e.code();
        }
    }

    private static UnaryOperator<String> kept(AtomicReference<String> in) {
        return text -> keep(in, text);
    }

    private static String keep(AtomicReference<String> in, String text) {
        in.set(text);
        return text;
    }

    private static Set<String> paths(List<Edits.Edit> edits) {
        return edits.stream().map(Edits.Edit::path).collect(Collectors.toCollection(java.util.LinkedHashSet::new));
    }
}
