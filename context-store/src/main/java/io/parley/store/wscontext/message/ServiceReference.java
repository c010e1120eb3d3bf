package io.parley.store.wscontext.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlType;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Reference to a service, in the format of an addressing specification. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "ServiceRefType")
public final class ServiceReference {
    @XmlAnyElement
    private @Nullable Element reference;

    @XmlAttribute(name = "reference-scheme")
    private @Nullable String scheme;

    /** Used by JAXB. */
    ServiceReference() {}

    /**
     * Creates an endpoint reference of WS-Addressing 1.0.
     *
     * @param owner the document that creates the elements
     */
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

    /** Returns the addressing specification; empty if it is not given. */
    public String scheme() {
        return scheme == null ? "" : scheme;
    }

    /**
     * Returns the address in a reference of WS-Addressing 1.0; empty for other formats. The address is unchecked input
     * of the sender.
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
