package io.parley.examples.compare;

import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.examples.contracts.ContractException;
import io.parley.schema.SafeXml;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.apache.cxf.helpers.DOMUtils;
import org.apache.cxf.service.model.MessageInfo;
import org.apache.cxf.service.model.MessagePartInfo;
import org.apache.cxf.staxutils.StaxUtils;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/** SOAP requests from a folder, one envelope per file {@code *.xml}, by operation. Confined to one thread. */
final class RecordedRequests {
    private static final String XMLNS = "http://www.w3.org/2000/xmlns/";

    private final List<Request> requests;

    /**
     * Request from a file.
     *
     * @param contents child elements of the Body
     */
    private record Request(String file, Element envelope, List<Element> contents) {}

    private RecordedRequests(List<Request> requests) {
        this.requests = requests;
    }

    /**
     * Reads the files of a folder, sorted by name.
     *
     * @throws ContractException if there are none, or one is not an envelope; names the file
     */
    static RecordedRequests of(Path folder, Limits limits) throws IOException, ContractException {
        if (!Files.isDirectory(folder)) {
            throw new ContractException("expected a folder with SOAP envelopes in files *.xml, found none: " + folder);
        }
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.toString().endsWith(".xml"))
                    .sorted()
                    .toList();
        }
        List<Request> requests = new ArrayList<>();
        for (Path file : files) {
            requests.add(read(file, limits));
        }
        if (requests.isEmpty()) {
            throw new ContractException("expected SOAP envelopes in files *.xml of " + folder + ", found no such file");
        }
        return new RecordedRequests(requests);
    }

    private static Request read(Path file, Limits limits) throws IOException, ContractException {
        String name = String.valueOf(file.getFileName());
        try (InputStream bytes = Files.newInputStream(file)) {
            Document document = SafeXml.document(bytes, limits);
            Element envelope = document.getDocumentElement();
            Element body = child(envelope, new QName(String.valueOf(envelope.getNamespaceURI()), "Body"));
            if (!"Envelope".equals(envelope.getLocalName()) || body == null) {
                throw new ContractException(
                        name + ": expected a SOAP envelope with a Body, found the element " + envelope.getLocalName());
            }
            return new Request(name, envelope, children(body));
        } catch (ParleyException e) {
            throw new ContractException(name + ": " + e.getMessage(), e);
        }
    }

    /**
     * Requests of one operation.
     *
     * @param requests XML of each part of each request
     */
    record OfOperation(OperationForm operation, List<List<String>> requests) {}

    /**
     * Returns the requests by operation, in the order of the operations, without those that have no requests.
     *
     * @throws ContractException if a request belongs to no operation; names the file
     */
    List<OfOperation> of(List<OperationForm> operations) throws ContractException {
        List<OfOperation> all = operations.stream()
                .map(each -> new OfOperation(each, new ArrayList<>()))
                .toList();
        for (Request request : requests) {
            OfOperation found = all.stream()
                    .filter(each -> isOf(request, each.operation()))
                    .findFirst()
                    .orElseThrow(() -> new ContractException(request.file()
                            + ": expected the request of an operation of the contract, found "
                            + (request.contents().isEmpty()
                                    ? "an empty Body"
                                    : name(request.contents().get(0)))));
            found.requests().add(parts(request, found.operation()));
        }
        return all.stream().filter(each -> !each.requests().isEmpty()).toList();
    }

    private static boolean isOf(Request request, OperationForm operation) {
        if (operation.isRpc()) {
            return request.contents().size() == 1
                    && operation
                            .operation()
                            .getName()
                            .getLocalPart()
                            .equals(request.contents().get(0).getLocalName());
        }
        List<QName> wanted = bodyParts(operation).stream()
                .map(MessagePartInfo::getElementQName)
                .toList();
        return request.contents().stream().map(RecordedRequests::name).toList().equals(wanted);
    }

    private static List<MessagePartInfo> bodyParts(OperationForm operation) {
        MessageInfo input = operation.operation().getOperationInfo().getInput();
        return operation.request().written().stream()
                .filter(part -> part.getMessageInfo().equals(input) && !operation.isHeader(part))
                .toList();
    }

    private static List<String> parts(Request request, OperationForm operation) throws ContractException {
        List<String> texts = new ArrayList<>();
        for (MessagePartInfo part : operation.request().written()) {
            Element holder = request.contents().isEmpty()
                    ? request.envelope()
                    : (Element) request.contents().get(0).getParentNode();
            if (operation.isHeader(part)) {
                holder = child(
                        request.envelope(),
                        new QName(String.valueOf(request.envelope().getNamespaceURI()), "Header"));
            } else if (operation.isRpc()) {
                holder = request.contents().get(0);
            }
            Element element = holder == null ? null : child(holder, part.getConcreteName());
            if (element == null) {
                throw new ContractException(request.file() + ": expected the element " + part.getConcreteName()
                        + " of the operation " + operation.name() + ", found none");
            }
            texts.add(text(element));
        }
        return texts;
    }

    /** Returns the XML of an element with all prefixes in scope, which its values may use. */
    private static String text(Element element) {
        for (Node around = element.getParentNode(); around instanceof Element outer; around = outer.getParentNode()) {
            NamedNodeMap attributes = outer.getAttributes();
            for (int at = 0; at < attributes.getLength(); at++) {
                Attr attribute = (Attr) attributes.item(at);
                if (XMLNS.equals(attribute.getNamespaceURI()) && !element.hasAttribute(attribute.getName())) {
                    element.setAttributeNS(XMLNS, attribute.getName(), attribute.getValue());
                }
            }
        }
        return StaxUtils.toString(element);
    }

    private static List<Element> children(Element parent) {
        List<Element> children = new ArrayList<>();
        for (Element each = DOMUtils.getFirstElement(parent); each != null; each = DOMUtils.getNextElement(each)) {
            children.add(each);
        }
        return children;
    }

    private static @Nullable Element child(Element parent, QName name) {
        return children(parent).stream()
                .filter(each -> name(each).equals(name))
                .findFirst()
                .orElse(null);
    }

    private static QName name(Element element) {
        return new QName(element.getNamespaceURI() == null ? "" : element.getNamespaceURI(), element.getLocalName());
    }
}
