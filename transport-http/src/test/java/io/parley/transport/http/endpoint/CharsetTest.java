package io.parley.transport.http.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.parley.endpoint.Contract;
import io.parley.negotiation.Mode;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlValue;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests SOAP messages of others in the encodings that their content type names, with and without an XML declaration.
 */
class CharsetTest {
    private static final String TEXT = "\u00c4\u00e9\u00b5";
    private static final Contract CONTRACT = Contract.builder("urn:samples")
            .operation("echo", Word.class, Word.class)
            .build();

    /** A text. */
    @XmlRootElement(name = "word", namespace = "urn:samples")
    static class Word {
        @XmlValue
        String text = TEXT;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/xml | UTF-8 |",
                "Text/XML;Charset=\"utf-8\" | UTF-8 | <?xml version='1.0' encoding='UTF-8'?>",
                "text/xml; charset=UTF-16 | UTF-16 | <?xml version='1.0' encoding='UTF-16'?>",
                "text/xml; charset=utf-16le | UTF-16LE |",
                "text/xml; charset=ISO-8859-1 | ISO-8859-1 |",
                "text/xml | ISO-8859-1 | <?xml version='1.0' encoding='ISO-8859-1'?>",
                "text/xml; charset=windows-1252 | windows-1252 | <?xml version='1.0' encoding='UTF-8'?>",
                "APPLICATION/SOAP+XML; charset=iso-8859-15; action=\"echo\" | ISO-8859-15 |",
            })
    void theCharsetOfTheContentTypeIsThatOfTheText(String type, Charset charset, String declaration) throws Exception {
        String soap = type.startsWith("A")
                ? "http://www.w3.org/2003/05/soap-envelope"
                : "http://schemas.xmlsoap.org/soap/envelope/";
        byte[] message = ((declaration == null ? "" : declaration) + "<s:Envelope xmlns:s='" + soap
                        + "'><s:Body><n:word xmlns:n='urn:samples'>" + TEXT + "</n:word></s:Body></s:Envelope>")
                .getBytes(charset);

        assertThat(answered(type, message)).contains(TEXT);
        assertThat(read(type, message)).isEqualTo(TEXT);
    }

    /** Sends a request to an endpoint; returns its response. */
    private static String answered(String type, byte[] message) throws Exception {
        try (HttpEndpoint endpoint = HttpEndpoint.serve(CONTRACT)
                .on("echo", Word.class, word -> {
                    assertThat(word.text).isEqualTo(TEXT);
                    return word;
                })
                .withoutStream()
                .start(0)) {
            HttpRequest request = HttpRequest.newBuilder(endpoint.url())
                    .header("Content-Type", type)
                    .POST(HttpRequest.BodyPublishers.ofByteArray(message))
                    .build();
            HttpResponse<byte[]> response =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
            return new String(response.body(), UTF_8);
        }
    }

    /** Lets a client call a service that responds with the message; returns what the caller gets. */
    private static String read(String type, byte[] message) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, message.length);
            exchange.getResponseBody().write(message);
            exchange.close();
        });
        server.start();
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        try (HttpEndpointClient client =
                HttpEndpointClient.of(CONTRACT).mode(Mode.NEVER).open(url)) {
            return client.call("echo", new Word(), Word.class).text;
        } finally {
            server.stop(0);
        }
    }
}
