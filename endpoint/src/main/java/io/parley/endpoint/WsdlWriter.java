package io.parley.endpoint;

import io.parley.Limits;
import io.parley.binding.PartKey.Direction;
import io.parley.schema.SafeXml;
import io.parley.schema.SchemaDocument;
import io.parley.soap.SoapVersion;
import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.transform.TransformerException;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Writer of a contract as WSDL 1.1 (W3C Note of 15 March 2001), with the SOAP 1.1 and 1.2 bindings. Not thread-safe.
 */
final class WsdlWriter {
    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final String XSD = XMLConstants.W3C_XML_SCHEMA_NS_URI;
    private static final String HTTP = "http://schemas.xmlsoap.org/soap/http";
    private static final Map<SoapVersion, String> BINDINGS = new TreeMap<>(Map.of(
            SoapVersion.V1_1, "http://schemas.xmlsoap.org/wsdl/soap/",
            SoapVersion.V1_2, "http://schemas.xmlsoap.org/wsdl/soap12/"));

    private final Contract contract;
    private final Document document = SafeXml.emptyDocument();
    /** The schemas of the WSDL by target namespace. */
    private final Map<String, Element> schemas = new TreeMap<>();

    WsdlWriter(Contract contract, List<SchemaDocument> documents) {
        this.contract = contract;
        documents.forEach(this::add);
    }

    private void add(SchemaDocument given) {
        byte[] text = given.text().getBytes(StandardCharsets.UTF_8);
        // The declaration of a text that is no longer in its first encoding would be wrong; JAXB's and ours say UTF-8.
        Element root = SafeXml.document(new ByteArrayInputStream(text), Limits.defaults())
                .getDocumentElement();
        Element schema = (Element) document.importNode(root, true);
        for (Node child = schema.getFirstChild(); child != null; child = child.getNextSibling()) {
            // Schemas in one WSDL refer to each other by namespace.
            if (child instanceof Element element && "import".equals(element.getLocalName())) {
                element.removeAttribute("schemaLocation");
            }
        }
        Element known = schemas.putIfAbsent(schema.getAttribute("targetNamespace"), schema);
        if (known != null) {
            while (schema.getFirstChild() != null) {
                known.appendChild(schema.getFirstChild());
            }
        }
    }

    String write(String url, SortedSet<String> operations) {
        for (String name : operations) {
            ContractOperation operation = contract.operation(name);
            operation.elements().forEach(this::declare);
            operation.faults().forEach(this::declare);
        }
        Element root = document.createElementNS(WSDL, "wsdl:definitions");
        document.appendChild(root);
        root.setAttribute("targetNamespace", contract.namespace());
        root.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:tns", contract.namespace());
        BINDINGS.forEach((version, namespace) ->
                root.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:" + prefix(version), namespace));
        Element types = child(root, "types");
        schemas.values().forEach(types::appendChild);
        operations.forEach(name -> messages(root, contract.operation(name)));
        portType(root, operations);
        BINDINGS.keySet().forEach(version -> binding(root, version, operations));
        service(root, url);
        return text();
    }

    /** Declares an element that no schema declares, with the type of its class. */
    private void declare(ContractElement element) {
        QName name = element.part().element();
        Element schema = schemas.computeIfAbsent(name.getNamespaceURI(), this::newSchema);
        if (isDeclared(schema, name.getLocalPart())) {
            return;
        }
        QName type = ContractBuilder.typeName(element.type()).orElse(new QName(XSD, "anyType"));
        Element declaration = document.createElementNS(XSD, "xs:element");
        declaration.setAttribute("name", name.getLocalPart());
        declaration.setAttribute(
                "type", type.getNamespaceURI().isEmpty() ? type.getLocalPart() : "t:" + type.getLocalPart());
        if (!type.getNamespaceURI().isEmpty()) {
            declaration.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:t", type.getNamespaceURI());
        }
        if (!type.getNamespaceURI().equals(XSD) && !type.getNamespaceURI().equals(name.getNamespaceURI())) {
            imports(schema, type.getNamespaceURI());
        }
        schema.appendChild(declaration);
    }

    private Element newSchema(String namespace) {
        Element schema = document.createElementNS(XSD, "xs:schema");
        if (!namespace.isEmpty()) {
            schema.setAttribute("targetNamespace", namespace);
        }
        return schema;
    }

    private static boolean isDeclared(Element schema, String name) {
        for (Node child = schema.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element
                    && "element".equals(element.getLocalName())
                    && element.getAttribute("name").equals(name)) {
                return true;
            }
        }
        return false;
    }

