package io.parley.examples.contracts;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/**
 * Removes from a WSDL or schema all that is not part of its contract: documentation, binding customizations, policies,
 * extensions. Java source is generated from the rest, so names must be valid names, and no value may end a string or
 * comment.
 */
final class CleanDocument {
    private static final String XSD = XMLConstants.W3C_XML_SCHEMA_NS_URI;
    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final Set<String> SOAP =
            Set.of("http://schemas.xmlsoap.org/wsdl/soap/", "http://schemas.xmlsoap.org/wsdl/soap12/");
    private static final String MIME = "http://schemas.xmlsoap.org/wsdl/mime/";
    private static final String XMIME = "http://www.w3.org/2005/05/xmlmime";
    private static final Set<String> MTOM_POLICIES = Set.of(
            "http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization",
            "http://www.w3.org/2007/08/soap12-mtom-policy");
    private static final String OVER_HTTP = "http://schemas.xmlsoap.org/soap/http";

    private static final Set<String> FACETS = Set.of(
            "enumeration",
            "pattern",
            "minInclusive",
            "maxInclusive",
            "minExclusive",
            "maxExclusive",
            "length",
            "minLength",
            "maxLength",
            "totalDigits",
            "fractionDigits",
            "whiteSpace");
    private static final Set<String> VALUES = Set.of("default", "fixed", "value");
    private static final Pattern NAME = Pattern.compile("\\s*[\\p{L}_][\\p{L}\\p{M}\\p{N}_.\\-\\u00B7]*\\s*");
    private static final Pattern UNSAFE = Pattern.compile("[\"\\\\\\p{Cntrl}]|\\*/|/\\*");

    private final URI place;
    private boolean wantsMtom;

    CleanDocument(URI place) {
        this.place = place;
    }

    /** Attribute that refers to another document. */
    record Import(Element element, String attribute) {
        String location() {
            return element.getAttribute(attribute);
        }

        String namespace() {
            return element.getAttribute("namespace");
        }
    }

    /** Cleans a document in place; returns its imports. */
    List<Import> clean(Document document) throws ContractException {
        List<Import> imports = new ArrayList<>();
        clean(document.getDocumentElement(), imports);
        return imports;
    }

    /** Returns whether the document requests MTOM for binary content. */
    boolean wantsMtom() {
        return wantsMtom;
    }

    private void clean(Element element, List<Import> imports) throws ContractException {
        attributes(element);
        if (isImport(element)) {
            String attribute = WSDL.equals(element.getNamespaceURI()) ? "location" : "schemaLocation";
            if (element.hasAttribute(attribute)) {
                imports.add(new Import(element, attribute));
            }
        }
        for (Node child = element.getFirstChild(); child != null; ) {
            Node next = child.getNextSibling();
            if (child instanceof Element part && isContract(part)) {
                clean(part, imports);
            } else {
                if (child instanceof Element left) {
                    lookForMtom(left);
                }
                element.removeChild(child);
            }
            child = next;
        }
    }

    private static boolean isImport(Element element) {
        return (WSDL.equals(element.getNamespaceURI()) && element.getLocalName().equals("import"))
                || (XSD.equals(element.getNamespaceURI())
                        && Set.of("import", "include", "redefine").contains(element.getLocalName()));
    }

    private static boolean isContract(Element element) {
        String namespace = String.valueOf(element.getNamespaceURI());
        return switch (namespace) {
            case XSD -> !element.getLocalName().equals("annotation");
            case WSDL -> !element.getLocalName().equals("documentation");
            case MIME -> true;
            default -> SOAP.contains(namespace);
        };
    }

    private void lookForMtom(Element left) {
        wantsMtom |= MTOM_POLICIES.contains(String.valueOf(left.getNamespaceURI()));
        for (Node child = left.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element inside) {
                lookForMtom(inside);
            }
        }
    }

    private void attributes(Element element) throws ContractException {
        NamedNodeMap all = element.getAttributes();
        for (int i = all.getLength() - 1; i >= 0; i--) {
            Attr attribute = (Attr) all.item(i);
            String namespace = attribute.getNamespaceURI();
            if (XMIME.equals(namespace)) {
                wantsMtom = true;
                check(element, attribute);
            } else if (namespace != null && !XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(namespace)) {
                element.removeAttributeNode(attribute);
            } else if (!isValue(element, attribute)) {
                check(element, attribute);
            }
        }
        if (SOAP.contains(String.valueOf(element.getNamespaceURI()))) {
            overHttp(element);
        }
    }

    /**
     * Rewrites transport and address: the stand-in of a service is called by HTTP, whatever the transport of the
     * service.
     */
    private static void overHttp(Element element) {
        if (element.getLocalName().equals("binding")) {
            element.setAttribute("transport", OVER_HTTP);
        } else if (element.getLocalName().equals("address")) {
            element.setAttribute("location", "http://localhost/");
        }
    }

    /** Returns whether an attribute is a facet or default value, which the generator quotes. */
    private static boolean isValue(Element element, Attr attribute) {
        return XSD.equals(element.getNamespaceURI())
                && VALUES.contains(attribute.getName())
                && (!attribute.getName().equals("value") || FACETS.contains(element.getLocalName()));
    }

    private void check(Element element, Attr attribute) throws ContractException {
        String value = attribute.getValue();
        boolean isNamed = attribute.getName().equals("name");
        if (isNamed ? !NAME.matcher(value).matches() : UNSAFE.matcher(value).find()) {
            throw new ContractException(place + ": " + element.getNodeName() + "/@" + attribute.getName()
                    + ": expected "
                    + (isNamed ? "a name" : "a value without quotes, backslashes and control characters")
                    + ", found another");
        }
    }
}
