package io.parley.negotiation.xml;

import io.parley.negotiation.PartTerm;
import jakarta.xml.bind.annotation.XmlAttribute;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** XML form of a side's data: one fingerprint over all parts, and the listed parts by namespace and operation. */
final class DataXml {
    @XmlAttribute
    @Nullable
    String fingerprint;

    List<OperationsXml> operations = new ArrayList<>();

    static DataXml of(String fingerprint, List<PartTerm> parts) {
        Map<String, OperationsXml> byNamespace = new LinkedHashMap<>();
        for (PartTerm part : parts) {
            KeyText key = KeyText.parse(part.key());
            byNamespace
                    .computeIfAbsent(key.namespace(), namespace -> new OperationsXml(namespace))
                    .put(key, part.fingerprint());
        }
        DataXml xml = new DataXml();
        xml.fingerprint = fingerprint;
        xml.operations = List.copyOf(byNamespace.values());
        return xml;
    }

    static DataXml one(String where, List<DataXml> found) {
        if (found.size() != 1) {
            throw Lexical.malformed(where, "exactly one", String.valueOf(found.size()));
        }
        return found.get(0);
    }

    String fingerprint(String where) {
        return Lexical.required(where + "/@fingerprint", fingerprint);
    }

    /** Returns the listed parts, sorted by key. */
    List<PartTerm> parts(String where) {
        List<PartTerm> parts = new ArrayList<>();
        for (OperationsXml group : operations) {
            group.addTo(parts, where + "/operations");
        }
        parts.sort(Comparator.comparing(PartTerm::key));
        return parts;
    }
}
