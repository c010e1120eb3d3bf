package io.parley.cxf.wscontext;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.store.wscontext.message.ActivityStatus;
import io.parley.store.wscontext.message.BeginRequest;
import io.parley.store.wscontext.message.Signal;
import io.parley.store.wscontext.message.WsContext;
import io.parley.store.wscontext.message.WsContextNames;
import io.parley.store.wscontext.message.WsContextPort;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests messages that no Parley client would send. */
class HostileMessagesTest {

    @Test
    void eachIsAFaultThatSaysNothingOfTheServerAndTheContextGoesOn() throws Exception {
        try (ContextPlace place = ContextPlace.create()) {
            WsContextPort alice = place.client(ContextPlace.SOAP12, "alice");
            WsContext context = alice.begin(null, new BeginRequest()).context().orElseThrow();
            String named =
                    "<w:context><w:context-identifier>" + context.identifier() + "</w:context-identifier></w:context>";
            String deep = "<x>".repeat(10_000) + "</x>".repeat(10_000);
            List<String> hostile = List.of(
                    envelope(named, "<w:setTimeout>soon</w:setTimeout>"),
                    envelope(named, "<w:setTimeout>99999999999999999999999999</w:setTimeout>"),
                    envelope(named, "<w:setTimeout/>"),
                    envelope(named, "<w:setContents/>"),
                    envelope(named, "<w:setContents><w:context/></w:setContents>"),
                    envelope(named, "<w:setContents>" + deep + "</w:setContents>"),
                    envelope(named, "<w:setContents><w:context>" + deep + "</w:context></w:setContents>"),
                    envelope(named, "<w:destroyAll/>"),
                    envelope(named, ""),
                    envelope("<w:context/>", "<w:getContents/>"),
                    envelope("<w:context><context-identifier>x</context-identifier></w:context>", "<w:getContents/>"),
                    envelope("", "<w:getContents/>"),
                    envelope(named + "<w:other s:mustUnderstand='1'/>", "<w:getContents/>"),
                    envelope(nested(50), "<w:getContents/>"),
                    "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>"
                            + envelope(named, "<w:getContents>&e;</w:getContents>"),
                    envelope(named, "<w:getContents>").replace("</s:Body></s:Envelope>", ""),
                    "not XML at all");

            for (String message : hostile) {
                HttpResponse<String> response = post(place.address(), message);
                String about = message.substring(0, Math.min(message.length(), 400));
                assertThat(response.statusCode()).as(about).isGreaterThanOrEqualTo(400);
                assertThat(response.body()).as(about).contains("Fault").doesNotContain("\tat ", "NullPointer", "root:");
            }

            assertThat(alice.getStatus(context, new Signal())).isEqualTo(ActivityStatus.ACTIVE);
        }
    }

    private static String nested(int depth) {
        String open = "<w:parent-context><w:context-identifier>urn:x</w:context-identifier>";
        return "<w:context><w:context-identifier>urn:y</w:context-identifier>" + open.repeat(depth)
                + "</w:parent-context>".repeat(depth) + "</w:context>";
    }

    private static String envelope(String header, String body) {
        return "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:w='" + WsContextNames.NAMESPACE
                + "'><s:Header>" + header + "</s:Header><s:Body>" + body + "</s:Body></s:Envelope>";
    }

    private static HttpResponse<String> post(String address, String message) throws Exception {
        String credentials = Base64.getEncoder().encodeToString("alice:secret".getBytes(StandardCharsets.UTF_8));
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(address))
                                .header("Content-Type", "text/xml;charset=utf-8")
                                .header("Authorization", "Basic " + credentials)
                                .POST(HttpRequest.BodyPublishers.ofString(message))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
