package io.parley.endpoint;

import io.parley.Limits;
import io.parley.binding.JaxbBindings;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.PartKey.Direction;
import io.parley.binding.Record;
import io.parley.binding.RecordBindings;
import io.parley.layout.CanonicalText;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.negotiation.DeliveryTerm;
import io.parley.schema.Schema;
import io.parley.schema.SchemaDocument;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Builder of a {@link Contract} from classes with JAXB annotations, from the elements of a schema, whose values are
 * {@link Record}s, or from both. Not thread-safe.
 */
public final class ContractBuilder {
    private static final Map<Class<?>, String> BUILT_IN = Map.of(
            String.class, "string",
            Boolean.class, "boolean",
            Integer.class, "int",
            Long.class, "long",
            Float.class, "float",
            Double.class, "double");

    private final String namespace;
    private final Map<String, Operation<?, ?>> operations = new LinkedHashMap<>();
    private final Map<String, DeliveryTerm> deliveries = new HashMap<>();
    private UnaryOperator<String> actions = UnaryOperator.identity();
    private final RecordBindings records = RecordBindings.asText();
    private @Nullable Layout schema;
    private final List<SchemaDocument> documents = new ArrayList<>();

    ContractBuilder(String namespace) {
        this.namespace = namespace;
    }

    /**
     * Sets the schema that operations with element names refer to.
     *
     * @param text an {@code xs:schema} document
     * @throws io.parley.ParleyException {@code SCHEMA_INVALID}, listing all problems
     */
    public ContractBuilder schema(String text) {
        schema = Layout.compile(Schema.read(text));
        documents.clear();
        documents.add(new SchemaDocument("schema.xsd", text));
        return this;
    }

    /**
     * Adds an operation.
     *
     * @throws IllegalArgumentException if there is one of its name, or it has faults but no response
     */
    public ContractBuilder operation(Operation<?, ?> operation) {
        if (operation.out() == null && !operation.faults().isEmpty()) {
            throw new IllegalArgumentException("operation " + operation
                    + ": expected faults of an operation with a response, found that its messages have none");
        }
        if (operations.putIfAbsent(operation.name(), operation) != null) {
            throw new IllegalArgumentException("there are two operations called " + operation);
        }
        return this;
    }

    /**
     * Adds an operation whose request and response are objects of annotated classes, strings, boxed numbers or
     * booleans.
     */
    public ContractBuilder operation(String name, Class<?> request, Class<?> response) {
        return operation(Operation.of(name, request, response));
    }

    /** Adds an operation whose request and response are elements of the schema. */
    public ContractBuilder operation(String name, QName request, QName response) {
        return operation(Operation.of(name, request, response));
    }

    /** Adds an operation without a response, whose messages either side may send. */
    public ContractBuilder message(String name, Class<?> type) {
        return operation(Operation.oneWay(name, type));
    }

    /**
     * Adds an operation without a response, whose messages are elements of the schema and may be sent by either side.
     */
    public ContractBuilder message(String name, QName element) {
        return operation(Operation.oneWay(name, element));
    }

    /**
     * Allows messages of an operation without a response to be lost, such as sensor readings. If both sides declare it,
     * and their session uses the channel {@code quic}, each message is sent once, in a datagram, unordered, if it fits.
     * Otherwise they are sent as usual.
     *
     * @throws IllegalArgumentException from {@link #build} if there is no such operation, or it has a response
     */
    public ContractBuilder expendable(String name) {
        deliveries.put(name, DeliveryTerm.EXPENDABLE);
        return this;
    }

    /**
     * Allows messages to be lost like {@link #expendable}, and drops those that are older than the newest received one.
     */
    public ContractBuilder latestOnly(String name) {
        deliveries.put(name, DeliveryTerm.LATEST);
        return this;
    }

    /**
     * Sets the function from an operation's name to the SOAP action of its requests. Default: the name. A client uses
     * the actions of the service's WSDL; an empty text suits services that dispatch by the elements of messages, like
     * those of CXF.
     */
    public ContractBuilder actions(UnaryOperator<String> value) {
        actions = value;
        return this;
    }

    /**
     * Creates the contract.
     *
     * @throws IllegalArgumentException if JAXB does not support a class, or the schema has no such element
     */
    public Contract build() {
        deliveries.keySet().forEach(this::checkHasNoResponse);
        Supplier<Beans> beans = onlyOnce(() -> Beans.of(operations));
        Map<String, ContractOperation> built = new HashMap<>();
        operations.forEach((name, operation) -> {
            ContractElement in = element(beans, name, Direction.IN, operation.in());
            Object response = operation.out();
            ContractElement out = response == null ? null : element(beans, name, Direction.OUT, response);
            DeliveryTerm delivery = deliveries.getOrDefault(name, DeliveryTerm.ASSURED);
            List<ContractElement> faults = faults(beans, name, operation.faults());
            built.put(
                    name,
                    new ContractOperation(
                            ContractOperation.head(name), actions.apply(name), in, out, faults, delivery));
        });
        List<SchemaDocument> described = new ArrayList<>(documents);
        if (operations.values().stream()
                .anyMatch(operation -> !operation.classes().isEmpty())) {
            described.addAll(beans.get().documents());
        }
        return new Contract(namespace, built, described);
    }

