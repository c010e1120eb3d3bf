package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.Accessors;
import io.parley.channel.Address;
import io.parley.cxf.model.EndpointModel;
import io.parley.cxf.services.Report;
import io.parley.cxf.services.Reports;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Mode;
import io.parley.negotiation.Negotiator;
import io.parley.negotiation.Offer;
import io.parley.negotiation.Token;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.schema.SafeXml;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapVersion;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.headers.Header;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;

/**
 * Tests a service that negotiates correctly and then sends malformed responses: a CXF client gets an exception whose
 * cause names what was expected and where, and its next call on the same session works.
 */
class HostileServiceTest {
    private static final Report HONEST = Report.of("ab", Report.Weather.RAIN, 1.0);
    private static final Pattern NAMED =
            Pattern.compile("(MALFORMED_MESSAGE|SCHEMA_VIOLATION|LIMIT): .+: expected .+, found .+", Pattern.DOTALL);

    private final Published clients = new Published();
    private final ParleyRuntime runtime = ParleyRuntime.builder().build();
    private HttpServer http;
    private Reports reports;
    private ByHand hand;
    private Capabilities own;
    /** The next response of the service; null for the correct one. */
    private volatile byte[] next;
    /** True if the service reports that it lost the header blocks of the session, once or always. */
    private volatile boolean lost;

    private volatile boolean losesAlways;
    private final AtomicInteger refusals = new AtomicInteger();

