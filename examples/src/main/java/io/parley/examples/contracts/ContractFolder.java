package io.parley.examples.contracts;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.schema.SafeXml;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.transform.TransformerException;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Copy of a WSDL and all its imports in a folder of its own: read by Parley's hardened parser within limits, cleaned,
 * and with imports that refer to the copies only, so that tools cannot read anything else.
 */
public final class ContractFolder implements AutoCloseable {
    private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    static final Set<String> SOAP =
            Set.of("http://schemas.xmlsoap.org/wsdl/soap/", "http://schemas.xmlsoap.org/wsdl/soap12/");
    private static final int MAX_DOCUMENTS = 500;

    private final Path folder;
    private final Map<URI, Path> copies = new LinkedHashMap<>();
    private final Map<Path, Document> documents = new LinkedHashMap<>();
    private boolean wantsMtom;

    private ContractFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Copies a contract.
     *
     * @param location a file, or the URL of a WSDL or of a service that publishes it at {@code ?wsdl}
     * @throws ContractException if there is no WSDL with a SOAP port, or it contains unsafe content
     */
    public static ContractFolder copy(String location, Limits limits) throws ContractException, IOException {
        ContractFolder contract = new ContractFolder(Files.createTempDirectory("parley-contract"));
        try {
            contract.read(DocumentSource.place(location), limits);
            contract.write();
            return contract;
        } catch (ContractException | IOException | RuntimeException e) {
            contract.close();
            throw e;
        }
    }

    /** Returns the copy of the WSDL. */
    public Path wsdl() {
        return copies.values().iterator().next();
    }

    /** Returns whether the contract requests MTOM for binary content. */
    public boolean wantsMtom() {
        return wantsMtom;
    }

    /**
     * Returns what a tool says of the copies, with the names of the originals. The positions of a copy are left out,
     * since it has other lines.
     */
    public String ofOriginals(String text) {
        String named = text;
        for (Map.Entry<URI, Path> each : copies.entrySet()) {
            String copy = "file:/{1,3}"
                    + Pattern.quote(each.getValue().toUri().getPath().substring(1));
            named = named.replaceAll(
                    copy + "(:? ?\\[[\\d,]+\\])?",
                    Matcher.quoteReplacement(each.getKey().toString()));
        }
        return named;
    }

    /** Deletes the copies. */
    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void read(URI wsdl, Limits limits) throws ContractException {
        DocumentSource source = new DocumentSource(limits.get(Limit.SCHEMA_BYTES), Limit.SCHEMA_BYTES.setting());
        Deque<URI> open = new ArrayDeque<>();
        open.add(wsdl);
        copies.put(wsdl, folder.resolve("contract.wsdl"));
        while (!open.isEmpty()) {
            URI place = open.remove();
            Document document = copies.size() == 1 ? root(source, place, limits) : parsed(source, place, limits);
            CleanDocument clean = new CleanDocument(place);
            for (CleanDocument.Import each : clean.clean(document)) {
                URI imported = DocumentSource.imported(place, each.location(), each.namespace());
                if (!copies.containsKey(imported)) {
                    open.add(imported);
                    copies.put(imported, folder.resolve("document-" + copies.size() + ".xml"));
                }
                each.element().setAttribute(each.attribute(), name(imported));
            }
            if (copies.size() > MAX_DOCUMENTS) {
                throw new ContractException(
                        "expected a contract of at most " + MAX_DOCUMENTS + " documents, found more");
            }
            wantsMtom |= clean.wantsMtom();
            documents.put(copies.get(place), document);
        }
        keepSoap();
    }

    private String name(URI place) {
        return String.valueOf(Objects.requireNonNull(copies.get(place)).getFileName());
    }

