package io.parley.examples.compare;

import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.message.MessageContentsList;

/**
 * Compares messages in the form that JAXB writes. Not for messages with XML trees: for a tree in a property of type
 * {@code Object}, JAXB confuses its prefixes with its own and writes other namespaces.
 */
final class Forms {
    private Forms() {}

    /** Returns the first difference of the second message from the first in canonical form. */
    static Optional<Difference> difference(MessageForm form, MessageContentsList one, MessageContentsList two)
            throws XMLStreamException {
        List<String> expected = form.write(one);
        List<String> found = form.write(two);
        for (int i = 0; i < expected.size(); i++) {
            Optional<Difference> difference =
                    CanonicalForm.of(expected.get(i)).difference(CanonicalForm.of(found.get(i)));
            if (difference.isPresent()) {
                return difference;
            }
        }
        return Optional.empty();
    }
}
