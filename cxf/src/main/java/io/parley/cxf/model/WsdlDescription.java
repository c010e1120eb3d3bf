package io.parley.cxf.model;

import io.parley.DaemonThreads;
import io.parley.Durations;
import io.parley.Limits;
import io.parley.binding.PartKey;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.schema.Schema;
import io.parley.schema.SchemaDocument;
import io.parley.schema.SchemaProblem;
import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.model.SoapBindingInfo;
import org.apache.cxf.binding.soap.model.SoapBodyInfo;
import org.apache.cxf.service.model.BindingInfo;
import org.apache.cxf.service.model.BindingMessageInfo;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.service.model.MessagePartInfo;
import org.apache.cxf.service.model.ServiceInfo;

/**
 * Description of a WSDL: the schema derived from it, and how each body part can be sent. A WSDL has no Java classes, so
 * a part counts as typed if it has a layout, as for generic records; an application's classes may still prevent a part
 * from being typed, which the status of its endpoint shows. Immutable.
 *
 * @param services names of the services
 * @param endpoints ports of the WSDL with their addresses, also those of other bindings than SOAP
 * @param schemas the derived schema as HHFR schema documents, one for each namespace
 * @param parts every body part of every operation of the SOAP ports, sorted by key
 * @param problems declarations of the WSDL's schemas that could not be used
 */
