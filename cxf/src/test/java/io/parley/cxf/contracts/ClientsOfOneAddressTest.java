package io.parley.cxf.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.cxf.ParleyFeature;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Mode;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.BusFactory;
import org.apache.cxf.jaxws.DispatchImpl;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests clients of one bus and one address that differ in their contract or in the terms they ask for. */
class ClientsOfOneAddressTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final QName SERVICE = new QName("urn:parley:jobs", "JobsService");
    private static final QName PORT = new QName("urn:parley:jobs", "JobsPort");

    private final Published published = new Published();
    private final JobsImpl jobs = new JobsImpl();

    @BeforeEach
    void publish() {
        published.publishAny(jobs, published.address(), SOAP11, Published.patient());
    }

    @AfterEach
    void stop() {
        published.close();
    }

    private <T> T client(Class<T> type, ParleyFeature feature) {
        return client(type, SOAP11, feature);
    }

    private <T> T client(Class<T> type, String binding, ParleyFeature feature) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(published.clientBus);
        factory.setServiceClass(type);
        factory.setServiceName(SERVICE);
        factory.setEndpointName(PORT);
        factory.setBindingId(binding);
        factory.setAddress(published.address());
        factory.getFeatures().add(feature);
        return type.cast(factory.create());
    }

    private static ParleyFeature always() {
        return Published.feature(Mode.ALWAYS);
    }

    @Test
    void smallContractBehindAWholeOneRunsItsOwnOperation() {
        Jobs whole = client(Jobs.class, always());
        BeginOnly small = client(BeginOnly.class, always());

        assertThat(whole.len("1")).isEqualTo(1);
        assertThat(small.begin("3")).isEqualTo("begun 3");
        assertThat(whole.abort("2")).isEqualTo("aborted 2");

        assertThat(jobs.ran()).containsExactly("len 1", "begin 3", "abort 2");
        assertThat(Published.status(small).streamedCalls()).isEqualTo(1);
        assertThat(Published.status(whole).streamedCalls()).isEqualTo(2);
    }

    @Test
    void wholeContractBehindASmallOneRunsItsOwnOperation() {
        BeginOnly small = client(BeginOnly.class, always());
        Jobs whole = client(Jobs.class, always());

        assertThat(small.begin("1")).isEqualTo("begun 1");
        assertThat(whole.abort("2")).isEqualTo("aborted 2");
        assertThat(whole.len("333")).isEqualTo(3);

        assertThat(jobs.ran()).containsExactly("begin 1", "abort 2", "len 333");
        assertThat(Published.status(whole).streamedCalls()).isEqualTo(2);
        assertThat(Published.status(whole).typedParts()).isEqualTo(2);
    }

    @Test
    void dispatchBehindAProxyAnswersAsOverSoap() throws TransformerException {
        Jobs whole = client(Jobs.class, always());
        assertThat(whole.begin("1")).isEqualTo("begun 1");

        assertThat(text(dispatch(always()).invoke(request("begin", "2")))).contains("begun 2");

        assertThat(whole.begin("3")).isEqualTo("begun 3");
        assertThat(jobs.ran()).containsExactly("begin 1", "begin 2", "begin 3");
    }

    @Test
    void proxyBehindADispatchStreamsTyped() throws TransformerException {
        Dispatch<Source> dispatch = dispatch(always());
        assertThat(text(dispatch.invoke(request("begin", "1")))).contains("begun 1");

        Jobs whole = client(Jobs.class, always());
        assertThat(whole.begin("2")).isEqualTo("begun 2");

        assertThat(Published.status(whole).typedParts()).isEqualTo(1);
        assertThat(text(dispatch.invoke(request("len", "333")))).contains(">3<");
        assertThat(jobs.ran()).containsExactly("begin 1", "begin 2", "len 333");
    }

    @Test
    void clientsThatAskForOtherTermsEachHaveTheirOwn() {
        Jobs plain = client(
                Jobs.class,
                Published.patient()
                        .mode(Mode.ALWAYS)
                        .set("parley.channels", "http")
                        .set("parley.representations", "bnux"));
        Jobs typed = client(
                Jobs.class,
                Published.patient()
                        .mode(Mode.ALWAYS)
                        .set("parley.channels", "stream")
                        .set("parley.representations", "hhfr"));

        assertThat(plain.begin("1")).isEqualTo("begun 1");
        assertThat(typed.begin("2")).isEqualTo("begun 2");

        assertThat(agreed(plain)).isEqualTo("http bnux");
        assertThat(agreed(typed)).isEqualTo("stream hhfr");
    }

    @Test
    void aClientWhoseVersionOfSoapIsRefusedKeepsNoOtherFromStreaming() {
        Jobs newer = client(Jobs.class, SOAPBinding.SOAP12HTTP_BINDING, always());
        Jobs usual = client(Jobs.class, always());

        assertThatThrownBy(() -> newer.begin("1")).hasMessageContaining("VersionMismatch");

        assertThat(usual.begin("2")).isEqualTo("begun 2");
        assertThat(Published.status(usual).streamedCalls()).isEqualTo(1);
        assertThat(Published.status(newer).fallbacks()).containsOnlyKeys(FallbackReason.VERSION);
    }

    @Test
    void clientsThatAreAlikeShareASession() {
        Jobs first = client(Jobs.class, always());
        Jobs second = client(Jobs.class, always());

        assertThat(first.begin("1")).isEqualTo("begun 1");
        assertThat(second.begin("2")).isEqualTo("begun 2");

        assertThat(id(second)).isEqualTo(id(first));
    }

    @Test
    void aCallWithOtherTermsHasASessionOfItsOwn() {
        Jobs client = client(Jobs.class, always());
        assertThat(client.begin("1")).isEqualTo("begun 1");
        String first = id(client);

        ((BindingProvider) client).getRequestContext().put("parley.representations", "bnux");
        assertThat(client.begin("2")).isEqualTo("begun 2");
        assertThat(agreed(client)).endsWith(" bnux");
        ((BindingProvider) client).getRequestContext().remove("parley.representations");
        assertThat(client.begin("3")).isEqualTo("begun 3");

        assertThat(id(client)).isEqualTo(first);
    }

    private static String agreed(Object proxy) {
        ParleyStatus status = Published.status(proxy);
        return status.agreement()
                .map(agreement -> agreement.channel() + " " + agreement.representation())
                .orElse("nothing");
    }

    private static String id(Object proxy) {
        return Published.status(proxy).agreement().orElseThrow().id();
    }

    private Dispatch<Source> dispatch(ParleyFeature feature) {
        BusFactory.setThreadDefaultBus(published.clientBus);
        try {
            Service service = Service.create(SERVICE);
            service.addPort(PORT, SOAP11, published.address());
            Dispatch<Source> dispatch = service.createDispatch(PORT, Source.class, Service.Mode.PAYLOAD);
            feature.initialize(((DispatchImpl<?>) dispatch).getClient(), published.clientBus);
            return dispatch;
        } finally {
            BusFactory.setThreadDefaultBus(null);
        }
    }

    private static Source request(String operation, String job) {
        return new StreamSource(new StringReader(
                "<j:" + operation + " xmlns:j='urn:parley:jobs'><job>" + job + "</job></j:" + operation + ">"));
    }

    private static String text(Source source) throws TransformerException {
        StringWriter text = new StringWriter();
        TransformerFactory.newInstance().newTransformer().transform(source, new StreamResult(text));
        return text.toString();
    }
}
