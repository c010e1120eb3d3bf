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
 * Contract of two endpoints without a WSDL: named operations, and the element of each of their messages. Both sides
 * make theirs, from equal classes or schemas; the fingerprint shows whether they are equal. Immutable.
 */
public final class Contract {
    /** Representation of messages where no other was requested. */
    private static final String REPRESENTATION = "hhfr";

    private final String namespace;
    private final Map<String, ContractOperation> operations;
    /** Names of the operations as agreements have them. */
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
     * Returns a contract of operations whose messages are objects of classes.
     *
     * @throws IllegalArgumentException if two have one name, or a class is none that JAXB can handle
     */
    public static Contract of(String namespace, Operation<?, ?>... operations) {
        ContractBuilder builder = builder(namespace);
        for (Operation<?, ?> operation : operations) {
            builder.operation(operation);
        }
        return builder.build();
    }

    /** A contract whose operations are in that namespace. */
    public static ContractBuilder builder(String namespace) {
        return new ContractBuilder(namespace);
    }

    /** Returns the namespace of its operations. */
    public String namespace() {
        return namespace;
    }

    /** The names of its operations, sorted. */
    public Set<String> operations() {
        return new TreeSet<>(operations.keySet());
    }

    /**
     * An empty record for the request of an operation, to be filled.
     *
     * @throws IllegalArgumentException if its element has a simple type: then the value is no record
     */
    public RecordBuilder request(String operation) {
        return Record.builder(complexType(operation(operation).in()));
    }

    /** An empty record for the response of an operation. */
    public RecordBuilder response(String operation) {
        return Record.builder(complexType(operation(operation).element(PartKey.Direction.OUT)));
    }

    /**
     * An empty record for the detail of a fault that an operation declares.
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

    /** The parts that travel as infoset, each with the reason; empty if everything is typed. */
    public Map<String, String> untyped() {
        Map<String, String> reasons = new TreeMap<>();
        parts.list().stream()
                .filter(part -> !part.isTyped())
                .forEach(part -> reasons.put(part.key().toString(), part.reason()));
        return reasons;
    }

    /** SHA-256 over all operations and layouts in hex: equal on two sides exactly if both made the same contract. */
    public String fingerprint() {
        return described.fingerprint();
    }

    /** The agreement of two endpoints that hold this contract: typed representation, stream channel, no messages. */
    public Agreement agreement(Address address, Limits limits) {
        return agreement(address, limits, REPRESENTATION);
    }

    /**
     * The same, with messages in another representation.
     *
     * @param representation one that passed {@link #checkCarried}
     */
    public Agreement agreement(Address address, Limits limits, String representation) {
        List<HostPort> addresses = List.of(new HostPort(address.host(), address.port()));
        return Agreement.byApi(representation, "stream", addresses, limits, fingerprint());
    }

    /**
     * Checks that a representation is here and has no obstacle to any part.
     *
     * @throws IllegalArgumentException otherwise, with the reason
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
     * The form of an operation's messages.
     *
     * @throws ParleyException {@code NEGOTIATION} if it was agreed and is not on this class path
     */
    @HotPath
    Representation representation(Agreement agreement, String operation) {
        return representation(agreement.representation(operation));
    }

    /** The form of that name; fails likewise. */
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
     * Checks that the other side's contract is this one.
     *
     * @throws ParleyException {@code NEGOTIATION} otherwise
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

    /** Returns the streamer of its messages in sessions that agreed on the contract alone. */
    public Streamer streamer() {
        return new BareStreamer(this);
    }

    /**
     * Returns the streamer of its messages in a session that SOAP messages agreed on.
     *
     * @param version of requests from this side
     * @throws ParleyException {@code NEGOTIATION} if the terms at the opening do not go with the agreement
     */
    public SoapStreamer streamer(Conversation conversation, SoapVersion version) {
        return SoapStreamer.of(this, conversation, version);
    }

    /** Returns the converter of its messages to plain SOAP and back. */
    public SoapText soapText() {
        return new SoapText(this);
    }

    /**
     * A WSDL 1.1 document for who calls it by SOAP: document/literal, one port for each version of SOAP, both at that URL.
     *
     * @param served the operations that it is to have
     */
    public String wsdl(String url, Set<String> served) {
        return new WsdlWriter(this, documents).write(url, new TreeSet<>(served));
    }

    /**
     * Returns the operations whose messages may be lost, for offer and answer.
     *
     * @param representationNames those that all operations have, best first
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
     * Returns an operation's name as agreements have it.
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
