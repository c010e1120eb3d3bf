package io.parley.cxf.headers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.cxf.binding.soap.SoapHeader;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.headers.Header;
import org.apache.cxf.phase.Phase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that unchanged headers travel only once, and that readers see the same headers as over plain SOAP. */
class StaticHeadersTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final String SOAP12 = SOAPBinding.SOAP12HTTP_BINDING;
    private static final String TENANT = "<t:tenant xmlns:t=\"urn:tenants\" class=\"gold\">4711</t:tenant>";
    private static final String PROFILE = "<profile xmlns=\"urn:profiles\"><a> x\n</a><!-- kept --><![CDATA[<&>]]>"
            + "<b xmlns=\"\" k=\"&#9;&#10;&lt;'&quot;\"/></profile>";

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hhfr", "bnux", "tdxml", "xml", "fastinfoset", "exi", "exi-schema"})
    void theServiceSeesThemAsOverSoapWhateverTheRepresentation(String representation) {
        Blocks.Seen streamed = new Blocks.Seen();
        Server server = published.publishAny(
                new WrappedStationsImpl(),
                published.address(),
                SOAP12,
                new ParleyFeature().set("parley.representations", representation));
        server.getEndpoint().getInInterceptors().add(streamed);
        WrappedStations stations = proxy(SOAP12, representation);
        WrappedStations bySoap = published.proxy(WrappedStations.class, SOAP12);
        send(stations, List.of(TENANT, PROFILE));
        send(bySoap, List.of(TENANT, PROFILE));

        for (int call = 0; call < 5; call++) {
            assertThat(stations.echo("x")).isEqualTo("x");
        }
        bySoap.echo("x");

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(5);
        assertThat(streamed.messages).hasSize(6).containsOnly(streamed.messages.get(5));
        assertThat(streamed.messages.get(5)).hasSize(2);
        assertThat(streamed.messages.get(5).get(0)).contains("4711");
    }

    @Test
    void fromTheThirdCallOnTheyTakeAFewBytes() {
        published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature());
        WrappedStations stations = proxy(SOAP11, "hhfr");
        assertThat(stations.echo("x")).isEqualTo("x");
        long without = bytesOf(stations);
        send(stations, List.of(Blocks.reliableMessaging()));

        long first = bytesOf(stations);
        long second = bytesOf(stations);
        long third = bytesOf(stations);
        long fourth = bytesOf(stations);

        System.out.println("bytes out of a call, without header " + without + ", with it " + first + ", " + second
                + ", " + third + ", " + fourth);
        assertThat(Blocks.reliableMessaging()).hasSize(847);
        assertThat(first).isGreaterThan(without + 400);
        assertThat(second).isGreaterThan(without + 847);
        // A call with header blocks has the tags of its envelope as infoset, about 80 bytes.
        assertThat(third).isEqualTo(fourth).isLessThan(without + 140);
    }

    @Test
    void aHeaderThatChangesIsSeenAtOnceAndSoIsOneThatIsGone() {
        Blocks.Seen seen = new Blocks.Seen();
        Server server =
                published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature());
        server.getEndpoint().getInInterceptors().add(seen);
        WrappedStations stations = proxy(SOAP11, "hhfr");
        List<List<String>> sent = new ArrayList<>();
        for (int call = 0; call < 24; call++) {
            List<String> blocks = new ArrayList<>();
            blocks.add("<a:one xmlns:a=\"urn:a\">" + call / 6 + "</a:one>");
            blocks.add("<a:two xmlns:a=\"urn:a\">same</a:two>");
            if (call % 5 != 0) {
                blocks.add("<a:one xmlns:a=\"urn:a\">0</a:one>");
            }
            sent.add(blocks);
            send(stations, blocks);
            stations.echo("x");
        }

        assertThat(Published.status(stations).streamedCalls()).isEqualTo(24);
        assertThat(seen.messages).isEqualTo(sent);
    }

    @Test
    void responsesHaveThemToo() {
        Server server =
                published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature());
        server.getEndpoint().getOutInterceptors().add(new Adding(Blocks.reliableMessaging()));
        Blocks.Seen seen = new Blocks.Seen();
        WrappedStations stations = proxy(SOAP11, "hhfr");
        Published.client(stations).getInInterceptors().add(new Before(seen));

        for (int call = 0; call < 4; call++) {
            stations.echo("x");
        }
        long before = Published.status(stations).traffic().bytesIn();
        stations.echo("x");
        long last = Published.status(stations).traffic().bytesIn() - before;

        assertThat(seen.messages)
                .hasSize(5)
                .allSatisfy(message ->
                        assertThat(message).containsExactly(Blocks.text(Blocks.element(Blocks.reliableMessaging()))));
        assertThat(last).isLessThan(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {SOAP11, SOAP12})
    void aHeaderThatMustBeUnderstoodIsTheSameFaultAsOverSoapAtEveryCall(String binding) {
        published.publishAny(new WrappedStationsImpl(), published.address(), binding, new ParleyFeature());
        WrappedStations stations = proxy(binding, "hhfr");
        WrappedStations bySoap = published.proxy(WrappedStations.class, binding);
        mustUnderstand(stations);
        mustUnderstand(bySoap);
        SOAPFaultException expected = fault(bySoap);

        for (int call = 0; call < 4; call++) {
            SOAPFaultException found = fault(stations);
            assertThat(found).hasMessage(expected.getMessage());
            assertThat(found.getFault().getFaultCodeAsQName())
                    .isEqualTo(expected.getFault().getFaultCodeAsQName());
        }
        assertThat(Published.status(stations).streamedCalls()).isEqualTo(4);
    }

    @Test
    void secretsMessageIdsAndTracesAreNeverKept() {
        Server server =
                published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature());
        Blocks.Seen seen = new Blocks.Seen();
        server.getEndpoint().getInInterceptors().add(seen);
        WrappedStations stations = proxy(SOAP11, "hhfr");
        List<String> blocks = List.of(
                "<w:Security xmlns:w=\"http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd\">"
                        + "<w:UsernameToken><w:Username>alice</w:Username></w:UsernameToken></w:Security>",
                "<a:MessageID xmlns:a=\"http://www.w3.org/2005/08/addressing\">urn:uuid:1</a:MessageID>",
                "<t:traceparent xmlns:t=\"urn:trace\">00-1-2-01</t:traceparent>",
                "<t:b3 xmlns:t=\"urn:trace\">1-2</t:b3>",
                "<s:Assertion xmlns:s=\"urn:oasis:names:tc:SAML:2.0:assertion\"/>");
        send(stations, blocks);

        stations.echo("x");
        long first = bytesOf(stations);
        for (int call = 0; call < 3; call++) {
            assertThat(bytesOf(stations)).isEqualTo(first);
        }
        assertThat(seen.messages)
                .hasSize(5)
                .allSatisfy(message -> assertThat(message).hasSize(5));
    }

    @Test
    void manyCallsAtOnceOfClientsThatShareASessionEachShowTheirOwn() throws Exception {
        Blocks.Seen seen = new Blocks.Seen();
        Server server =
                published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature());
        server.getEndpoint().getInInterceptors().add(seen);
        List<WrappedStations> clients =
                IntStream.range(0, 4).mapToObj(i -> proxy(SOAP11, "hhfr")).toList();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Void>> work = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                WrappedStations client = clients.get(i);
                send(client, List.of("<c:who xmlns:c=\"urn:c\">" + i + "</c:who>", TENANT));
                work.add(() -> {
                    for (int call = 0; call < 50; call++) {
                        assertThat(client.echo("x")).isEqualTo("x");
                    }
                    return null;
                });
            }
            for (Future<Void> each : threads.invokeAll(work)) {
                each.get();
            }
        } finally {
            threads.shutdown();
        }

        assertThat(seen.messages).hasSize(200);
        for (int i = 0; i < 4; i++) {
            List<String> expected =
                    List.of("<c:who xmlns:c=\"urn:c\">" + i + "</c:who>", Blocks.text(Blocks.element(TENANT)));
            assertThat(seen.messages).filteredOn(expected::equals).hasSize(50);
        }
    }

    @Test
    void aBlockOfParleysOwnNamespaceGoesBySoap() {
        published.publishAny(new WrappedStationsImpl(), published.address(), SOAP11, new ParleyFeature());
        WrappedStations stations = proxy(SOAP11, "hhfr");
        Published.client(stations).getRequestContext().put("parley.mode", "auto");
        stations.echo("x");
        ParleyStatus.settled(Published.client(stations)).toCompletableFuture().join();
        send(stations, List.of("<p:headers xmlns:p=\"urn:parley:1\">1</p:headers>"));

        assertThat(stations.echo("y")).isEqualTo("y");

        assertThat(Published.status(stations).fallbacks()).containsKey(FallbackReason.ENCODING);
    }

    private WrappedStations proxy(String binding, String representation) {
        return published.proxy(
                WrappedStations.class,
                binding,
                Published.feature(Mode.ALWAYS)
                        .set("parley.representations", representation)
                        .set("parley.compression", "none")); // the test counts their bytes
    }

    private static void send(WrappedStations stations, List<String> blocks) {
        ((BindingProvider) stations).getRequestContext().put(Header.HEADER_LIST, Blocks.headers(blocks));
    }

    private static void mustUnderstand(WrappedStations stations) {
        SoapHeader strange = (SoapHeader) Blocks.header("<x:strange xmlns:x=\"urn:x\">1</x:strange>");
        strange.setMustUnderstand(true);
        ((BindingProvider) stations).getRequestContext().put(Header.HEADER_LIST, List.of((Header) strange));
    }

    private static SOAPFaultException fault(WrappedStations stations) {
        List<SOAPFaultException> caught = new ArrayList<>();
        assertThatThrownBy(() -> stations.echo("x")).isInstanceOfSatisfying(SOAPFaultException.class, caught::add);
        return caught.get(0);
    }

    private static long bytesOf(WrappedStations stations) {
        long before = Published.status(stations).traffic().bytesOut();
        stations.echo("x");
        return Published.status(stations).traffic().bytesOut() - before;
    }

    /** Adds a block to every response. */
    private static final class Adding extends AbstractSoapInterceptor {
        private final String block;

        Adding(String block) {
            super(Phase.PRE_PROTOCOL);
            this.block = block;
        }

        @Override
        public void handleMessage(SoapMessage message) {
            message.getHeaders().add(Blocks.header(block));
        }
    }

    /** The same recorder in the phase in which a client's chain has the headers. */
    private static final class Before extends AbstractSoapInterceptor {
        private final Blocks.Seen seen;

        Before(Blocks.Seen seen) {
            super(Phase.PRE_UNMARSHAL);
            this.seen = seen;
        }

        @Override
        public void handleMessage(SoapMessage message) {
            seen.handleMessage(message);
        }
    }
}