    /** Returns the WSDL document; for the URL of a service without a query, that at {@code ?wsdl} first. */
    private static Document root(DocumentSource source, URI place, Limits limits) throws ContractException {
        Document document;
        if (DocumentSource.isHttp(place) && place.getRawQuery() == null) {
            document = atService(source, place, limits);
        } else {
            document = parsed(source, place, limits);
        }
        Element root = document.getDocumentElement();
        if (!WSDL.equals(root.getNamespaceURI()) || !root.getLocalName().equals("definitions")) {
            throw new ContractException(
                    "expected a WSDL 1.1 at " + place + ", found the document element " + root.getNodeName());
        }
        return document;
    }

    private static Document atService(DocumentSource source, URI place, Limits limits) throws ContractException {
        try {
            return parsed(source, URI.create(place + "?wsdl"), limits);
        } catch (ContractException notThere) {
            return parsed(source, place, limits);
        }
    }

    private static Document parsed(DocumentSource source, URI place, Limits limits) throws ContractException {
        try {
            return SafeXml.document(new ByteArrayInputStream(source.bytes(place)), limits);
        } catch (ParleyException e) {
            throw new ContractException(
                    place + ": " + e.getMessage() + "; correct a copy of it, and remove a <!DOCTYPE> from that", e);
        }
    }

    /**
     * Removes bindings and ports of others than SOAP, which tools ignore or refuse, and adds a service to a contract
     * that has none.
     */
    private void keepSoap() throws ContractException {
        List<Element> bindings = new ArrayList<>();
        for (Element binding : all("binding")) {
            if (hasSoap(binding, "binding")) {
                bindings.add(binding);
            } else {
                binding.getParentNode().removeChild(binding);
            }
        }
        if (bindings.isEmpty()) {
            throw new ContractException("expected a service with a port of SOAP in the WSDL, found none;"
                    + " name the WSDL that has one, which may import this one");
        }
        if (all("service").isEmpty()) {
            AddedService.add(documents.values().iterator().next(), bindings);
        } else if (keepSoapPorts(bindings) == 0) {
            throw new ContractException("expected a service with a port of SOAP in the WSDL, found none;"
                    + " its services have ports of other bindings, or of bindings that are not there");
        }
    }

    /** Removes ports with other bindings than these; returns the number of those that are left. */
    private int keepSoapPorts(List<Element> bindings) {
        Set<String> soap = new TreeSet<>();
        bindings.forEach(binding -> soap.add(binding.getAttribute("name")));
        int ports = 0;
        for (Element service : all("service")) {
            List<Element> all = elements(service, "port");
            List<Element> kept = all.stream().filter(port -> isOf(port, soap)).toList();
            all.stream().filter(port -> !kept.contains(port)).forEach(service::removeChild);
            ports += kept.size();
            if (kept.isEmpty()) {
                service.getParentNode().removeChild(service);
            }
        }
        return ports;
    }

    /** Returns the elements of a name directly under the roots of all documents. */
    private List<Element> all(String name) {
        return documents.values().stream()
                .flatMap(document -> elements(document.getDocumentElement(), name).stream())
                .toList();
    }

    private static boolean isOf(Element port, Set<String> soap) {
        String binding = port.getAttribute("binding");
        return soap.contains(binding.substring(binding.indexOf(':') + 1)) && hasSoap(port, "address");
    }

    private static boolean hasSoap(Element element, String name) {
        return SOAP.stream()
                .anyMatch(namespace ->
                        element.getElementsByTagNameNS(namespace, name).getLength() > 0);
    }

    private static List<Element> elements(Element parent, String name) {
        return Stream.iterate(parent.getFirstChild(), child -> child != null, child -> child.getNextSibling())
                .filter(Element.class::isInstance)
                .map(Element.class::cast)
                .filter(child -> WSDL.equals(child.getNamespaceURI()) && name.equals(child.getLocalName()))
                .toList();
    }

    private void write() throws IOException {
        for (Map.Entry<Path, Document> each : documents.entrySet()) {
            try (var out = Files.newOutputStream(each.getKey())) {
                SafeXml.transformer().transform(new DOMSource(each.getValue()), new StreamResult(out));
            } catch (TransformerException e) {
                throw new IOException("failed to write the copy of a contract", e);
            }
        }
        documents.clear();
    }
}
