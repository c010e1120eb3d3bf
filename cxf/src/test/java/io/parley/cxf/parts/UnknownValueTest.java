package io.parley.cxf.parts;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.negotiation.Mode;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.ext.logging.LoggingFeature;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests messages that are one value of an enumeration, which the receiver's class does not have. */
class UnknownValueTest {
    private static final String SOAP11 = jakarta.xml.ws.soap.SOAPBinding.SOAP11HTTP_BINDING;
    private static final String NAMESPACE = "urn:parley:test:lamps";

    private final Published published = new Published();
    private final List<String> seen = new ArrayList<>();

    /** The client's values. */
    @XmlEnum
    @XmlType(name = "color", namespace = NAMESPACE)
    public enum Color {
        RED,
        BLUE
    }

    /** The service's values. */
    @XmlEnum
    @XmlType(name = "color", namespace = NAMESPACE)
    public enum OtherColor {
        RED,
        GREEN
    }

    /** The contract of the client. */
    @WebService(name = "Lamps", targetNamespace = NAMESPACE)
    @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
    public interface Lamps {
        @WebMethod
        @WebResult(name = "next", targetNamespace = NAMESPACE)
        Color next(@WebParam(name = "color", targetNamespace = NAMESPACE) Color color);
    }

    /** The contract of the service. */
    @WebService(name = "Lamps", targetNamespace = NAMESPACE)
    @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
    public interface OtherLamps {
        @WebMethod
        @WebResult(name = "next", targetNamespace = NAMESPACE)
        OtherColor next(@WebParam(name = "color", targetNamespace = NAMESPACE) @Nullable OtherColor color);
    }

    /** Answers red with green, and anything else with red. */
    @WebService(
            endpointInterface = "io.parley.cxf.parts.UnknownValueTest$OtherLamps",
            targetNamespace = NAMESPACE,
            serviceName = "LampsService",
            portName = "LampsPort")
    public static class LampsImpl implements OtherLamps {
        private final List<String> seen;

        LampsImpl(List<String> seen) {
            this.seen = seen;
        }

        @Override
        public OtherColor next(@Nullable OtherColor color) {
            seen.add(String.valueOf(color));
            return color == OtherColor.RED ? OtherColor.GREEN : OtherColor.RED;
        }
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @ParameterizedTest
    @CsvSource({"hhfr, false", "hhfr, true", "tdxml, false"})
    @Shows(Use.ENUMERATIONS)
    void itIsWhatItIsOverSoap(String representation, boolean logged) {
        if (logged) {
            published.serviceBus.getFeatures().add(new LoggingFeature());
            published.clientBus.getFeatures().add(new LoggingFeature());
        }
        published.publishAny(
                new LampsImpl(seen),
                published.address(),
                SOAP11,
                Published.feature(Mode.AUTO).set("parley.representations", "hhfr,tdxml,bnux"));
        Lamps bySoap = published.proxy(Lamps.class, SOAP11);
        Lamps streamed = published.proxy(
                Lamps.class,
                SOAP11,
                Published.feature(Mode.ALWAYS).set("parley.representations", representation + ",bnux"));

        assertThat(streamed.next(Color.BLUE)).isEqualTo(bySoap.next(Color.BLUE)).isEqualTo(Color.RED);
        assertThat(streamed.next(Color.RED)).isEqualTo(bySoap.next(Color.RED)).isNull();

        assertThat(seen).containsExactly("null", "null", "RED", "RED");
        assertThat(Published.status(streamed).typedParts()).isEqualTo(2);
    }
}