    @BeforeEach
    void connect() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", this::negotiate);
        http.start();
        String address = "http://localhost:" + http.getAddress().getPort() + "/reports";
        ParleyFeature always = Published.patient().mode(Mode.ALWAYS);
        reports = clients.proxy(Reports.class, address, SOAPBinding.SOAP11HTTP_BINDING, always);
        hand = new ByHand(
                EndpointModel.of(Published.client(reports).getEndpoint(), Limits.defaults(), Accessors.initial()));
        int port = runtime.listen("stream", new Address("127.0.0.1", 0), null)
                .address()
                .port();
        own = hand.capabilities()
                .channel(ChannelTerm.plain("stream", HostPort.ownHost(port)))
                .build();
    }

    @AfterEach
    void stop() {
        clients.close();
        runtime.close();
        http.stop(0);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "unused bits that are set,        01 51 01000000 026162 0101e1 000000000000f03f 045241494e",
        "text longer than the message,    01 51 01000000 ff0f6162 0100 000000000000f03f 045241494e",
        "word longer than the message,    01 51 01000000 026162 0100 000000000000f03f 09",
        "two thousand million items,      01 51 01000000 026162 ffffffff0700 000000f03f 045241494e",
        "nothing at all,                  ''"
    })
    void aRecordThatDoesNotFitTheSchemaIsAnExceptionThatSaysWhere(String name, String hex) {
        fails(hand.message(ByHand.response(), hand.out, HexFormat.of().parseHex(hex.replace(" ", ""))));
    }

    @Test
    void anAnswerCutAtAnyPlaceIsAnException() {
        byte[] honest = hand.message(ByHand.response(), hand.out, hand.record(hand.out, HONEST));
        for (int length = 0; length < honest.length; length += 3) {
            fails(Arrays.copyOf(honest, length));
        }
    }

    @Test
    void thePartOfAnotherMessageIsNotTaken() {
        next = hand.message(ByHand.response(), hand.in, hand.record(hand.in, HONEST));
        assertThat(catchThrowable(() -> reports.file(HONEST))).isNotNull();
        works();
    }

    @Test
    void aNumberThatNoPartHasIsNamed() {
        assertThat(fails(hand.message(ByHand.response(), 99, hand.record(hand.in, HONEST))))
                .contains("number of a typed part", "99");
    }

    @Test
    void aHeadThatIsNoneIsNamed() {
        assertThat(fails(new byte[] {9, 0, 0, 0})).contains("head", "expected SOAP version");
    }

    @Test
    void anAsynchronousCallEndsInTheSameException() {
        next = hand.message(ByHand.response(), 99, hand.record(hand.in, HONEST));
        assertThat(named(catchThrowable(() -> byCallback().get()))).matches(NAMED);
        next = new byte[] {9, 0, 0, 0};
        assertThat(named(catchThrowable(() -> byCallback().get()))).matches(NAMED);
        works();
    }

    @Test
    void aServiceThatLostTheHeaderBlocksGetsThemInlineInTheSameCall() {
        String block = "<a:a xmlns:a=\"urn:a\">kept</a:a>";
        Client client = Published.client(reports);
        client.getRequestContext().put(Header.HEADER_LIST, List.of(header(block)));
        lost = true;

        assertThat(reports.file(HONEST)).hasToString(HONEST.toString());

        assertThat(refusals).hasValue(1);
        assertThat(Published.status(reports).fallbacks()).isEmpty();
        assertThat(runtime.sessions()).isEqualTo(1);
        lost = false;
        works();
    }

    @Test
    void aServiceThatAlwaysLosesThemEndsTheCallAndNotTheProgram() {
        lost = true;
        losesAlways = true;

        assertThat(named(catchThrowable(() -> reports.file(HONEST)))).startsWith("CONTEXT_UNAVAILABLE");
        assertThat(refusals).hasValue(2);
    }

    private static Header header(String block) {
        Element element = SafeXml.document(
                        new ByteArrayInputStream(block.getBytes(StandardCharsets.UTF_8)), Limits.defaults())
                .getDocumentElement();
        return new Header(new QName(element.getNamespaceURI(), element.getLocalName()), element);
    }

    private ClientCallback byCallback() throws Exception {
        ClientCallback callback = new ClientCallback();
        Published.client(reports).invoke(callback, "file", HONEST);
        return callback;
    }

    private String fails(byte[] answer) {
        next = answer;
        String named = named(catchThrowable(() -> reports.file(HONEST)));
        assertThat(named).as("%d bytes", answer.length).matches(NAMED);
        works();
        return named;
    }

    /** Returns the text of the coded exception that caused the caller's failure. */
    private static String named(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ParleyException coded) {
                assertThat(coded.code()).isNotEqualTo(ErrorCode.INTERNAL);
                return coded.getMessage();
            }
        }
        throw new AssertionError("expected a coded cause", failure);
    }

    private void works() {
        next = null;
        assertThat(reports.file(HONEST)).hasToString(HONEST.toString());
        assertThat(runtime.sessions()).isEqualTo(1);
        assertThat(Published.status(reports).fallbacks()).isEmpty();
    }

    private void answer(IncomingMessage message) {
        try (message) {
            if (lost) {
                lost = losesAlways;
                refusals.incrementAndGet();
                message.refuse(ErrorCode.CONTEXT_UNAVAILABLE, "lost them");
                return;
            }
            byte[] content = next;
            if (content == null) {
                content = hand.message(ByHand.response(), hand.out, hand.record(hand.out, HONEST));
            }
            OutgoingMessage response = message.beginResponse(false);
            response.sink().writeBytes(content, 0, content.length);
            response.send();
        }
    }

    private void negotiate(HttpExchange exchange) throws IOException {
        try (exchange) {
            SoapEnvelope request =
                    SoapEnvelope.read(exchange.getRequestBody(), Limits.defaults(), Limit.NEGOTIATION_BYTES);
            Offer offer = NegotiationXml.readOffer(request.body(), Limits.defaults());
            Answer answer = Offering.reached(Negotiator.answer(offer, own, "by-hand"));
            Agreement agreement = Negotiator.agreement(offer, answer, own);
            Answer whole = answer.withToken(Token.of(runtime.issue(agreement, "", null, this::answer)));
            ByteArrayOutputStream envelope = new ByteArrayOutputStream();
            SoapEnvelope.write(envelope, SoapVersion.V1_1, List.of(), writer -> NegotiationXml.write(whole, writer));
            exchange.getResponseHeaders().set("Content-Type", SoapVersion.V1_1.contentType());
            exchange.sendResponseHeaders(200, envelope.size());
            envelope.writeTo(exchange.getResponseBody());
        }
    }
}
