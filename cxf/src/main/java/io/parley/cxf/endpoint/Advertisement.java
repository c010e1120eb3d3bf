package io.parley.cxf.endpoint;

import io.parley.negotiation.xml.NegotiationXml;
import io.parley.schema.SafeXml;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.wsdl.extensions.UnknownExtensibilityElement;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.service.model.DescriptionInfo;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.service.model.Extensible;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * WS-Policy assertion by which a WSDL advertises that its service supports negotiation (docs/protocol/negotiation.md
 * 13.6). It is recognized at the port, its binding or its service, in a policy or in a reference to a policy of the
 * same document; nothing is fetched. The negotiation itself checks all that the assertion claims.
 */
public final class Advertisement {
    private static final String ASSERTION = "Parley";
    private static final String WS_POLICY = "http://www.w3.org/ns/ws-policy";
    /** Namespaces of WS-Policy 1.5 and of the earlier W3C submission. */
    private static final Set<String> VERSIONS = Set.of(WS_POLICY, "http://schemas.xmlsoap.org/ws/2004/09/policy");

    private static final String UTILITY =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
    private static final String POLICY = "Policy";

    private Advertisement() {}

    /** Returns whether the service's WSDL, as far as this side has it, contains the assertion. */
    public static boolean isIn(Endpoint endpoint) {
        EndpointInfo port = endpoint.getEndpointInfo();
        DescriptionInfo wsdl =
                port.getService() == null ? null : port.getService().getDescription();
        return Stream.of(
                        Optional.of(port),
                        Optional.ofNullable(port.getBinding()),
                        Optional.ofNullable(port.getService()))
                .flatMap(Optional::stream)
                .flatMap(Advertisement::elements)
                .map(element -> resolved(element, wsdl))
                .flatMap(Optional::stream)
                .anyMatch(policy -> policy.getElementsByTagNameNS(NegotiationXml.NAMESPACE, ASSERTION)
                                .getLength()
                        > 0);
    }

    /**
     * Adds the assertion to the port, marked optional so that clients that do not know it ignore it. No effect if
     * present.
     */
    public static void addTo(Endpoint endpoint) {
        if (isIn(endpoint)) {
            return;
        }
        Document document = SafeXml.emptyDocument();
        Element policy = document.createElementNS(WS_POLICY, "wsp:" + POLICY);
        policy.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:wsp", WS_POLICY);
        Element assertion = document.createElementNS(NegotiationXml.NAMESPACE, "p:" + ASSERTION);
        assertion.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:p", NegotiationXml.NAMESPACE);
        assertion.setAttributeNS(WS_POLICY, "wsp:Optional", "true");
        policy.appendChild(assertion);
        UnknownExtensibilityElement extensor = new UnknownExtensibilityElement();
        extensor.setElement(policy);
        extensor.setElementType(new QName(WS_POLICY, POLICY));
        endpoint.getEndpointInfo().addExtensor(extensor);
    }

    private static Stream<Element> elements(Extensible place) {
        List<UnknownExtensibilityElement> extensors = place.getExtensors(UnknownExtensibilityElement.class);
        return extensors == null ? Stream.empty() : extensors.stream().map(UnknownExtensibilityElement::getElement);
    }

    private static Optional<Element> resolved(Element element, @Nullable DescriptionInfo wsdl) {
        if (isPolicy(element, POLICY)) {
            return Optional.of(element);
        }
        String uri = isPolicy(element, "PolicyReference") ? element.getAttribute("URI") : "";
        return wsdl == null || !uri.startsWith("#")
                ? Optional.empty()
                : elements(wsdl)
                        .filter(each -> isPolicy(each, POLICY) && isNamed(each, uri.substring(1)))
                        .findFirst();
    }

    private static boolean isPolicy(Element element, String name) {
        return VERSIONS.contains(element.getNamespaceURI())
                && element.getLocalName().equals(name);
    }

    private static boolean isNamed(Element policy, String id) {
        return id.equals(policy.getAttributeNS(UTILITY, "Id"))
                || id.equals(policy.getAttributeNS(XMLConstants.XML_NS_URI, "id"));
    }
}
