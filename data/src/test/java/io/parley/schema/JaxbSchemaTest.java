package io.parley.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JaxbSchemaTest {

    @Test
    void jaxbClassesNeedNoSchemaFromTheUser() throws JAXBException {
        Schema schema = Schema.derive(JAXBContext.newInstance(Customer.class), Limits.defaults());

        assertThat(schema.problems()).isEmpty();
        assertThat(schema.elements()).containsOnlyKeys(new QName("urn:customers", "customer"));
        assertThat(schema.types())
                .containsOnlyKeys(new QName("urn:customers", "customer"), new QName("urn:places", "place"));
    }

    @XmlRootElement(name = "customer", namespace = "urn:customers")
    @XmlType(name = "customer", namespace = "urn:customers")
    static class Customer {
        @XmlAttribute
        int number;

        @XmlElement(nillable = true)
        @Nullable
        String name;

        @XmlElement(namespace = "urn:customers")
        List<Place> places = List.of();
    }

    @XmlType(name = "place", namespace = "urn:places")
    static class Place {
        @XmlElement
        double latitude;
    }
}
