package io.parley.testkit.generate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Generates random documents: namespaces that are declared, hidden, redeclared and undeclared, mixed content, and text
 * from all planes of Unicode. All documents are well-formed and properly declared.
 */
public final class InfosetGenerator {
    private static final List<String> PREFIXES = List.of("", "p", "q", "ns2", "ä");
    private static final List<String> NAMESPACES = List.of("urn:a", "urn:b", "http://example.org/c?d=e&f", "urn:ü");
    private static final List<String> LOCALS = List.of("a", "item", "naïve", "x.y-z_1", "\u6F22", "type", "value");

    private final Random random;
    private final TextGenerator text;
    private int budget;

    public InfosetGenerator(long seed) {
        this.random = new Random(seed);
        this.text = new TextGenerator(random);
    }

    /** Writes one document of at most about {@code events} events. */
    public void writeTo(XMLStreamWriter writer, int events) throws XMLStreamException {
        budget = events;
        if (random.nextBoolean()) {
            writer.writeStartDocument("UTF-8", "1.0");
        }
        writeAside(writer);
        writeElement(writer, Map.of("", ""), 0);
        writeAside(writer);
        writer.writeEndDocument();
    }

    private void writeElement(XMLStreamWriter writer, Map<String, String> outer, int depth) throws XMLStreamException {
        budget--;
        Map<String, String> declared = declarations();
        Map<String, String> scope = new HashMap<>(outer);
        scope.putAll(declared);
        String prefix = pick(new ArrayList<>(new TreeSet<>(scope.keySet())));
        writer.writeStartElement(prefix, pick(LOCALS), scope.getOrDefault(prefix, ""));
        for (var declaration : declared.entrySet()) {
            if (declaration.getKey().isEmpty()) {
                writer.writeDefaultNamespace(declaration.getValue());
            } else {
                writer.writeNamespace(declaration.getKey(), declaration.getValue());
            }
        }
        writeAttributes(writer, scope);
        int children = depth > 20 ? 0 : random.nextInt(6);
        for (int i = 0; i < children && budget > 0; i++) {
            writeChild(writer, scope, depth);
        }
        writer.writeEndElement();
    }

    private void writeChild(XMLStreamWriter writer, Map<String, String> scope, int depth) throws XMLStreamException {
        switch (random.nextInt(8)) {
            case 0, 1, 2, 3 -> writeElement(writer, scope, depth + 1);
            case 4, 5 -> writer.writeCharacters(text.next());
            case 6 -> writer.writeCData(plain().replace(">", ""));
            default -> writeAside(writer);
        }
    }

    private void writeAside(XMLStreamWriter writer) throws XMLStreamException {
        budget--;
        switch (random.nextInt(3)) {
            case 0 -> writer.writeComment(plain().replace('-', '_'));
            case 1 ->
                writer.writeProcessingInstruction(
                        pick(LOCALS), plain().replace(">", "").stripLeading());
            default -> {}
        }
    }

    private Map<String, String> declarations() {
        Map<String, String> declared = new LinkedHashMap<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            String prefix = pick(PREFIXES);
            boolean undeclare = prefix.isEmpty() && random.nextBoolean();
            declared.put(prefix, undeclare ? "" : pick(NAMESPACES));
        }
        return declared;
    }

    private void writeAttributes(XMLStreamWriter writer, Map<String, String> scope) throws XMLStreamException {
        Set<String> used = new HashSet<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            String prefix = pick(new ArrayList<>(new TreeSet<>(scope.keySet())));
            String namespace = prefix.isEmpty() ? "" : scope.getOrDefault(prefix, "");
            String local = pick(LOCALS);
            if (used.add(namespace + " " + local)) {
                writer.writeAttribute(prefix, namespace, local, text.next());
            }
        }
    }

    /**
     * Returns text for places without character references, where a parser normalizes every line end to a line feed.
     */
    private String plain() {
        return text.next().replace('\r', '\n');
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