    private void imports(Element schema, String namespace) {
        for (Node child = schema.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element
                    && "import".equals(element.getLocalName())
                    && element.getAttribute("namespace").equals(namespace)) {
                return;
            }
        }
        Element added = document.createElementNS(XSD, "xs:import");
        if (!namespace.isEmpty()) {
            added.setAttribute("namespace", namespace);
        }
        schema.insertBefore(added, schema.getFirstChild());
    }

    private void messages(Element root, ContractOperation operation) {
        message(root, operation.name(), operation.in());
        if (operation.out() != null) {
            message(root, operation.name() + "Response", operation.element(Direction.OUT));
        }
        for (ContractElement fault : operation.faults()) {
            message(root, operation.name() + faultName(fault), fault);
        }
    }

    /**
     * Adds a message. Its part is not named "parameters", so that the element is not taken for a wrapper of several.
     */
    private void message(Element root, String name, ContractElement content) {
        Element message = child(root, "message");
        message.setAttribute("name", name);
        Element part = child(message, "part");
        part.setAttribute("name", "body");
        QName element = content.part().element();
        if (!element.getNamespaceURI().isEmpty()) {
            part.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:e", element.getNamespaceURI());
            part.setAttribute("element", "e:" + element.getLocalPart());
        } else {
            part.setAttribute("element", element.getLocalPart());
        }
    }

    private void portType(Element root, SortedSet<String> operations) {
        Element type = child(root, "portType");
        type.setAttribute("name", "Port");
        for (String name : operations) {
            Element operation = child(type, "operation");
            operation.setAttribute("name", name);
            child(operation, "input").setAttribute("message", "tns:" + name);
            if (contract.operation(name).out() != null) {
                child(operation, "output").setAttribute("message", "tns:" + name + "Response");
            }
            for (ContractElement each : contract.operation(name).faults()) {
                Element fault = child(operation, "fault");
                fault.setAttribute("name", faultName(each));
                fault.setAttribute("message", "tns:" + name + faultName(each));
            }
        }
    }

    private void binding(Element root, SoapVersion version, SortedSet<String> operations) {
        Element binding = child(root, "binding");
        binding.setAttribute("name", bindingName(version));
        binding.setAttribute("type", "tns:Port");
        Element soap = soap(binding, version, "binding");
        soap.setAttribute("style", "document");
        soap.setAttribute("transport", HTTP);
        for (String name : operations) {
            Element operation = child(binding, "operation");
            operation.setAttribute("name", name);
            soap(operation, version, "operation")
                    .setAttribute("soapAction", contract.operation(name).action());
            soap(child(operation, "input"), version, "body").setAttribute("use", "literal");
            if (contract.operation(name).out() != null) {
                soap(child(operation, "output"), version, "body").setAttribute("use", "literal");
            }
            for (ContractElement each : contract.operation(name).faults()) {
                Element fault = child(operation, "fault");
                fault.setAttribute("name", faultName(each));
                Element content = soap(fault, version, "fault");
                content.setAttribute("name", faultName(each));
                content.setAttribute("use", "literal");
            }
        }
    }

    /**
     * Returns the name of a fault, which is unique in its operation: faults differ in their elements, but not always in
     * local names.
     */
    private static String faultName(ContractElement fault) {
        return fault.part().element().getLocalPart() + "Fault"
                + fault.part().key().index();
    }

    private void service(Element root, String url) {
        Element service = child(root, "service");
        service.setAttribute("name", "Service");
        for (SoapVersion version : BINDINGS.keySet()) {
            Element port = child(service, "port");
            port.setAttribute("name", version == SoapVersion.V1_1 ? "Soap11Port" : "Soap12Port");
            port.setAttribute("binding", "tns:" + bindingName(version));
            soap(port, version, "address").setAttribute("location", url);
        }
    }

    private Element child(Element parent, String name) {
        return (Element) parent.appendChild(document.createElementNS(WSDL, "wsdl:" + name));
    }

    private Element soap(Element parent, SoapVersion version, String name) {
        return (Element)
                parent.appendChild(document.createElementNS(BINDINGS.get(version), prefix(version) + ":" + name));
    }

    private static String prefix(SoapVersion version) {
        return version == SoapVersion.V1_1 ? "soap" : "soap12";
    }

    private static String bindingName(SoapVersion version) {
        return version == SoapVersion.V1_1 ? "Soap11" : "Soap12";
    }

    private String text() {
        StringWriter text = new StringWriter();
        try {
            SafeXml.transformer().transform(new DOMSource(document), new StreamResult(text));
        } catch (TransformerException e) {
            throw new IllegalStateException("a WSDL could not be written", e);
        }
        return text.toString();
    }
}
