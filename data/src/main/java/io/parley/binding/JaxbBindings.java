package io.parley.binding;

import io.parley.layout.ComplexLayout;
import io.parley.layout.SimpleLayout;
import io.parley.layout.Slot;
import jakarta.xml.bind.JAXBContext;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * Factory of bindings between elements and JAXB classes, according to their annotations. Objects received through a
 * binding equal those that plain JAXB creates from XML. Where that cannot be guaranteed, a class is declined with a
 * reason, and its elements, or the whole part, are sent as infoset. A class is bound to a type once and shared by all
 * parts. Thread-safe.
 */
public final class JaxbBindings {
    private final JaxbModel model;
    private final JaxbXml xml;
    private final JaxbTypes types;
    private final Map<Key, Attempt> attempts = new HashMap<>();

    private JaxbBindings(JaxbModel model, JaxbXml xml) {
        this.model = model;
        this.xml = xml;
        this.types = new JaxbTypes(model, xml);
    }

    private record Key(Slot.Element element, PartType type) {}

    /**
     * Creates bindings for the classes of a context.
     *
     * @param context JAXB context for content without a layout; must know the classes
     * @param classes the classes that the context was created for; reachable classes are found
     */
    public static JaxbBindings of(JAXBContext context, Collection<Class<?>> classes) {
        return of(context, classes, "", Accessors.initial());
    }

    /**
     * Creates bindings for the classes of a context with a default namespace for packages that declare none.
     *
     * @param namespace the default namespace
     * @param accessors kind of access to the members of beans
     */
    public static JaxbBindings of(
            JAXBContext context, Collection<Class<?>> classes, String namespace, Accessors accessors) {
        return new JaxbBindings(
                JaxbModel.of(classes, new JaxbNames(namespace), accessors), new JaxbXml(context, false));
    }

    /**
     * Returns the same bindings for a stack whose JAXB fails at the first error, as CXF's does: for an adapter that
     * throws, an element that no class knows, or a reference that resolves to nothing. Except for the last, this
     * concerns infoset only; typed content is never skipped.
     */
    public JaxbBindings strictly() {
        return new JaxbBindings(model, xml.strictly());
    }

    /**
     * Returns the name of the root element of a class, from its annotation or JAXB's default; empty if the class has
     * none.
     */
    public static Optional<QName> rootName(Class<?> bean) {
        return Optional.ofNullable(new JaxbNames("").root(bean));
    }

    /** Returns the name of the XSD type of a class; empty if the type is anonymous. */
    public static Optional<QName> typeName(Class<?> bean) {
        return Optional.ofNullable(new JaxbNames("").type(bean));
    }

    /** Writes an object as plain events, for a part without a binding. */
    public void write(QName element, Class<?> type, Object value, XMLStreamWriter out) throws XMLStreamException {
        xml.write(element, type, value, out);
    }

    /**
     * Reads an object from plain events, for a part without a binding.
     *
     * @param in reader at the element's start; moved to its end
     * @return null if the element is nil
     */
    public @Nullable Object read(Class<?> type, XMLStreamReader in) throws XMLStreamException {
        return xml.read(in, type, List.of());
    }

    /**
     * A binding, or the reason why there is none.
     *
     * @param binding null if the part must be sent as infoset
     * @param reason empty if there is a binding
     */
    public record Attempt(@Nullable Binding binding, String reason) {
        /** Returns the binding; empty if the part must be sent as infoset. */
        public Optional<Binding> found() {
            return Optional.ofNullable(binding);
        }
    }

    /** Binds an element to the class of its values. */
    public Attempt bind(Slot.Element element, Class<?> type) {
        return bind(element, PartType.of(type));
    }

    /** Binds an element to a Java type. The result is cached for each element and type. */
    public synchronized Attempt bind(Slot.Element element, PartType type) {
        Key key = new Key(element, type);
        Attempt known = attempts.get(key);
        if (known == null) {
            known = attempt(element, type);
            attempts.put(key, known);
        }
        return known;
    }

    private Attempt attempt(Slot.Element element, PartType type) {
        try {
            PartForm form = PartForm.of(type, element.type());
            TypeNotes notes = new TypeNotes();
            JaxbRootSlot root = types.settle(() -> root(element, form), notes);
            return new Attempt(new JaxbBinding(element, form, root, types, notes), "");
        } catch (UnbindableException e) {
            return new Attempt(null, e.reason());
        }
    }

    private JaxbRootSlot root(Slot.Element element, PartForm form) throws UnbindableException {
        Class<?> type = form.jaxbType();
        if (element.type() instanceof SimpleLayout simple) {
            Conversion conversion = ItemArrays.isItems(type)
                    ? Conversions.ofArray(type, simple, form.text())
                    : types.value(type, simple, null);
            return new JaxbRootSlot(element, BoundAlternative.simple(element, simple), type, conversion, xml);
        }
        if (form.text()) {
            throw new UnbindableException(type.getSimpleName() + " as one text has no place in " + element.type());
        }
        BoundAlternative complex = BoundAlternative.complex(element, types.of(type, (ComplexLayout) element.type()));
        return new JaxbRootSlot(element, complex, type, Conversion.SAME, xml);
    }
}
