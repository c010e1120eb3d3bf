package io.parley.cxf.parts;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.binding.Part;
import io.parley.cxf.ParleyStatus;
import io.parley.cxf.Published;
import io.parley.cxf.compatibility.Shows;
import io.parley.cxf.compatibility.Use;
import io.parley.negotiation.Mode;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests a service whose WSDL lists the values of an enumeration, with clients that do not have the WSDL. */
class EnumeratedPartsTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final String NAMESPACE = "urn:parley:test:parcels";

    private final Published published = new Published();

    /** The values in the WSDL. */
    @XmlEnum
    @XmlType(name = "status", namespace = NAMESPACE)
    public enum Status {
        @XmlEnumValue("new")
        NEW,
        @XmlEnumValue("on its way")
        UNDER_WAY,
        @XmlEnumValue("there")
        THERE
    }

    /** A bean in the style of JAXB's schema compiler. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "shipment", namespace = NAMESPACE)
    public static class Shipment {
        @XmlSchemaType(name = "string")
        public Status status;

        @XmlSchemaType(name = "string")
        public List<Status> history;

        @XmlAttribute
        public Status expected;
    }

    /** The contract of the service, and of a client with compiled classes. */
    @WebService(name = "Parcels", targetNamespace = NAMESPACE)
    public interface Parcels {
        Shipment track(@WebParam(name = "shipment") Shipment shipment);
    }

    /** The values of an earlier WSDL, in another order. */
    @XmlEnum
    @XmlType(name = "status", namespace = NAMESPACE)
    public enum EarlierStatus {
        @XmlEnumValue("there")
        THERE,
        @XmlEnumValue("new")
        NEW
    }

    /** A bean in a handwritten style. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "shipment", namespace = NAMESPACE)
    public static class EarlierShipment {
        public EarlierStatus status;
        public List<EarlierStatus> history;

        @XmlAttribute
        public EarlierStatus expected;
    }

    /** The same operation for a client of the earlier WSDL. */
    @WebService(name = "Parcels", targetNamespace = NAMESPACE)
    public interface EarlierParcels {
        EarlierShipment track(@WebParam(name = "shipment") EarlierShipment shipment);
    }

    /** Advances a shipment to its next status. */
    @WebService(
            endpointInterface = "io.parley.cxf.parts.EnumeratedPartsTest$Parcels",
            targetNamespace = NAMESPACE,
            serviceName = "ParcelsService",
            portName = "ParcelsPort",
            wsdlLocation = "io/parley/cxf/parts/parcels.wsdl")
    public static class ParcelsImpl implements Parcels {
        @Override
        public Shipment track(Shipment shipment) {
            shipment.history.add(shipment.status);
            shipment.status = shipment.expected == null ? Status.UNDER_WAY : shipment.expected;
            shipment.history.add(shipment.status);
            return shipment;
        }
    }

    @BeforeEach
    void publish() {
        published.publishAny(new ParcelsImpl(), published.address(), SOAP11, Published.feature(Mode.AUTO));
    }

    @AfterEach
    void stop() {
        published.close();
    }

    @Test
    @Shows(Use.ENUMERATIONS)
    void classesThatMarkEnumerationsAsTextShareTypedParts() {
        Parcels parcels = published.proxy(Parcels.class, SOAP11, Published.feature(Mode.ALWAYS));
        Shipment shipment = new Shipment();
        shipment.status = Status.UNDER_WAY;
        shipment.history = List.of(Status.NEW);
        shipment.expected = Status.THERE;

        Shipment tracked = parcels.track(shipment);

        assertThat(tracked.status).isEqualTo(Status.THERE);
        assertThat(tracked.history).containsExactly(Status.NEW, Status.UNDER_WAY, Status.THERE);
        assertThat(tracked.expected).isEqualTo(Status.THERE);
        assertTyped(Published.status(parcels));
    }

    @Test
    @Shows(Use.ENUMERATIONS)
    void classesThatKnowFewerValuesShareTypedParts() {
        EarlierParcels parcels = published.proxy(EarlierParcels.class, SOAP11, Published.feature(Mode.ALWAYS));
        EarlierShipment shipment = new EarlierShipment();
        shipment.status = EarlierStatus.NEW;
        shipment.history = List.of(EarlierStatus.THERE);
        shipment.expected = EarlierStatus.THERE;

        EarlierShipment tracked = parcels.track(shipment);

        assertThat(tracked.status).isEqualTo(EarlierStatus.THERE);
        assertThat(tracked.history).containsExactly(EarlierStatus.THERE, EarlierStatus.NEW, EarlierStatus.THERE);
        assertTyped(Published.status(parcels));
    }

    @Test
    @Shows(Use.ENUMERATIONS)
    void aValueThatAClientDoesNotKnowIsWhatItIsOverSoap() {
        EarlierParcels parcels = published.proxy(EarlierParcels.class, SOAP11, Published.feature(Mode.ALWAYS));
        EarlierParcels overSoap = published.proxy(EarlierParcels.class, SOAP11);
        EarlierShipment shipment = new EarlierShipment();
        shipment.status = EarlierStatus.NEW;
        shipment.history = List.of(EarlierStatus.THERE);

        EarlierShipment tracked = parcels.track(shipment);

        assertThat(tracked).usingRecursiveComparison().isEqualTo(overSoap.track(shipment));
        assertTyped(Published.status(parcels));
    }

    private static void assertTyped(ParleyStatus status) {
        assertThat(status.parts()).isNotEmpty().allMatch(Part::isTyped, "typed");
        assertThat(status.streamedCalls()).isEqualTo(1);
        assertThat(status.typedParts()).isEqualTo(1);
        assertThat(status.infosetParts()).isZero();
    }
}
