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
 * Ties elements to JAXB classes by their annotations. Objects that went through a binding are equal to what plain JAXB
 * would have made of them over XML; where that cannot be promised a class is declined with a reason, and its elements
 * travel as infoset inside the part, or the whole part does. A class is tied to a type once, by the first part that
 * reaches it, and shared by all others. Thread-safe.
 */
public final class JaxbBindings {
    private final JaxbModel model;
    private final JaxbXml xml;
    private final JaxbTypes types;
    private final Map<Wanted, Attempt> attempts = new HashMap<>();

    private JaxbBindings(JaxbModel model, JaxbXml xml) {
        this.model = model;
        this.xml = xml;
        this.types = new JaxbTypes(model, xml);
    }

    private record Wanted(Slot.Element element, PartType type) {}

    /**
     * Bindings for the classes of a context.
     *
     * @param context marshals what has no layout; must know the classes
     * @param classes the classes that the context was made for; what they lead to is found
     */
    public static JaxbBindings of(JAXBContext context, Collection<Class<?>> classes) {
        return of(context, classes, "", Accessors.initial());
    }

    /**
     * Creates bindings for the classes of a context that was made with a default namespace for packages without one.
     *
     * @param namespace that namespace
     * @param how the access to the members of beans
     */
    public static JaxbBindings of(JAXBContext context, Collection<Class<?>> classes, String namespace, Accessors how) {
        return new JaxbBindings(JaxbModel.of(classes, new JaxbNames(namespace), how), new JaxbXml(context, false));
    }

    /**
     * The same bindings for a stack in which JAXB ends at the first thing that it does not understand, as it does in
     * CXF: an adapter that throws, an element that no class has a place for, a reference to nobody. But for the last this
     * is about what travels as infoset; of typed content nothing is ever skipped.
     */
    public JaxbBindings strictly() {
        return new JaxbBindings(model, xml.strictly());
    }

    /** The name of the element that a class is the root of, by its annotation or JAXB's default. */
    public static Optional<QName> rootName(Class<?> bean) {
        return Optional.ofNullable(new JaxbNames("").root(bean));
    }

    /** The name of the XSD type that JAXB makes of a class; empty if the type is anonymous. */
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
     * @param in at the element's start; left at its end
     * @return null if the element is nil
     */
    public @Nullable Object read(Class<?> type, XMLStreamReader in) throws XMLStreamException {
        return xml.read(in, type, List.of());
    }

    /**
     * A binding or the reason why there is none.
     *
     * @param binding null if the part must travel as infoset
     * @param reason empty if there is a binding
     */
    public record Attempt(@Nullable Binding binding, String reason) {
        /** Returns the binding; empty if the part must travel as infoset. */
        public Optional<Binding> found() {
            return Optional.ofNullable(binding);
        }
    }

    /** Ties an element to the class of its values. */
    public Attempt bind(Slot.Element element, Class<?> type) {
        return bind(element, PartType.of(type));
    }

    /** Ties an element to what Java has for it; the same answer to the same question. */
    public synchronized Attempt bind(Slot.Element element, PartType type) {
        Wanted wanted = new Wanted(element, type);
        Attempt known = attempts.get(wanted);
        if (known == null) {
            known = attempt(element, type);
            attempts.put(wanted, known);
        }
        return known;
    }

    private Attempt attempt(Slot.Element element, PartType type) {
        try {
            PartForm form = PartForm.of(type, element.type());
            TypeNotes notes = new TypeNotes();
            JaxbRootSlot root = types.settle(() -> root(element, form), notes);
            return new Attempt(new JaxbBinding(element, form, root, types, notes), "");
        } catch (Declined e) {
            return new Attempt(null, e.reason());
        }
    }

    private JaxbRootSlot root(Slot.Element element, PartForm form) throws Declined {
        Class<?> type = form.jaxbType();
        if (element.type() instanceof SimpleLayout simple) {
            Conversion conversion = ItemArrays.isItems(type)
                    ? Conversions.ofArray(type, simple, form.text())
                    : types.value(type, simple, null);
            return new JaxbRootSlot(element, BoundAlternative.simple(element, simple), type, conversion, xml);
        }
        if (form.text()) {
            throw new Declined(type.getSimpleName() + " as one text has no place in " + element.type());
        }
        BoundAlternative complex = BoundAlternative.complex(element, types.of(type, (ComplexLayout) element.type()));
        return new JaxbRootSlot(element, complex, type, Conversion.SAME, xml);
    }
}
