package io.parley.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parley.cxf.client.CallStatus;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.annotation.Resource;
import jakarta.jws.Oneway;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.cxf.interceptor.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests what an application finds in the contexts of streamed calls: the same as over SOAP, and the status of the call.
 */
class ResponseContextTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final int TEAPOT = 418;

    private final Published published = new Published();

    @WebService(targetNamespace = "urn:parley:test", name = "Notes")
    interface Notes {
        String read(String text);

        @Oneway
        void write(String text);
    }

    @WebService(targetNamespace = "urn:parley:test", endpointInterface = "io.parley.cxf.ResponseContextTest$Notes")
    public static class NotesImpl implements Notes {
        @Resource
        private WebServiceContext context;

        @Override
        public String read(String text) {
            if (text.equals("teapot")) {
                Fault fault = new Fault(new IllegalStateException(text));
                fault.setStatusCode(TEAPOT);
                throw fault;
            }
            Map<String, List<Object>> headers = new HashMap<>();
            headers.put("X-Pages", List.of("1", 2));
            headers.put("Link", List.of("<a>", "<b>"));
            context.getMessageContext().put(MessageContext.HTTP_RESPONSE_HEADERS, headers);
            return text;
        }

        @Override
        public void write(String text) {}
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    void aOneWayCallHasAStatusToo() {
        published.publishAny(new NotesImpl(), published.address(), SOAP11, new ParleyFeature());
        Notes notes = notes(Mode.ALWAYS);

        notes.write("x");

        assertThat(status(notes).streamed()).isTrue();
    }

    @Test
    void aCallWhoseResponseIsNoSoapHasAStatusToo() {
        published.publishAny(new NotesImpl(), published.address(), SOAP11, new ParleyFeature());
        Notes notes = notes(Mode.ALWAYS);

        assertThat(catchThrowable(() -> notes.read("teapot"))).isNotNull();

        assertThat(status(notes).streamed()).isTrue();
        Notes plain = notes(Mode.NEVER);
        assertThat(catchThrowable(() -> plain.read("teapot"))).isNotNull();
        assertThat(status(plain).reason()).contains(FallbackReason.MODE_NEVER);
    }

    @Test
    void headersOfSeveralValuesArriveAsOverSoap() {
        published.publishAny(new NotesImpl(), published.address(), SOAP11, new ParleyFeature());

        assertThat(headers(notes(Mode.ALWAYS))).isEqualTo(headers(notes(Mode.NEVER)));
    }

    private Notes notes(Mode mode) {
        return published.proxy(Notes.class, SOAP11, Published.patient().mode(mode));
    }

    private static CallStatus status(Notes notes) {
        return (CallStatus) ((BindingProvider) notes).getResponseContext().get(CallStatus.KEY);
    }

    private static Map<String, Object> headers(Notes notes) {
        notes.read("x");
        Map<?, ?> all =
                (Map<?, ?>) ((BindingProvider) notes).getResponseContext().get(MessageContext.HTTP_RESPONSE_HEADERS);
        Map<String, Object> own = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String name : List.of("X-Pages", "Link")) {
            own.put(name, all.get(name));
        }
        return own;
    }
}