public record WsdlDescription(
        List<QName> services,
        List<Port> endpoints,
        List<SchemaDocument> schemas,
        List<DescribedPart> parts,
        List<SchemaProblem> problems) {

    /** Time limit for one attempt to read a WSDL and its imports; CXF has no read timeout here. */
    private static final Duration WITHIN = Duration.ofSeconds(60);

    private static final String ENCODED = "it has the SOAP encoding (use=\"encoded\"), which CXF does not support";

    public WsdlDescription {
        services = List.copyOf(services);
        endpoints = List.copyOf(endpoints);
        schemas = List.copyOf(schemas);
        parts = List.copyOf(parts);
        problems = List.copyOf(problems);
    }

    /**
     * A port of the WSDL.
     *
     * @param name qualified name of the port
     * @param binding CXF's binding id, which names transport and SOAP version
     */
    public record Port(QName name, String address, String binding) {}

    /**
     * Reads a WSDL and its imports. Blocks.
     *
     * @param location a file, or the URL of a WSDL or of a service that publishes it at {@code ?wsdl}
     * @throws IOException if no WSDL can be read
     */
    public static WsdlDescription read(Bus bus, String location, Limits limits) throws IOException {
        return read(bus, location, limits, WITHIN);
    }

    /**
     * Reads a WSDL and its imports, with a time limit.
     *
     * @param within time limit for each of at most two attempts
     */
    static WsdlDescription read(Bus bus, String location, Limits limits, Duration within) throws IOException {
        Set<QName> services = new LinkedHashSet<>();
        Set<QName> portTypes = new HashSet<>();
        List<Port> endpoints = new ArrayList<>();
        Set<SchemaDocument> schemas = new LinkedHashSet<>();
        List<DescribedPart> parts = new ArrayList<>();
        Set<SchemaProblem> problems = new LinkedHashSet<>();
        for (ServiceInfo info : load(bus, location, within)) {
            services.add(info.getName());
            info.getEndpoints().forEach(port -> endpoints.add(port(port)));
            Optional<BindingInfo> binding = soap(info);
            if (binding.isPresent() && portTypes.add(info.getInterface().getName())) {
                Schema schema = Schema.derive(ServiceSchemas.of(info), limits);
                Layout layout = Layout.compile(schema, limits);
                schemas.addAll(schema.print());
                problems.addAll(schema.problems());
                BodyPart.of(binding.get())
                        .forEach(part -> parts.add(
                                isEncoded(binding.get(), part.key())
                                        ? DescribedPart.infoset(
                                                part.key(), part.info().getConcreteName(), ENCODED)
                                        : describe(part, schema, layout)));
            }
        }
        parts.sort(Comparator.comparing(DescribedPart::key));
        return new WsdlDescription(
                List.copyOf(services), endpoints, List.copyOf(schemas), parts, List.copyOf(problems));
    }

    /**
     * Returns the first binding of SOAP. The endpoints of a port type differ in transport and SOAP version; their data
     * is the same.
     */
    private static Optional<BindingInfo> soap(ServiceInfo info) {
        return info.getEndpoints().stream()
                .map(EndpointInfo::getBinding)
                .filter(SoapBindingInfo.class::isInstance)
                .findFirst();
    }

    private static boolean isEncoded(BindingInfo binding, PartKey key) {
        BindingOperationInfo operation = binding.getOperation(key.operation());
        BindingMessageInfo message =
                key.direction() == PartKey.Direction.IN ? operation.getInput() : operation.getOutput();
        SoapBodyInfo body = message.getExtensor(SoapBodyInfo.class);
        return body != null && "encoded".equals(body.getUse());
    }

    private static Port port(EndpointInfo endpoint) {
        return new Port(
                endpoint.getName(),
                String.valueOf(endpoint.getAddress()),
                endpoint.getBinding().getBindingId());
    }

    private static DescribedPart describe(BodyPart part, Schema schema, Layout layout) {
        MessagePartInfo info = part.info();
        Optional<Slot.Element> plan = info.isElement()
                ? layout.element(info.getElementQName())
                : layout.part(info.getConcreteName(), info.getTypeQName());
        QName what = info.isElement() ? info.getElementQName() : info.getTypeQName();
        return plan.map(element -> DescribedPart.typed(part.key(), element))
                .orElseGet(() -> DescribedPart.infoset(part.key(), info.getConcreteName(), schema.whyMissing(what)));
    }

    private static List<ServiceInfo> load(Bus bus, String location, Duration within) throws IOException {
        String url = url(location);
        boolean isService = url.startsWith("http") && !url.contains("?");
        try {
            // Tries {@code ?wsdl} first: a GET of the bare service URL makes the service log an error.
            return create(bus, isService ? url + "?wsdl" : url, within);
        } catch (RuntimeException e) {
            // CXF and its WSDL and schema parsers throw many exception types for incomplete documents.
            if (!isService) {
                throw unreadable(location, e);
            }
        }
        try {
            return create(bus, url, within);
        } catch (RuntimeException e) {
            throw unreadable(location, e);
        }
    }

    private static List<ServiceInfo> create(Bus bus, String url, Duration within) throws IOException {
        FutureTask<List<ServiceInfo>> reading = new FutureTask<>(() -> WsdlServices.read(bus, url));
        DaemonThreads.start("parley-wsdl", reading);
        try {
            return reading.get(Durations.nanos(within), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new IOException(
                    "expected a WSDL at " + url + " within " + within.toSeconds() + " s, found no end", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while reading the WSDL at " + url, e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException why) {
                throw why;
            }
            throw new IOException("expected a WSDL at " + url + ", found none that can be read", e.getCause());
        } finally {
            reading.cancel(true);
        }
    }

    private static String url(String location) throws IOException {
        if (location.matches("(https?|file|jar):.*")) {
            return location;
        }
        try {
            Path file = Path.of(location);
            if (!Files.isReadable(file) || Files.isDirectory(file)) {
                throw new IOException("expected a WSDL, found no readable file " + location
                        + "; an address begins with http:// or https://");
            }
            return file.toUri().toString();
        } catch (InvalidPathException e) {
            throw new IOException("expected a file or an address, found " + location, e);
        }
    }

    private static IOException unreadable(String location, RuntimeException why) {
        Throwable root = why;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new IOException(
                "expected a WSDL at " + location + ", found none that can be read: " + text(root, location), why);
    }

    /** Returns what an exception says; that of an unknown host is the host alone. */
    private static String text(Throwable root, String location) {
        String text = String.valueOf(root.getMessage());
        if (!(root instanceof UnknownHostException)) {
            return text;
        }
        return location.contains("//" + text)
                ? "the host " + text + " is unknown here"
                : "it imports a document from " + text + ", which is unknown here; put that document beside the WSDL"
                        + " and name it by a relative path";
    }

    /** Returns the address of the first HTTP port, if the WSDL has one. */
    public Optional<URI> address() {
        return endpoints.stream()
                .map(Port::address)
                .filter(address -> address.startsWith("http"))
                .map(URI::create)
                .findFirst();
    }
}
