package io.parley.cxf.wscontext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.parley.Limits;
import io.parley.cxf.addressing.ReplyAddresses;
import io.parley.schema.SafeXml;
import io.parley.store.wscontext.CallerPolicy;
import io.parley.store.wscontext.message.ActivityStatus;
import io.parley.store.wscontext.message.BeginRequest;
import io.parley.store.wscontext.message.Signal;
import io.parley.store.wscontext.message.WsContext;
import io.parley.store.wscontext.message.WsContextNames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

/**
 * Tests responses sent to other addresses: only to those that the operator allowed, never to others that a message
 * names.
 */
class CallbackTest {
    private static final String SOAP11 = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String SOAP12 = "http://www.w3.org/2003/05/soap-envelope";
    private static final String WSA = WsContextNames.ADDRESSING;
    private static final String WSA_2004 = "http://schemas.xmlsoap.org/ws/2004/08/addressing";
    private static final String SOME = "urn:uuid:4b2c7a52-3a39-4d7b-8f3a-0d9c6c1f2e11";

    private final BlockingQueue<String> arrived = new LinkedBlockingQueue<>();
    private HttpServer receiver;
    private ServerSocket trap;
    private ContextPlace place;

    @BeforeEach
    void open() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        receiver = HttpServer.create(new InetSocketAddress(here, 0), 0);
        receiver.createContext("/", exchange -> {
            arrived.add(exchange.getRequestURI() + "\n"
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(202, -1);
            exchange.close();
        });
        receiver.start();
        trap = new ServerSocket(0, 50, here);
        place = new ContextPlace(
                Limits.defaults(),
                CallerPolicy.authenticated(),
                ReplyAddresses.only(List.of(allowed("exact"), allowed("below/"))));
    }

    @AfterEach
    void close() throws IOException {
        place.close();
        receiver.stop(0);
        trap.close();
    }

    private String allowed(String path) {
        return "http://localhost:" + receiver.getAddress().getPort() + "/" + path;
    }

