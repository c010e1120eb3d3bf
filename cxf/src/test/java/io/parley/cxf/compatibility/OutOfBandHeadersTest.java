package io.parley.cxf.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.cxf.Published;
import io.parley.cxf.services.WrappedStations;
import io.parley.cxf.services.WrappedStationsImpl;
import io.parley.negotiation.Mode;
import io.parley.schema.SafeXml;
import jakarta.jws.WebService;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.SoapHeader;
import org.apache.cxf.headers.Header;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.outofband.header.OutofBandHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

/** Tests header blocks that no contract declares, added and read by application code on either side. */
class OutOfBandHeadersTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final QName TREE = new QName("urn:parley:out-of-band", "tree");
    private static final QName BEAN = new QName("urn:parley:out-of-band", "bean");

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
    }

    /** Records incoming header blocks, and sends some. */
    @WebService(
            targetNamespace = "urn:parley:test",
            serviceName = "WrappedStationsService",
            portName = "WrappedStationsPort",
            endpointInterface = "io.parley.cxf.services.WrappedStations")
    public static final class Noting extends WrappedStationsImpl {
        private final List<String> seen = new CopyOnWriteArrayList<>();

        @Override
        public String echo(String value) {
            List<Header> headers =
                    CastUtils.cast((List<?>) context.getMessageContext().get(Header.HEADER_LIST));
            seen.add(shown(headers));
            List<Header> own = headers("from the service", false);
            own.forEach(header -> ((SoapHeader) header).setDirection(Header.Direction.DIRECTION_OUT));
            context.getMessageContext().put(Header.HEADER_LIST, own);
            return value;
        }
    }

    private static List<Header> headers(String text, boolean mustUnderstand) {
        String xml = "<t:tree xmlns:t='urn:parley:out-of-band' a='1'><t:leaf>" + text + "</t:leaf> tail</t:tree>";
        Element tree = SafeXml.document(
                        new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), Limits.defaults())
                .getDocumentElement();
        OutofBandHeader bean = new OutofBandHeader();
        bean.setName("name");
        bean.setValue(text);
        bean.setHdrAttribute("attribute");
        try {
            SoapHeader first = new SoapHeader(TREE, tree);
            first.setMustUnderstand(mustUnderstand);
            SoapHeader second = new SoapHeader(
                    BEAN,
                    new JAXBElement<>(BEAN, OutofBandHeader.class, bean),
                    new JAXBDataBinding(OutofBandHeader.class));
            return new ArrayList<>(List.of(first, second));
        } catch (JAXBException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String shown(List<Header> headers) {
        StringBuilder text = new StringBuilder();
        if (headers != null) {
            for (Header header : headers) {
                Element element = (Element) header.getObject();
                text.append(header.getName())
                        .append('[')
                        .append(element.getAttribute("a"))
                        .append(element.getTextContent())
                        .append(']');
            }
        }
        return text.toString();
    }

    @Shows(Use.OUT_OF_BAND_HEADERS)
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void headersThatNoContractNamesComeAndGo(boolean byClient) {
        List<String> seen = new ArrayList<>();
        for (Mode mode : new Mode[] {Mode.NEVER, Mode.ALWAYS}) {
            Noting service = new Noting();
            String address = published.endpoint("noting-" + mode);
            published.publishAny(service, address, SOAP11, Published.feature(Mode.AUTO));
            WrappedStations stations = published.proxy(WrappedStations.class, address, SOAP11, Published.feature(mode));
            Map<String, Object> context = byClient
                    ? Published.client(stations).getRequestContext()
                    : ((BindingProvider) stations).getRequestContext();
            StringBuilder told = new StringBuilder();
            for (int call = 0; call < 3; call++) {
                context.put(Header.HEADER_LIST, headers("from the client", false));
                told.append(stations.echo("x"));
                told.append(shown(CastUtils.cast((List<?>)
                        ((BindingProvider) stations).getResponseContext().get(Header.HEADER_LIST))));
            }
            seen.add(told + "\n" + service.seen);
            assertThat(Published.status(stations).streamedCalls()).isEqualTo(mode == Mode.ALWAYS ? 3 : 0);
        }
        assertThat(seen.get(1)).isEqualTo(seen.get(0)).contains("from the client", "from the service", "1from", "tail");
    }

    @Shows(Use.OUT_OF_BAND_HEADERS)
    @Test
    void aHeaderThatMustBeUnderstoodAndIsNotIsRefusedAsOverSoap() {
        List<String> seen = new ArrayList<>();
        for (Mode mode : new Mode[] {Mode.NEVER, Mode.ALWAYS}) {
            String address = published.endpoint("strict-" + mode);
            published.publishAny(new WrappedStationsImpl(), address, SOAP11, Published.feature(Mode.AUTO));
            WrappedStations stations = published.proxy(WrappedStations.class, address, SOAP11, Published.feature(mode));
            ((BindingProvider) stations).getRequestContext().put(Header.HEADER_LIST, headers("x", true));
            try {
                seen.add(stations.echo("x"));
            } catch (SOAPFaultException e) {
                seen.add(e.getFault().getFaultCode() + " " + e.getFault().getFaultString());
            }
            assertThat(Published.status(stations).streamedCalls()).isEqualTo(mode == Mode.ALWAYS ? 1 : 0);
        }
        assertThat(seen.get(1)).isEqualTo(seen.get(0)).contains("MustUnderstand");
    }
}
