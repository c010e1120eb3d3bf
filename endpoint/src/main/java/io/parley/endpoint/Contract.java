package io.parley.endpoint;

import io.parley.Artifacts;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.binding.Record;
import io.parley.binding.RecordBuilder;
import io.parley.channel.Address;
import io.parley.layout.ComplexLayout;
import io.parley.layout.Slot;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.DataDescription;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.OperationTerm;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.runtime.Conversation;
import io.parley.schema.SchemaDocument;
import io.parley.soap.SoapVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.namespace.QName;

/**
 * Contract of two endpoints without a WSDL: named operations, and the element of each of their messages. Each side
 * creates it from equal classes or schemas; the fingerprint shows whether the contracts are equal. Immutable.
 */
public final class Contract {
    /** Default representation of messages. */
    private static final String REPRESENTATION = "hhfr";

    private final String namespace;
    private final Map<String, ContractOperation> operations;
    /** Qualified names of the operations, as in agreements. */
    private final Map<String, String> qualified = new HashMap<>();

    private final Parts parts;
    private final DataDescription described;
    private final List<SchemaDocument> documents;
    private final Representations representations = Representations.load(Contract.class.getClassLoader());
    /** Representations in use, by name. */
    private final Map<String, Representation> used = new ConcurrentHashMap<>();

    Contract(String namespace, Map<String, ContractOperation> operations, List<SchemaDocument> documents) {
        this.namespace = namespace;
        this.documents = List.copyOf(documents);
        this.operations = Map.copyOf(operations);
        operations.keySet().forEach(name -> qualified.put(name, new QName(namespace, name).toString()));
        List<ContractElement> elements = new ArrayList<>();
        operations.values().forEach(operation -> elements.addAll(operation.elements()));
        this.parts = Parts.of(elements.stream().map(ContractElement::part).toList());
        this.described = AgreedParts.describe(parts);
    }

    /**
     * Creates a contract of operations whose messages are objects of classes.
     *
     * @throws IllegalArgumentException if two operations have the same name, or JAXB does not support a class
     */
    public static Contract of(String namespace, Operation<?, ?>... operations) {
        ContractBuilder builder = builder(namespace);
        for (Operation<?, ?> operation : operations) {
            builder.operation(operation);
        }
        return builder.build();
    }

    /**
     * Returns a builder of a contract.
     *
     * @param namespace of the operations
     */
    public static ContractBuilder builder(String namespace) {
        return new ContractBuilder(namespace);
    }

    /** Returns the namespace of its operations. */
    public String namespace() {
        return namespace;
    }

    /** Returns the names of the operations, sorted. */
    public Set<String> operations() {
        return new TreeSet<>(operations.keySet());
    }

    /**
     * Returns a builder of the record for an operation's request.
     *
     * @throws IllegalArgumentException if its element has a simple type, whose values are not records
     */
    public RecordBuilder request(String operation) {
        return Record.builder(complexType(operation(operation).in()));
    }

    /** Returns a builder of the record for an operation's response. */
    public RecordBuilder response(String operation) {
        return Record.builder(complexType(operation(operation).element(PartKey.Direction.OUT)));
    }

    /**
     * Returns a builder of the record for the detail of a fault that an operation declares.
     *
     * @throws IllegalArgumentException if it declares none with that element
     */
    public RecordBuilder fault(String operation, QName detail) {
        return operation(operation).faults().stream()
                .filter(element -> element.part().element().equals(detail))
                .findFirst()
                .map(element -> Record.builder(complexType(element)))
                .orElseThrow(() -> new IllegalArgumentException(
                        "operation " + operation + ": expected a fault that it declares, found " + detail));
    }

    /** Returns the keys of the parts that are sent as infoset, with the reasons; empty if all parts are typed. */
    public Map<String, String> untyped() {
        Map<String, String> reasons = new TreeMap<>();
        parts.list().stream()
                .filter(part -> !part.isTyped())
                .forEach(part -> reasons.put(part.key().toString(), part.reason()));
        return reasons;
    }

    /**
     * Returns the SHA-256 over all operations and layouts, in hex: equal on two sides exactly if their contracts are
     * equal.
     */
    public String fingerprint() {
        return described.fingerprint();
    }

    /**
     * Returns the agreement of two endpoints with this contract: typed representation, stream channel, no negotiation.
     */
    public Agreement agreement(Address address, Limits limits) {
        return agreement(address, limits, REPRESENTATION);
    }

    /**
     * Returns an agreement like {@link #agreement(Address, Limits)}, with another representation.
     *
     * @param representation one that has passed {@link #checkCarried}
     */
    public Agreement agreement(Address address, Limits limits, String representation) {
        List<HostPort> addresses = List.of(new HostPort(address.host(), address.port()));
        return Agreement.byApi(representation, "stream", addresses, limits, fingerprint());
    }

