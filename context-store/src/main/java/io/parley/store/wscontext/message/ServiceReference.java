package io.parley.store.wscontext.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlType;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** A service, in the words of some addressing specification. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "ServiceRefType")
public final class ServiceReference {
    @XmlAnyElement
    private @Nullable Element reference;

    @XmlAttribute(name = "reference-scheme")
    private @Nullable String scheme;

    /** Constructor for JAXB. */
    ServiceReference() {}

    /** The service at an address, as an endpoint reference of WS-Addressing 1.0. */
    public static ServiceReference at(String address, Document owner) {
        Element endpoint = owner.createElementNS(WsContextNames.ADDRESSING, "wsa:EndpointReference");
        Element place = owner.createElementNS(WsContextNames.ADDRESSING, "wsa:Address");
        place.setTextContent(address);
        endpoint.appendChild(place);
        ServiceReference service = new ServiceReference();
        service.reference = endpoint;
        service.scheme = WsContextNames.ADDRESSING;
        return service;
    }

    /** The addressing specification, if it is said. */
    public String scheme() {
        return scheme == null ? "" : scheme;
    }

    /**
     * The address in a reference of WS-Addressing 1.0, or empty for any other. Whoever sent it may have written
     * anything.
     */
    public String address() {
        if (reference == null) {
            return "";
        }
        var addresses = reference.getElementsByTagNameNS(WsContextNames.ADDRESSING, "Address");
        return addresses.getLength() == 0
                ? ""
                : addresses.item(0).getTextContent().strip();
    }
}
