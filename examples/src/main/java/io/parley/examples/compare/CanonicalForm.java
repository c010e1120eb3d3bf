package io.parley.examples.compare;

import io.parley.Limits;
import io.parley.schema.SafeXml;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * XML in a form that is independent of prefixes, attribute order and text chunks: as in Canonical XML 2.0 with
 * rewritten prefixes and QName-aware content, as lines with their element paths.
 */
final class CanonicalForm {
    private static final Pattern QUALIFIED =
            Pattern.compile("([\\p{L}_][\\p{L}\\p{N}._-]*):([\\p{L}_][\\p{L}\\p{N}._-]*)");

    private final List<Line> lines = new ArrayList<>();
    private final Deque<String> path = new ArrayDeque<>();
    private final StringBuilder text = new StringBuilder();

    private record Line(String path, String content) {}

    private CanonicalForm() {}

    static CanonicalForm of(String xml) throws XMLStreamException {
        CanonicalForm form = new CanonicalForm();
        form.read(SafeXml.reader(new StringReader(xml), Limits.defaults()));
        return form;
    }

    /** Returns the first difference from another form. */
    Optional<Difference> difference(CanonicalForm other) {
        for (int i = 0; i < Math.max(lines.size(), other.lines.size()); i++) {
            if (i >= lines.size() || i >= other.lines.size()) {
                String at = i < lines.size()
                        ? lines.get(i).path()
                        : other.lines.get(i).path();
                return Optional.of(
                        new Difference("", at, i < lines.size() ? "it is missing" : "it is there in addition", "", ""));
            }
            Line one = lines.get(i);
            Line two = other.lines.get(i);
            if (!one.equals(two)) {
                String how = one.path().equals(two.path()) ? "the XML differs" : "another element is there";
                return Optional.of(new Difference("", one.path(), how, one.content(), two.content()));
            }
        }
        return Optional.empty();
    }

    private void read(XMLStreamReader reader) throws XMLStreamException {
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> start(reader);
                case XMLStreamConstants.END_ELEMENT -> {
                    endText(reader);
                    line("end");
                    path.removeLast();
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    text.append(reader.getText());
                default -> {
                    // Comments, processing instructions and the prolog are ignored.
                }
            }
        }
    }

    private void start(XMLStreamReader reader) {
        endText(reader);
        path.addLast(reader.getLocalName());
        line("{" + nothing(reader.getNamespaceURI()) + "}" + reader.getLocalName());
        TreeMap<String, String> attributes = new TreeMap<>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String namespace = nothing(reader.getAttributeNamespace(i));
            boolean isHint = namespace.equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI)
                    && reader.getAttributeLocalName(i).endsWith("chemaLocation");
            if (!isHint) {
                attributes.put(
                        "@{" + namespace + "}" + reader.getAttributeLocalName(i),
                        expanded(reader.getAttributeValue(i), reader));
            }
        }
        attributes.forEach((name, value) -> line(name + "=" + value));
    }

    private void endText(XMLStreamReader reader) {
        if (text.length() > 0) {
            line("text " + expanded(text.toString(), reader));
            text.setLength(0);
        }
    }

    private void line(String content) {
        lines.add(new Line(String.join("/", path), content));
    }

    /** Returns a value with namespaces instead of declared prefixes. */
    private static String expanded(String value, XMLStreamReader reader) {
        return value.indexOf(':') < 0
                ? value
                : QUALIFIED.matcher(value).replaceAll(name -> {
                    String namespace = reader.getNamespaceURI(name.group(1));
                    return Matcher.quoteReplacement(
                            namespace == null ? name.group() : "{" + namespace + "}" + name.group(2));
                });
    }

    private static String nothing(String namespace) {
        return namespace == null ? "" : namespace;
    }
}
