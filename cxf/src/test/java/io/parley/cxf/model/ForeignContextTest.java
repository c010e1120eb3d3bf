package io.parley.cxf.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.binding.Accessors;
import io.parley.cxf.Published;
import jakarta.jws.WebService;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.Map;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.junit.jupiter.api.Test;

/** Tests that a JAXB context whose XML may differ from what the classes say is reported as the parts' reason. */
class ForeignContextTest {
    public static class Place {
        public String name;
    }

    @WebService(targetNamespace = "urn:places")
    public static class Places {
        public Place find(Place place) {
            return place;
        }
    }

    /** Implements only what JAXB's specification requires, as EclipseLink does. */
    private static final class Foreign extends JAXBContext {
        private final JAXBContext inner;

        Foreign(JAXBContext inner) {
            this.inner = inner;
        }

        @Override
        public Unmarshaller createUnmarshaller() throws JAXBException {
            return inner.createUnmarshaller();
        }

        @Override
        public Marshaller createMarshaller() throws JAXBException {
            return inner.createMarshaller();
        }
    }

    @Test
    void anotherJaxbIsNamedAsTheReason() throws JAXBException {
        try (Published published = new Published()) {
            Endpoint endpoint = published
                    .publishAny(new Places(), published.address(), SOAPBinding.SOAP11HTTP_BINDING)
                    .getEndpoint();
            JAXBDataBinding own = (JAXBDataBinding) endpoint.getService().getDataBinding();
            own.setContext(new Foreign(own.getContext()));

            EndpointModel model = EndpointModel.of(endpoint, Limits.defaults(), Accessors.GENERATED);

            assertThat(model.parts())
                    .isNotEmpty()
                    .allSatisfy(part -> assertThat(part.reason())
                            .contains(Foreign.class.getName(), "does not tell the namespace")
                            .doesNotContain("Throwable"));
        }
    }

    /** With this property JAXB writes a null as a nil element, whatever the annotations say. */
    @Test
    void propertiesOfTheContextAreNamedAsTheReason() {
        try (Published published = new Published()) {
            Endpoint endpoint = published
                    .publishAny(new Places(), published.address(), SOAPBinding.SOAP11HTTP_BINDING)
                    .getEndpoint();
            JAXBDataBinding own = (JAXBDataBinding) endpoint.getService().getDataBinding();
            own.setContextProperties(Map.of("org.glassfish.jaxb.treatEverythingNillable", true));

            EndpointModel model = EndpointModel.of(endpoint, Limits.defaults(), Accessors.GENERATED);

            assertThat(model.parts())
                    .isNotEmpty()
                    .allSatisfy(part -> assertThat(part.reason()).contains("properties of the JAXB context"));
        }
    }
}
