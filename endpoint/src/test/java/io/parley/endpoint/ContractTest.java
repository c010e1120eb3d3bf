package io.parley.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Tests the contract that two endpoints agree on without a WSDL. */
class ContractTest {
    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" elementFormDefault="qualified">
              <xs:element name="point"><xs:complexType><xs:sequence>
                <xs:element name="x" type="xs:int"/>
              </xs:sequence></xs:complexType></xs:element>
              <xs:element name="name" type="xs:string"/>
            </xs:schema>""";

    @XmlRootElement(name = "point", namespace = "urn:t")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Point {
        int x;
    }

    @Test
    void equalContractsHaveEqualFingerprints() {
        assertThat(points().fingerprint()).isEqualTo(points().fingerprint());
        assertThat(points().fingerprint())
                .isNotEqualTo(Contract.builder("urn:t")
                        .operation("move", Point.class, Integer.class)
                        .build()
                        .fingerprint());
    }

    @Test
    void anAgreementOverAnotherContractIsRefused() {
        var other = Contract.builder("urn:other").message("move", Point.class).build();
        var agreement = points().agreement(new Address("localhost", 1), Limits.defaults());

        points().checkSame(agreement);
        assertThatThrownBy(() -> other.checkSame(agreement))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NEGOTIATION));
    }

    @Test
    void recordsAreMadeForElementsOfComplexType() {
        var contract = Contract.builder("urn:t")
                .schema(SCHEMA)
                .operation("named", new QName("urn:t", "point"), new QName("urn:t", "name"))
                .build();

        assertThat(contract.request("named").add("x", 4).build().get("x")).isEqualTo(4);
        assertThat(contract.untyped()).isEmpty();
        assertThatThrownBy(() -> contract.response("named"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("{urn:t}name");
    }

    @Test
    void mistakesAreReportedWhileItIsMade() {
        var builder = Contract.builder("urn:t").message("move", Point.class);
        assertThatThrownBy(() -> builder.message("move", Point.class)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Contract.builder("urn:t")
                        .schema(SCHEMA)
                        .message("move", new QName("urn:t", "line"))
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("{urn:t}line");
        assertThatThrownBy(() -> points().operation("fly")).isInstanceOfSatisfying(ParleyException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_OPERATION);
            assertThat(e).hasMessageContaining("move");
        });
    }

    private static Contract points() {
        return Contract.builder("urn:t")
                .operation("move", Point.class, Point.class)
                .build();
    }

    @Test
    void aMissingImplementationOfJaxbIsNamed() {
        String factory = "jakarta.xml.bind.JAXBContextFactory";
        System.setProperty(factory, "com.example.NoSuchFactory");
        try {
            assertThatThrownBy(() -> Contract.of("urn:test", Operation.of("sum", String.class, String.class)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("org.glassfish.jaxb:jaxb-runtime");
        } finally {
            System.clearProperty(factory);
        }
    }
}
