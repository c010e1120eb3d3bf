package io.parley.examples.contracts;

import java.util.List;
import javax.xml.XMLConstants;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Service for a WSDL that has none, as standards publish them: one with a port for each SOAP binding, at an address
 * that is no service's.
 */
final class AddedService {
    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final String NAME = "Service";

    private AddedService() {}

    static void add(Document wsdl, List<Element> bindings) {
        Element root = wsdl.getDocumentElement();
        Element service = child(root, "service");
        service.setAttribute("name", NAME);
        int number = 0;
        for (Element binding : bindings) {
            Element port = child(service, "port");
            String prefix = "binding" + ++number;
            port.setAttributeNS(
                    XMLConstants.XMLNS_ATTRIBUTE_NS_URI,
                    "xmlns:" + prefix,
                    binding.getOwnerDocument().getDocumentElement().getAttribute("targetNamespace"));
            port.setAttribute("name", binding.getAttribute("name"));
            port.setAttribute("binding", prefix + ":" + binding.getAttribute("name"));
            Element address = wsdl.createElementNS(soap(binding), "soap:address");
            address.setAttribute("location", "http://localhost/");
            port.appendChild(address);
        }
    }

    private static Element child(Element parent, String name) {
        Element child = parent.getOwnerDocument().createElementNS(WSDL, "wsdl:" + name);
        parent.appendChild(child);
        return child;
    }

    /** Returns the namespace of a binding's SOAP extension. */
    private static String soap(Element binding) {
        for (String namespace : ContractFolder.SOAP) {
            if (binding.getElementsByTagNameNS(namespace, "binding").getLength() > 0) {
                return namespace;
            }
        }
        throw new IllegalArgumentException("expected a binding of SOAP");
    }
}
