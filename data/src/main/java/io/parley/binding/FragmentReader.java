package io.parley.binding;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the events of one element. Declarations around the element that are used in it are added to it. They may
 * also be used in attribute values and text, since content without a schema may contain qualified names.
 */
final class FragmentReader {
    /** Greatest length of a prefix to look for. */
    private static final int MAX_PREFIX = 256;

    private final List<Fragment.Event> events = new ArrayList<>();
    private final Map<String, String> inherited = new TreeMap<>();
    private final Deque<Map<String, String>> scopes = new ArrayDeque<>();
    /**
     * For each open element, the names in its text that may be prefixes. They are looked up at the element's end, where
     * its scope is still known.
     */
    private final Deque<Set<String>> texts = new ArrayDeque<>();

    private String unfinished = "";

    /** Reads the element, and moves the reader to its end. */
    List<Fragment.Event> read(XMLStreamReader in) throws XMLStreamException {
        start(in);
        String outer = in.getNamespaceURI(XMLConstants.DEFAULT_NS_PREFIX);
        if (outer != null && !outer.isEmpty()) {
            inherit(in, XMLConstants.DEFAULT_NS_PREFIX);
        }
        while (!scopes.isEmpty()) {
            next(in);
        }
        Fragment.Start first = (Fragment.Start) events.get(0);
        first.namespaces().forEach(inherited::put);
        events.set(0, new Fragment.Start(first.name(), first.prefix(), inherited, first.attributes()));
        return events;
    }

    private void next(XMLStreamReader in) throws XMLStreamException {
        int event = in.next();
        boolean isText = event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA;
        unfinished = isText ? unfinished : "";
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> start(in);
            case XMLStreamConstants.END_ELEMENT -> {
                texts.pop().forEach(prefix -> inherit(in, prefix));
                scopes.pop();
                events.add(Fragment.End.END);
            }
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                String text = in.getText();
                events.add(new Fragment.Text(text));
                unfinished = prefixes(unfinished + text, texts.element());
            }
            case XMLStreamConstants.COMMENT -> events.add(new Fragment.Comment(in.getText()));
            case XMLStreamConstants.PROCESSING_INSTRUCTION ->
                events.add(new Fragment.Instruction(in.getPITarget(), orEmpty(in.getPIData())));
            default ->
                throw new ParleyException(
                        ErrorCode.SCHEMA_VIOLATION,
                        "element inside a wildcard: expected its end, found event " + event);
        }
    }

    private void start(XMLStreamReader in) {
        Map<String, String> declared = new TreeMap<>();
        for (int i = 0; i < in.getNamespaceCount(); i++) {
            declared.put(orEmpty(in.getNamespacePrefix(i)), orEmpty(in.getNamespaceURI(i)));
        }
        scopes.push(declared);
        texts.push(new TreeSet<>());
        String prefix = orEmpty(in.getPrefix());
        inherit(in, prefix);
        List<Fragment.Attribute> attributes = new ArrayList<>();
        Set<String> values = new TreeSet<>();
        for (int i = 0; i < in.getAttributeCount(); i++) {
            Fragment.Attribute attribute = new Fragment.Attribute(
                    in.getAttributeName(i), orEmpty(in.getAttributePrefix(i)), in.getAttributeValue(i));
            attributes.add(attribute);
            if (!attribute.prefix().isEmpty()) {
                inherit(in, attribute.prefix());
            }
            prefixes(attribute.value(), values);
        }
        values.forEach(value -> inherit(in, value));
        events.add(new Fragment.Start(in.getName(), prefix, declared, List.copyOf(attributes)));
    }

    /**
     * Adds possible prefixes in a value such as {@code p:name}, {@code p:a q:b} or {@code /p:a/q:b}.
     *
     * @return the name at the end of the text, which is a prefix if the next piece of text starts with a colon
     */
    private static String prefixes(String value, Set<String> found) {
        int colon = value.indexOf(':');
        while (colon >= 0) {
            found.add(value.substring(startOfName(value, colon), colon));
            colon = value.indexOf(':', colon + 1);
        }
        found.remove("");
        return value.substring(startOfName(value, value.length()));
    }

    private static int startOfName(String value, int end) {
        int start = end;
        while (start > 0 && end - start < MAX_PREFIX) {
            int c = value.codePointBefore(start);
            if (!Character.isUnicodeIdentifierPart(c) && "-.\u00b7".indexOf(c) < 0) {
                break;
            }
            start -= Character.charCount(c);
        }
        return start;
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
