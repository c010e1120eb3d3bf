package io.parley.cxf.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.Limits;
import io.parley.binding.PartKey.Direction;
import io.parley.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WsdlDescriptionTest {
    private final Bus bus = BusFactory.newInstance().createBus();

    @TempDir
    private Path folder;

    @BeforeEach
    void leaveNoDefaultBus() {
        BusFactory.clearDefaultBusForAnyThread(bus);
    }

    @AfterEach
    void shutDown() {
        bus.shutdown(true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"type_test_doclit_soap", "type_test_rpclit_soap"})
    void aServiceThatNobodyHereWroteIsDescribedWithAReasonForEachUntypedPart(String name) throws IOException {
        String wsdl = Objects.requireNonNull(getClass().getResource("/wsdl/type_test/" + name + ".wsdl"))
                .toString();

        WsdlDescription description = WsdlDescription.read(bus, wsdl, Limits.defaults());

        assertThat(description.parts()).hasSizeGreaterThan(200);
        assertThat(description.parts())
                .allSatisfy(part -> assertThat(part.typed())
                        .as("%s: %s", part.key(), part.reason())
                        .isEqualTo(part.reason().isEmpty()));
        assertThat(description.parts().stream().filter(DescribedPart::typed))
                .hasSizeGreaterThan(description.parts().size() * 9 / 10);
    }

    @Test
    void theSchemaThatIsPrintedCanBeReadAgain() throws IOException {
        WsdlDescription description = WsdlDescription.read(bus, file(SHOP), Limits.defaults());

        Schema again = Schema.read(description.schemas(), Limits.defaults());

        assertThat(again.elements()).hasSize(2);
        assertThat(description.problems()).isEmpty();
    }

    @Test
    void aWildcardInsideATypedPartIsNamedWithItsPath() throws IOException {
        WsdlDescription description = WsdlDescription.read(bus, file(SHOP), Limits.defaults());

        DescribedPart in = part(description, Direction.IN);
        assertThat(in.typed()).isTrue();
        assertThat(in.infosetNodes()).containsExactly("/order/extra/*: any element");
        assertThat(part(description, Direction.OUT).infosetNodes()).isEmpty();
    }

    @Test
    void endpointsAreNamedWithTheirAddresses() throws IOException {
        WsdlDescription description = WsdlDescription.read(bus, file(SHOP), Limits.defaults());

        assertThat(description.address())
                .hasValueSatisfying(address -> assertThat(address.toString()).isEqualTo("http://shop.example/orders"));
    }

    @Test
    void allServicesOfAWsdlAreDescribed() throws IOException {
        String two = SHOP.replace("</definitions>", """
                  <service name="Returns">
                    <port name="Returns" binding="s:Shop"><soap:address location="http://shop.example/returns"/></port>
                  </service>
                </definitions>
                """);

        WsdlDescription description = WsdlDescription.read(bus, file(two), Limits.defaults());

        assertThat(description.services()).extracting(QName::getLocalPart).containsExactly("Returns", "Shop");
        assertThat(description.endpoints())
                .extracting(WsdlDescription.Port::address)
                .containsExactly("http://shop.example/returns", "http://shop.example/orders");
        assertThat(description.parts()).hasSize(2);
        assertThat(Schema.read(description.schemas(), Limits.defaults()).elements())
                .hasSize(2);
    }

    @Test
    void aWsdlWithoutAServiceIsDescribedByItsBindings() throws IOException {
        String none = SHOP.replaceAll("(?s)<service.*</service>", "");

        WsdlDescription description = WsdlDescription.read(bus, file(none), Limits.defaults());

        assertThat(description.parts()).hasSize(2).allMatch(DescribedPart::typed);
        assertThat(description.endpoints()).hasSize(1);
        assertThat(description.address()).isEmpty();
    }

    @Test
    void aWsdlWithoutAnyBindingSaysWhichIsNeeded() throws IOException {
        String none = SHOP.replaceAll("(?s)<binding.*</service>", "");
        String file = file(none);

        assertThatThrownBy(() -> WsdlDescription.read(bus, file, Limits.defaults()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("neither services nor bindings of SOAP; name the WSDL that has them");
    }

    @Test
    void portsOfOtherBindingsThanSoapHaveNoParts() throws IOException {
        String get = SHOP.replace("<soap:binding style=\"document\"", "<http:binding verb=\"GET\"")
                .replace(" transport=\"http://schemas.xmlsoap.org/soap/http\"", "")
                .replaceAll("<soap:operation[^>]*>", "<http:operation location=\"/buy\"/>")
                .replace("<soap:body use=\"literal\"/>", "<http:urlEncoded/>")
                .replace("soap:address", "http:address")
                .replace("xmlns:soap=", "xmlns:http=\"http://schemas.xmlsoap.org/wsdl/http/\" xmlns:soap=");

        assertThat(WsdlDescription.read(bus, file(get), Limits.defaults()).parts())
                .isEmpty();
    }

    @Test
    void anImportFromAnUnknownHostIsNamedWithAFix() throws IOException {
        String file = file(SHOP.replace(
                "<xs:element name=\"order\">",
                "<xs:import namespace=\"urn:codes\" schemaLocation=\"http://codes.invalid/codes.xsd\"/>"
                        + "<xs:element name=\"order\">"));

        assertThatThrownBy(() -> WsdlDescription.read(bus, file, Limits.defaults()))
                .hasMessageContaining("imports a document from codes.invalid, which is unknown here; put that");
    }

    @Test
    void anUnknownHostOfTheWsdlItselfIsNoImport() {
        assertThatThrownBy(() -> WsdlDescription.read(bus, "http://shop.invalid/orders?wsdl", Limits.defaults()))
                .hasMessageEndingWith(": the host shop.invalid is unknown here");
    }

    @Test
    void partsWithTheSoapEncodingAreNotTypedAndSayWhy() throws IOException {
        WsdlDescription description =
                WsdlDescription.read(bus, file(SHOP.replace("literal", "encoded")), Limits.defaults());

        assertThat(description.parts()).hasSize(2).allSatisfy(part -> {
            assertThat(part.typed()).isFalse();
            assertThat(part.reason()).contains("use=\"encoded\"");
        });
    }

    @Test
    void aFileThatIsNoWsdlIsSaidToBeNone() throws IOException {
        String file = file("<html/>");

        assertThatThrownBy(() -> WsdlDescription.read(bus, file, Limits.defaults()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("expected a WSDL at " + file);
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> WsdlDescription.read(bus, "no-such.wsdl", Limits.defaults()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no readable file no-such.wsdl");
    }

    private static DescribedPart part(WsdlDescription description, Direction direction) {
        List<DescribedPart> parts = description.parts().stream()
                .filter(part -> part.key().direction() == direction)
                .toList();
        assertThat(parts).hasSize(1);
        return parts.get(0);
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("service.wsdl"), text).toString();
    }

    private static final String SHOP = """
            <definitions name="Shop" targetNamespace="urn:shop" xmlns="http://schemas.xmlsoap.org/wsdl/"
                xmlns:s="urn:shop" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
                xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <types>
                <xs:schema targetNamespace="urn:shop" elementFormDefault="qualified">
                  <xs:element name="order"><xs:complexType><xs:sequence>
                    <xs:element name="id" type="xs:int"/>
                    <xs:element name="extra" minOccurs="0"><xs:complexType><xs:sequence>
                      <xs:any processContents="lax"/>
                    </xs:sequence></xs:complexType></xs:element>
                  </xs:sequence></xs:complexType></xs:element>
                  <xs:element name="receipt" type="xs:string"/>
                </xs:schema>
              </types>
              <message name="order"><part name="body" element="s:order"/></message>
              <message name="receipt"><part name="body" element="s:receipt"/></message>
              <portType name="Shop">
                <operation name="buy"><input message="s:order"/><output message="s:receipt"/></operation>
              </portType>
              <binding name="Shop" type="s:Shop">
                <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
                <operation name="buy"><soap:operation soapAction=""/>
                  <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>
                </operation>
              </binding>
              <service name="Shop">
                <port name="Shop" binding="s:Shop"><soap:address location="http://shop.example/orders"/></port>
              </service>
            </definitions>
            """;
}