    private void checkHasNoResponse(String name) {
        Operation<?, ?> operation = operations.get(name);
        if (operation == null || operation.out() != null) {
            throw new IllegalArgumentException("operation " + name
                    + ": expected a message without a response, since those alone may be lost, found "
                    + (operation == null ? "none of that name" : "one with a response"));
        }
    }

    /** Returns a lazy supplier, so that contracts of records only need no JAXB runtime. */
    private static Supplier<Beans> onlyOnce(Supplier<Beans> maker) {
        AtomicReference<@Nullable Beans> made = new AtomicReference<>();
        return () -> {
            Beans known = made.get();
            if (known == null) {
                known = maker.get();
                made.set(known);
            }
            return known;
        };
    }

    private ContractElement element(Supplier<Beans> beans, String operation, Direction direction, Object described) {
        PartKey key = new PartKey(new QName(namespace, operation), direction, 0);
        if (described instanceof Class<?> type) {
            String local = direction == Direction.IN ? operation : operation + "Response";
            return beans.get().element(key, type, new QName(namespace, local));
        }
        return element(key, (QName) described);
    }

    /**
     * Returns the elements of an operation's fault details. Their keys follow that of the response; they are not parts
     * of a message.
     */
    private List<ContractElement> faults(Supplier<Beans> beans, String operation, List<Object> described) {
        List<ContractElement> faults = new ArrayList<>();
        for (Object each : described) {
            PartKey key = new PartKey(new QName(namespace, operation), Direction.OUT, faults.size() + 1);
            faults.add(each instanceof Class<?> type ? beans.get().fault(key, type) : element(key, (QName) each));
        }
        return faults;
    }

    private ContractElement element(PartKey key, QName name) {
        Slot.Element layout = Optional.ofNullable(schema)
                .flatMap(compiled -> compiled.element(name))
                .orElseThrow(() -> new IllegalArgumentException("operation "
                        + key.operation().getLocalPart() + ": the contract's schema has no element " + name));
        Part part = Part.typed(key, layout, records.bind(layout), CanonicalText.fingerprint(layout));
        return new ContractElement(part, Record.class, null);
    }

    /** The classes of a contract, as analysed by JAXB. */
    private record Beans(Layout layout, JaxbBindings bindings, List<SchemaDocument> documents) {

        static Beans of(Map<String, Operation<?, ?>> operations) {
            Set<Class<?>> classes = new LinkedHashSet<>();
            operations.values().forEach(operation -> classes.addAll(operation.classes()));
            try {
                JAXBContext context = JAXBContext.newInstance(classes.toArray(Class<?>[]::new));
                List<SchemaDocument> documents = SchemaDocument.of(context);
                Layout layout = Layout.compile(Schema.derive(documents, Limits.defaults()));
                return new Beans(layout, JaxbBindings.of(context, classes), documents);
            } catch (JAXBException e) {
                String problem = e.getLinkedException() instanceof ClassNotFoundException
                        ? "expected an implementation of JAXB, found none; add org.glassfish.jaxb:jaxb-runtime to the"
                                + " class path"
                        : "JAXB cannot handle the classes " + classes;
                throw new IllegalArgumentException(problem, e);
            }
        }

        ContractElement fault(PartKey key, Class<?> type) {
            QName root = JaxbBindings.rootName(type)
                    .orElseThrow(() -> new IllegalArgumentException("operation "
                            + key.operation().getLocalPart()
                            + ": expected a fault's detail with @XmlRootElement, found "
                            + type.getName()));
            return new ContractElement(Part.infoset(key, root, "a fault"), type, bindings);
        }

        ContractElement element(PartKey key, Class<?> type, QName unrooted) {
            Optional<QName> root = JaxbBindings.rootName(type);
            QName name = root.orElse(unrooted);
            Optional<Slot.Element> found =
                    root.isPresent() ? layout.element(name) : typeName(type).flatMap(of -> layout.part(name, of));
            return new ContractElement(
                    found.map(element -> part(key, element, type))
                            .orElseGet(
                                    () -> Part.infoset(key, name, "JAXB's schema has nothing for " + type.getName())),
                    type,
                    bindings);
        }

        private Part part(PartKey key, Slot.Element element, Class<?> type) {
            JaxbBindings.Attempt attempt = bindings.bind(element, type);
            return attempt.found()
                    .map(binding -> Part.typed(key, element, binding, CanonicalText.fingerprint(element)))
                    .orElseGet(() -> Part.infoset(key, element.name(), attempt.reason()));
        }
    }

    /** Returns the schema type of a class; empty if it has no name. */
    static Optional<QName> typeName(Class<?> type) {
        String builtIn = BUILT_IN.get(type);
        return builtIn == null
                ? JaxbBindings.typeName(type)
                : Optional.of(new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, builtIn));
    }
}
