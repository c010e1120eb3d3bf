package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.Unmarshaller;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * The application's JAXB context, for content without a layout. Thread-safe: marshallers and unmarshallers are pooled.
 */
final class JaxbXml {
    private static final int POOLED = 8;
    /** A local name that no element can have. */
    private static final String IMPOSSIBLE_NAME = "\u0000";

    private final JAXBContext context;
    private final boolean strict;
    private final ArrayBlockingQueue<Marshaller> marshallers = new ArrayBlockingQueue<>(POOLED);
    private final ArrayBlockingQueue<Unmarshaller> unmarshallers = new ArrayBlockingQueue<>(POOLED);

    /**
     * @param strict whether JAXB fails at the first error; otherwise it ignores the content that it does not understand
     */
    JaxbXml(JAXBContext context, boolean strict) {
        this.context = context;
        this.strict = strict;
    }

    boolean isStrict() {
        return strict;
    }

    JaxbXml strictly() {
        return new JaxbXml(context, true);
    }

    /** Writes a value of a type as an element. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // The declared class is only known at run time.
    void write(QName name, Class<?> type, @Nullable Object value, XMLStreamWriter out) throws XMLStreamException {
        write(new JAXBElement(name, type, value), out);
    }

    /**
     * Writes a value as the element of a property. If the element has the name of a global one, JAXB would treat it as
     * such, so it is given an impossible name, which is replaced during the write.
     */
    void writeMember(QName name, Class<?> type, @Nullable Object value, XMLStreamWriter out) throws XMLStreamException {
        QName impossible = new QName(name.getNamespaceURI(), IMPOSSIBLE_NAME);
        write(impossible, type, value, new FirstElementName(out, name.getLocalPart()));
    }

    /** Writes a {@code JAXBElement} or an object with a root element. */
    void write(Object element, XMLStreamWriter out) throws XMLStreamException {
        try {
            Marshaller marshaller = marshallers.poll();
            if (marshaller == null) {
                marshaller = context.createMarshaller();
                marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
            }
            marshaller.marshal(element, out);
            marshallers.offer(marshaller); // not returned to the pool after a failure
        } catch (JAXBException e) {
            throw new ParleyException(
                    ErrorCode.ENCODING, "expected an object that JAXB can marshal, found that it cannot", e);
        }
    }

    /**
     * Reads the element at the reader's position as a value of a type.
     *
     * @param parents the names of enclosing elements to simulate, outermost first; the type then is that of the
     *     outermost one
     * @return null if JAXB creates no value for it
     */
    @Nullable
    Object read(XMLStreamReader in, Class<?> type, List<QName> parents) throws XMLStreamException {
        OneElement element = new OneElement(in, parents);
        try {
            Unmarshaller unmarshaller = unmarshallers.poll();
            if (unmarshaller == null) {
                unmarshaller = unmarshaller();
            }
            JAXBElement<?> read = unmarshaller.unmarshal(element, type);
            checkComplete(element);
            Object value = read.getValue();
            clear(read);
            unmarshallers.offer(unmarshaller);
            element.finish();
            return value;
        } catch (ParleyException e) {
            throw e;
        } catch (JAXBException | RuntimeException e) { // JAXB passes on what the parser of an attribute's number throws
            checkComplete(element);
            throw unreadable(e);
        }
    }

    /** Clears the result, because an unmarshaller references its last one until the next. */
    private static <T> void clear(JAXBElement<T> result) {
        result.setValue(null);
    }

    private static void checkComplete(OneElement element) {
        Exception failure = element.failure();
        if (failure instanceof RuntimeException coded) {
            throw coded;
        }
        if (failure != null) {
            throw unreadable(failure);
        }
    }

    private static ParleyException unreadable(Exception why) {
        return new ParleyException(
                ErrorCode.SCHEMA_VIOLATION,
                "expected content that JAXB can unmarshal to the part's class, found that it cannot",
                why);
    }

    private Unmarshaller unmarshaller() throws JAXBException {
        Unmarshaller unmarshaller = context.createUnmarshaller();
        if (strict) {
            unmarshaller.setEventHandler(event -> false);
        }
        return unmarshaller;
    }
}
