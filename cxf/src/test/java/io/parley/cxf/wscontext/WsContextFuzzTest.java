package io.parley.cxf.wscontext;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.BugDetectors;
import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.store.wscontext.CallerPolicy;
import io.parley.store.wscontext.message.ActivityStatus;
import io.parley.store.wscontext.message.BeginRequest;
import io.parley.store.wscontext.message.Signal;
import io.parley.store.wscontext.message.WsContext;
import io.parley.store.wscontext.message.WsContextException;
import io.parley.store.wscontext.message.WsContextNames;
import io.parley.store.wscontext.message.WsContextPort;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Tests that a WS-Context service answers any post with a response or with a fault that reveals nothing of the server,
 * and that other contexts continue.
 */
class WsContextFuzzTest {
    private static final String CREDENTIALS =
            "Basic " + Base64.getEncoder().encodeToString("alice:secret".getBytes(StandardCharsets.UTF_8));
    private static final String[] OPERATIONS = {
        "begin", "complete", "getStatus", "setTimeout", "getTimeout", "getContents", "setContents"
    };
    private static final String[] ELEMENTS = {
        "context", "context-identifier", "context-service", "type", "expiresAt", "parent-context", "contents-manager"
    };
    private static final int MOST_ELEMENTS = 12;
    private static final int MOST_TEXT = 60;

    private static ContextPlace place;
    private static WsContextPort bob;
    private static WsContext kept;
    private static WsContext used;

    @BeforeAll
    static void serve() throws WsContextException {
        place = new ContextPlace(
                Limits.defaults().with(Limit.CONTEXT_ENTRIES, 1_000).with(Limit.CONTEXT_VALUE_BYTES, 10_000),
                CallerPolicy.authenticated());
        bob = place.client(ContextPlace.SOAP12, "bob");
        kept = bob.begin(null, new BeginRequest()).context().orElseThrow();
        used = place.client(ContextPlace.SOAP11, "alice")
                .begin(null, new BeginRequest())
                .context()
                .orElseThrow();
    }

    @AfterAll
    static void close() {
        place.close();
    }

    @FuzzTest
    void anyBytes(byte[] message) throws Exception {
        post(message);
    }

    /** Elements of WS-Context and others in any order, in header and body of an envelope. */
    @FuzzTest
    void anyElements(FuzzedDataProvider data) throws Exception {
        String header = data.consumeBoolean() ? context(data) : elements(data);
        String operation = data.pickValue(OPERATIONS);
        String body = "<w:" + operation + ">" + (data.consumeBoolean() ? context(data) : elements(data)) + "</w:"
                + operation + ">";
        String envelope = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:w='"
                + WsContextNames.NAMESPACE + "' xmlns:p='urn:parley:1'><s:Header>" + header + "</s:Header><s:Body>"
                + body
                + "</s:Body></s:Envelope>";
        post(envelope.getBytes(StandardCharsets.UTF_8));
    }

    private static String context(FuzzedDataProvider data) {
        String identifier = data.pickValue(new String[] {used.identifier(), kept.identifier(), "urn:unknown"});
        return "<w:context><w:context-identifier>" + identifier + "</w:context-identifier>" + elements(data)
                + "</w:context>";
    }

    private static String elements(FuzzedDataProvider data) {
        StringBuilder text = new StringBuilder();
        StringBuilder ends = new StringBuilder();
        for (int i = data.consumeInt(0, MOST_ELEMENTS); i > 0; i--) {
            String name = (data.consumeBoolean() ? "w:" : "p:")
                    + (data.consumeBoolean() ? data.pickValue(ELEMENTS) : data.pickValue(OPERATIONS));
            text.append('<').append(name).append('>');
            if (data.consumeBoolean()) {
                text.append(data.consumeBoolean() ? String.valueOf(data.consumeLong()) : data.consumeString(MOST_TEXT));
                text.append("</").append(name).append('>');
            } else {
                ends.insert(0, "</" + name + ">");
            }
        }
        return text.append(ends).toString();
    }

    private static void post(byte[] message) throws IOException, WsContextException {
        BugDetectors.allowNetworkConnections((host, port) -> host.equals("localhost"));
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(place.address()).toURL().openConnection();
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "text/xml;charset=utf-8");
        connection.setRequestProperty("Authorization", CREDENTIALS);
        connection.getOutputStream().write(message);
        int status = connection.getResponseCode();
        try (InputStream in = status < HttpURLConnection.HTTP_BAD_REQUEST
                ? connection.getInputStream()
                : connection.getErrorStream()) {
            String response = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(response).doesNotContain("\tat ", "NullPointer", "ClassCast", "IllegalState", kept.identifier());
            assertThat(response.contains("Fault")).isEqualTo(status >= HttpURLConnection.HTTP_BAD_REQUEST);
        }
        assertThat(bob.getStatus(kept, new Signal())).isEqualTo(ActivityStatus.ACTIVE);
    }
}