    private HttpResponse<String> post(String soap, String operation, String body, String headers) throws Exception {
        String envelope = "<s:Envelope xmlns:s='" + soap + "' xmlns:w='" + WsContextNames.NAMESPACE + "'><s:Header>"
                + headers + "</s:Header><s:Body>" + body + "</s:Body></s:Envelope>";
        boolean old = soap.equals(SOAP11);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(place.address()))
                .header("Content-Type", old ? "text/xml;charset=utf-8" : "application/soap+xml;charset=utf-8")
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString("alice:secret".getBytes(StandardCharsets.UTF_8)))
                .POST(HttpRequest.BodyPublishers.ofString(envelope));
        if (old) {
            request.header("SOAPAction", '"' + WsContextNames.NAMESPACE + "/" + operation + '"');
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String addressing(String namespace, String operation, String... references) {
        StringBuilder headers = new StringBuilder("<a:Action xmlns:a='" + namespace + "'>" + WsContextNames.NAMESPACE
                + "/" + operation + "</a:Action><a:MessageID xmlns:a='" + namespace + "'>" + SOME + "</a:MessageID>");
        for (int i = 0; i < references.length; i += 2) {
            headers.append("<a:" + references[i] + " xmlns:a='" + namespace + "'><a:Address>"
                    + references[i + 1].replace("&", "&amp;").replace("<", "&lt;") + "</a:Address></a:"
                    + references[i] + ">");
        }
        return headers.toString();
    }

    private Document next(String path) throws Exception {
        String message = arrived.poll(60, TimeUnit.SECONDS);
        assertThat(message).isNotNull().startsWith("/" + path + "\n");
        String envelope = message.substring(message.indexOf('\n') + 1);
        return SafeXml.document(new ByteArrayInputStream(envelope.getBytes(StandardCharsets.UTF_8)), Limits.defaults());
    }

    private static String text(Document document, String namespace, String name) {
        var found = document.getElementsByTagNameNS(namespace, name);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent();
    }

    @ParameterizedTest
    @ValueSource(strings = {SOAP11, SOAP12})
    void anAnswerFollowsAsAMessageOfItsOwnToAnAllowedAddress(String soap) throws Exception {
        HttpResponse<String> response = post(
                soap,
                "begin",
                "<w:begin/>",
                addressing(WSA, "begin", "ReplyTo", allowed("exact"), "FaultTo", allowed("below/a/b")));

        assertThat(response.statusCode()).isEqualTo(202);
        Document begun = next("exact");
        assertThat(begun.getDocumentElement().getNamespaceURI()).isEqualTo(soap);
        assertThat(text(begun, WSA, "RelatesTo")).isEqualTo(SOME);
        assertThat(text(begun, WSA, "Action")).isEqualTo(WsContextNames.NAMESPACE + "/begun");
        WsContext context = WsContext.named(text(begun, WsContextNames.NAMESPACE, "context-identifier"));
        assertThat(place.client(ContextPlace.SOAP12, "alice").getStatus(context, new Signal()))
                .as("it is of who asked for it")
                .isEqualTo(ActivityStatus.ACTIVE);
    }

    @ParameterizedTest
    @ValueSource(strings = {SOAP11, SOAP12})
    void aFaultGoesWhereFaultsAreToGoOrElseWhereRepliesAre(String soap) throws Exception {
        String unknown = "<w:context><w:context-identifier>urn:none</w:context-identifier></w:context>";
        HttpResponse<String> response = post(
                soap,
                "getStatus",
                "<w:getStatus/>",
                unknown + addressing(WSA, "getStatus", "ReplyTo", allowed("exact"), "FaultTo", allowed("below/f")));

        assertThat(response.statusCode()).isEqualTo(202);
        Document fault = next("below/f");
        assertThat(fault.getElementsByTagNameNS(WsContextNames.NAMESPACE, "unknownContextFault")
                        .getLength())
                .isOne();
        assertThat(text(fault, WSA, "RelatesTo")).isEqualTo(SOME);

        post(soap, "getStatus", "<w:getStatus/>", unknown + addressing(WSA, "getStatus", "ReplyTo", allowed("exact")));
        fault = next("exact");
        assertThat(fault.getElementsByTagNameNS(WsContextNames.NAMESPACE, "unknownContextFault")
                        .getLength())
                .isOne();
    }

    @Test
    void anAnonymousReplyToIsAnsweredAtOnceWithItsRelation() throws Exception {
        HttpResponse<String> response =
                post(SOAP12, "begin", "<w:begin/>", addressing(WSA, "begin", "ReplyTo", WSA + "/anonymous"));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("begun", SOME);
        assertThat(place.client(ContextPlace.SOAP11, "alice")
                        .begin(null, new BeginRequest())
                        .context())
                .as("without WS-Addressing at all")
                .isPresent();
        assertThat(arrived).isEmpty();
    }

    @Test
    void nothingIsConnectedToThatTheOperatorDidNotName() throws Exception {
        int port = trap.getLocalPort();
        List<String> hostile = List.of(
                "http://localhost:" + port + "/",
                "http://127.0.0.1:" + port + "/exact",
                "HTTP://LOCALHOST:" + port,
                "http://[::1]:" + port + "/",
                "http://[::ffff:127.0.0.1]:" + port + "/",
                "http://0x7f000001:" + port + "/",
                "http://2130706433:" + port + "/",
                "http://127.1:" + port + "/",
                "http://0:" + port + "/",
                "http://localhost.:" + port + "/exact",
                allowed("exact").replace("http://", "http://x@").replace("localhost", "127.0.0.1"),
                allowed("exact").replace("localhost", "localhost:80@localhost"),
                allowed("exact") + "@127.0.0.1:" + port + "/",
                allowed("exact") + "?x=1",
                allowed("exact") + "#x",
                allowed("exact") + "/",
                allowed("exactly"),
                allowed("EXACT"),
                allowed("below"),
                allowed("below/../secret"),
                allowed("below/a/.."),
                allowed("below/./a"),
                allowed("below/%2e%2e/secret"),
                allowed("below//a"),
                allowed("below/a;b"),
                allowed("below/a?b"),
                allowed("below/a\\b"),
                allowed("below/" + "a".repeat(3_000)),
                allowed("exact").replace("http:", "https:"),
                allowed("exact").replace("http:", "ftp:"),
                "http://169.254.169.254/latest/meta-data/",
                "file:///etc/passwd",
                "jms:queue:admin",
                "mailto:a@b",
                "//localhost:" + port + "/",
                "localhost:" + port,
                "/exact",
                "",
                "   ",
                "http://",
                "http:///exact");

        for (String address : hostile) {
            for (String namespace : List.of(WSA, WSA_2004)) {
                for (String reference : List.of("ReplyTo", "FaultTo")) {
                    HttpResponse<String> response =
                            post(SOAP11, "begin", "<w:begin/>", addressing(namespace, "begin", reference, address));
                    assertThat(response.statusCode())
                            .as("%s %s", reference, address)
                            .isGreaterThanOrEqualTo(400);
                    assertThat(response.body()).contains("Fault").doesNotContain("begun");
                }
            }
        }

        // A response to a wrong address would have been sent before this one.
        post(SOAP11, "begin", "<w:begin/>", addressing(WSA, "begin", "ReplyTo", allowed("below/last")));
        next("below/last");
        assertThat(arrived).isEmpty();
        trap.setSoTimeout(1);
        assertThatThrownBy(trap::accept).isInstanceOf(SocketTimeoutException.class);
        assertThat(place.store.usage("alice").entries())
                .as("nobody was called but for the last")
                .isEqualTo(2);
    }

    @Test
    void anAddressThatCannotBeCalledIsNoneToAllow() {
        for (String wrong :
                List.of("", "callbacks.example.org", "ftp://x/", "http://user@x/", "http://x/#y", "http:///x")) {
            assertThatIllegalArgumentException().isThrownBy(() -> ReplyAddresses.only(List.of(wrong)));
        }
    }
}
