package io.parley.bench.document;

import io.parley.Limits;
import io.parley.schema.SafeXml;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The strings of a document as counted in the bnux paper: names, namespaces, attribute values and texts.
 *
 * @param onceOnly the share of distinct strings that occur once, 0 to 1
 * @param top the cumulative shares of all occurrences of the 1, 2, ... 16 most frequent strings, 0 to 1
 */
public record Symbols(double onceOnly, List<Double> top) {
    private static final int TOP = 16;

    public Symbols {
        top = List.copyOf(top);
    }

    /** Counts the strings of a document. */
    public static Symbols of(Document document) throws XMLStreamException {
        Map<String, Integer> counts = new HashMap<>();
        XMLStreamReader in = SafeXml.reader(document.xml(), Limits.defaults());
        while (in.hasNext()) {
            switch (in.next()) {
                case XMLStreamConstants.START_ELEMENT -> start(in, counts);
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
                    count(counts, in.getText());
                default -> {}
            }
        }
        double all = counts.values().stream().mapToInt(count -> count).sum();
        List<Integer> sorted = counts.values().stream()
                .sorted(Comparator.reverseOrder())
                .limit(TOP)
                .toList();
        return new Symbols(
                counts.values().stream().filter(count -> count == 1).count() / (double) counts.size(),
                IntStream.rangeClosed(1, TOP)
                        .mapToObj(some -> sorted.stream()
                                        .limit(some)
                                        .mapToInt(count -> count)
                                        .sum()
                                / all)
                        .toList());
    }

    private static void start(XMLStreamReader in, Map<String, Integer> counts) {
        count(counts, in.getPrefix());
        count(counts, in.getLocalName());
        count(counts, in.getNamespaceURI());
        for (int i = 0; i < in.getAttributeCount(); i++) {
            count(counts, in.getAttributeLocalName(i));
            count(counts, in.getAttributeValue(i));
        }
    }

    private static void count(Map<String, Integer> counts, String symbol) {
        if (symbol != null && !symbol.isEmpty()) {
            counts.merge(symbol, 1, Integer::sum);
        }
    }
}
