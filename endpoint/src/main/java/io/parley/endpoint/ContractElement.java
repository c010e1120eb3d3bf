package io.parley.endpoint;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.UnexpectedObject;
import io.parley.binding.Binding;
import io.parley.binding.JaxbBindings;
import io.parley.binding.Part;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The element of a message, and the class of its values. Thread-safe.
 *
 * @param jaxb bindings for values without a typed form; null for records, which always have one
 * @param hasUntyped true once a value without a typed form was logged
 */
record ContractElement(Part part, Class<?> type, @Nullable JaxbBindings jaxb, AtomicBoolean hasUntyped) {
    private static final Logger LOG = LoggerFactory.getLogger(ContractElement.class);

    ContractElement(Part part, Class<?> type, @Nullable JaxbBindings jaxb) {
        this(part, type, jaxb, new AtomicBoolean());
    }

    /** Logs the first value without a typed form. */
    void untyped(ParleyException why) {
        if (!hasUntyped.getAndSet(true)) {
            LOG.info(
                    "Sending a value of {} as infoset: {}; further ones of this part are not logged",
                    part.key(),
                    why.text());
        }
    }

    /** Checks a value to be sent; throws {@code ENCODING} if it does not fit. */
    void check(Object value) {
        if (!fits(value)) {
            throw new ParleyException(
                    ErrorCode.ENCODING,
                    part.key() + ": expected a value that fits " + part.element() + ", found another",
                    UnexpectedObject.of(value, type));
        }
    }

    /** Returns whether a value may be written as this element. */
    boolean fits(Object value) {
        if (jaxb != null) {
            return type.isInstance(value);
        }
        Binding binding = part.binding();
        return binding != null && binding.accepts(value);
    }

    void writePlain(Object value, XMLStreamWriter out) throws XMLStreamException {
        Binding binding = part.binding();
        if (jaxb != null) {
            jaxb.write(part.element(), type, value, out);
        } else if (binding != null) {
            binding.write(value, out);
        }
    }

    Object readPlain(XMLStreamReader in) throws XMLStreamException {
        if (!in.getName().equals(part.element())) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION,
                    part.key() + ": expected " + part.element() + ", found another element");
        }
        Binding binding = part.binding();
        Object value = jaxb != null ? jaxb.read(type, in) : binding != null ? binding.read(in) : null;
        if (value == null) {
            throw new ParleyException(
                    ErrorCode.SCHEMA_VIOLATION, part.key() + ": expected a value, found a nil element");
        }
        return value;
    }
}
