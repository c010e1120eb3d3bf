package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Collects the events of one element. A prefix that was declared around it is declared on the element itself. */
final class FragmentReader {
    private final List<Fragment.Event> events = new ArrayList<>();
    private final Map<String, String> inherited = new TreeMap<>();
    private final Deque<Map<String, String>> scopes = new ArrayDeque<>();

    /** Leaves the reader at the element's end. */
    List<Fragment.Event> read(XMLStreamReader in) throws XMLStreamException {
        start(in);
        while (!scopes.isEmpty()) {
            next(in);
        }
        Fragment.Start first = (Fragment.Start) events.get(0);
        first.namespaces().forEach(inherited::put);
        events.set(0, new Fragment.Start(first.name(), first.prefix(), inherited, first.attributes()));
        return events;
    }

    private void next(XMLStreamReader in) throws XMLStreamException {
        switch (in.next()) {
            case XMLStreamConstants.START_ELEMENT -> start(in);
            case XMLStreamConstants.END_ELEMENT -> {
                scopes.pop();
                events.add(Fragment.End.END);
            }
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                events.add(new Fragment.Text(in.getText()));
            case XMLStreamConstants.COMMENT -> events.add(new Fragment.Comment(in.getText()));
            case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                events.add(new Fragment.Instruction(in.getPITarget(), orEmpty(in.getPIData())));
            default ->
                throw new ParleyException(
                        ErrorCode.SCHEMA_VIOLATION,
                        "element inside a wildcard: expected its end, found event " + in.getEventType());
        }
    }

    private void start(XMLStreamReader in) {
        Map<String, String> declared = new TreeMap<>();
        for (int i = 0; i < in.getNamespaceCount(); i++) {
            declared.put(orEmpty(in.getNamespacePrefix(i)), orEmpty(in.getNamespaceURI(i)));
        }
        scopes.push(declared);
        String prefix = orEmpty(in.getPrefix());
        inherit(in, prefix);
        List<Fragment.Attribute> attributes = new ArrayList<>();
        for (int i = 0; i < in.getAttributeCount(); i++) {
            Fragment.Attribute attribute = new Fragment.Attribute(
                    in.getAttributeName(i), orEmpty(in.getAttributePrefix(i)), in.getAttributeValue(i));
            attributes.add(attribute);
            if (!attribute.prefix().isEmpty()) {
                inherit(in, attribute.prefix());
            }
            inheritFromValue(in, attribute.value());
        }
        events.add(new Fragment.Start(in.getName(), prefix, declared, List.copyOf(attributes)));
    }

    /** A value such as {@code p:name} may be a qualified name; if its prefix is declared, it stays so. */
    private void inheritFromValue(XMLStreamReader in, String value) {
        String name = Lexical.collapse(value);
        int colon = name.indexOf(':');
        if (colon > 0 && name.matches("[\\w.-]+:[\\w.-]+")) {
            inherit(in, name.substring(0, colon));
        }
    }

    private void inherit(XMLStreamReader in, String prefix) {
        if (prefix.equals(XMLConstants.XML_NS_PREFIX) || scopes.stream().anyMatch(scope -> scope.containsKey(prefix))) {
            return;
        }
        String namespace = in.getNamespaceURI(prefix);
        if (namespace != null || prefix.isEmpty()) {
            inherited.putIfAbsent(prefix, orEmpty(namespace));
        }
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