    /**
     * Checks that a representation is available and supports all parts.
     *
     * @throws IllegalArgumentException with the reason if it does not
     */
    public void checkCarried(String representation) {
        Representation form = representations
                .find(representation)
                .orElseThrow(() -> new IllegalArgumentException("contract " + namespace
                        + ": expected a representation that is on the class path, found " + representation));
        for (Part part : parts.list()) {
            form.obstacle(part).ifPresent(reason -> {
                throw new IllegalArgumentException("contract " + namespace + ": " + part.key() + " cannot travel as "
                        + representation + ": " + reason);
            });
        }
    }

    /**
     * Returns the representation of an operation's messages.
     *
     * @throws ParleyException {@code NEGOTIATION} if the agreed one is not on the class path
     */
    @HotPath
    Representation representation(Agreement agreement, String operation) {
        return representation(agreement.representation(operation));
    }

    /** Returns the representation of a name; throws {@code NEGOTIATION} if it is not on the class path. */
    Representation representation(String name) {
        Representation known = used.get(name);
        return known != null ? known : use(name);
    }

    private Representation use(String name) {
        Representation found = representations
                .find(name)
                .orElseThrow(() -> new ParleyException(
                        ErrorCode.NEGOTIATION,
                        "contract " + namespace
                                + ": expected an agreement over a representation of this class path, found " + name
                                + Artifacts.remedy(name)
                                        .map(remedy -> "; " + remedy)
                                        .orElse("")));
        used.put(name, found);
        return found;
    }

    /**
     * Checks that an agreement was made over this contract.
     *
     * @throws ParleyException {@code NEGOTIATION} if it was not
     */
    public void checkSame(Agreement agreement) {
        if (!agreement.data().fingerprint().equals(fingerprint())) {
            throw new ParleyException(
                    ErrorCode.NEGOTIATION,
                    "contract " + namespace + ": expected an agreement over the same operations and schemas, found one"
                            + " over others; bring both sides to one version");
        }
        agreement.representations().forEach(this::use);
    }

    /** Returns the streamer for sessions whose agreement was made by API. */
    public Streamer streamer() {
        return new BareStreamer(this);
    }

    /**
     * Returns the streamer for a session that was negotiated by SOAP.
     *
     * @param version of requests from this side
     * @throws ParleyException {@code NEGOTIATION} if the terms of OPEN do not fit the agreement
     */
    public SoapStreamer streamer(Conversation conversation, SoapVersion version) {
        return SoapStreamer.of(this, conversation, version);
    }

    /** Returns the converter of its messages to plain SOAP and back. */
    public SoapText soapText() {
        return new SoapText(this);
    }

    /**
     * Returns a WSDL 1.1 document for SOAP clients: document/literal, with one port per SOAP version.
     *
     * @param url of both ports
     * @param served the operations to include
     */
    public String wsdl(String url, Set<String> served) {
        return new WsdlWriter(this, documents).write(url, new TreeSet<>(served));
    }

    /**
     * Returns the operations whose messages may be lost, for offer and answer.
     *
     * @param representationNames the common ones of all operations, best first
     */
    public List<OperationTerm> expendable(List<String> representationNames) {
        return operations.values().stream()
                .filter(operation -> operation.delivery().mayBeLost())
                .map(operation -> new OperationTerm(
                        qualified(operation.name()),
                        representationNames,
                        operation.delivery().term()))
                .toList();
    }

    /**
     * Returns an operation's qualified name, as in agreements.
     *
     * @throws ParleyException {@code UNKNOWN_OPERATION} if there is none of that name
     */
    public String qualified(String operation) {
        return Objects.requireNonNull(qualified.get(operation(operation).name()));
    }

    /** Returns the description of its parts for offer and answer. */
    public DataDescription description() {
        return described;
    }

    private static ComplexLayout complexType(ContractElement element) {
        Slot.Element layout = element.part().layout();
        if (layout != null && layout.type() instanceof ComplexLayout complex) {
            return complex;
        }
        throw new IllegalArgumentException(element.part().key() + ": expected an element of complex type, found "
                + element.part().element() + ", which is none");
    }

    Parts parts() {
        return parts;
    }

    ContractOperation operation(String name) {
        ContractOperation found = operations.get(name);
        if (found == null) {
            throw new ParleyException(
                    ErrorCode.UNKNOWN_OPERATION,
                    "expected one of the operations " + operations() + " of " + namespace + ", found another");
        }
        return found;
    }
}
