package io.parley.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests faults as text, and their details. */
class SoapFaultTest {
    private static final String FIRST = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
            + "<s:Fault>%s</s:Fault></s:Body></s:Envelope>";
    private static final String SECOND = "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Body>"
            + "<s:Fault>%s</s:Fault></s:Body></s:Envelope>";

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void anErrorIsReadAsItWasWritten(SoapVersion version) {
        SoapFault fault = SoapFault.of(new ParleyException(ErrorCode.LIMIT, "too long"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        fault.write(out, version);

        assertThat(SoapFault.read(envelope(out.toString(StandardCharsets.UTF_8))))
                .isEqualTo(fault);
    }

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void aDetailIsReadByItsReader(SoapVersion version) {
        SoapFault fault = new SoapFault(SoapFault.Cause.RECEIVER, "overdrawn", Optional.empty());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SoapEnvelope.write(
                out,
                version,
                List.of(),
                body -> fault.write(body, version, detail -> {
                    detail.writeStartElement("v", "overdrawn", "urn:vault");
                    detail.writeNamespace("v", "urn:vault");
                    detail.writeCharacters("7");
                    detail.writeEndElement();
                }));
        List<String> read = new ArrayList<>();

        SoapFault found = SoapFault.read(envelope(out.toString(StandardCharsets.UTF_8)), reader -> {
            assertThat(reader.getName()).isEqualTo(new QName("urn:vault", "overdrawn"));
            read.add(reader.getElementText());
            return true;
        });

        assertThat(found).isEqualTo(fault);
        assertThat(read).containsExactly("7");
    }

    @Test
    void elementsOfADetailAreNeverTextOrCauseOfTheFault() {
        String detail = "<d><faultstring>secret</faultstring><Text>secret</Text><faultcode>s:Client</faultcode>"
                + "<Value>s:Sender</Value></d>";
        SoapFault first = SoapFault.read(envelope(FIRST.formatted("<faultcode>s:Server</faultcode>"
                + "<faultstring>no</faultstring><faultactor>urn:a</faultactor><detail>" + detail + "</detail>")));
        SoapFault second = SoapFault.read(envelope(SECOND.formatted("<s:Code><s:Value>s:Receiver</s:Value><s:Subcode>"
                + "<s:Value>s:Sender</s:Value></s:Subcode></s:Code><s:Reason><s:Text xml:lang='en'>no</s:Text>"
                + "<s:Text xml:lang='de'>nein</s:Text></s:Reason><s:Detail>" + detail + "</s:Detail>")));

        SoapFault expected = new SoapFault(SoapFault.Cause.RECEIVER, "no", Optional.empty());
        assertThat(first).isEqualTo(expected);
        assertThat(second).isEqualTo(expected);
    }

    @Test
    void anErrorThatIsNestedInADetailOfSomebodyElseIsNone() {
        SoapFault fault = SoapFault.read(envelope(FIRST.formatted(
                "<detail><mine><p:error xmlns:p='urn:parley:1'>NOT_DISPATCHED</p:error></mine></detail>")));

        assertThat(fault.code()).isEmpty();
    }

    @Test
    void aLongTextIsShortened() {
        SoapFault fault =
                SoapFault.read(envelope(FIRST.formatted("<faultstring>" + "x".repeat(100_000) + "</faultstring>")));

        assertThat(fault.text()).hasSize(1024);
    }

    @Test
    void aFaultThatEndsTooEarlyIsRefused() {
        SoapEnvelope cut = envelope("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><s:Fault>"
                + "<faultstring>no");

        assertThatThrownBy(() -> SoapFault.read(cut))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.XML_REFUSED));
    }

    private static SoapEnvelope envelope(String text) {
        return SoapEnvelope.read(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                Limits.defaults(),
                Limit.MESSAGE_BYTES);
    }
}
