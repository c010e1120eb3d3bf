package io.parley.representation.hhfr;

import io.parley.binding.Binding;
import io.parley.binding.Parts;
import io.parley.representation.Representation;
import io.parley.representation.SideSink;
import io.parley.representation.Source;
import io.parley.representation.TypedMessages;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;

/** Messages of one typed part in hhfr. */
final class Messages {
    private static final TypedMessages MESSAGES = TypedMessages.of("hhfr");
    static final Representation HHFR = MESSAGES.representation();

    private Messages() {}

    static Parts parts(Binding binding) {
        return TypedMessages.parts(binding);
    }

    static Object throughHhfr(Binding binding, Object value) throws XMLStreamException {
        return MESSAGES.through(binding, value);
    }

    static boolean canWrite(Binding binding, Object value) throws XMLStreamException {
        return MESSAGES.canWrite(binding, value);
    }

    static byte[] encode(Binding binding, Object value) throws XMLStreamException {
        return MESSAGES.encode(binding, value);
    }

    static byte[] encode(Binding binding, Object value, SideSink sides) throws XMLStreamException {
        return MESSAGES.encode(binding, value, sides);
    }

    static Object decode(Binding binding, byte[] bytes) throws XMLStreamException {
        return MESSAGES.decode(binding, bytes);
    }

    static byte[] envelope(Binding binding, Object value) throws XMLStreamException {
        return MESSAGES.envelope(binding, value);
    }

    static Object decodeEnvelope(Binding binding, byte[] bytes) throws XMLStreamException {
        return MESSAGES.decodeEnvelope(binding, bytes);
    }

    static List<QName> expanded(Binding binding, Object value) throws XMLStreamException {
        return MESSAGES.expanded(binding, value);
    }

    static byte[] write(Binding binding, TypedMessages.Content content) throws XMLStreamException {
        return MESSAGES.write(binding, content);
    }

    static Source source(byte[] bytes) {
        return TypedMessages.source(bytes);
    }
}
