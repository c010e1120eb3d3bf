package io.parley.negotiation.xml;

import io.parley.negotiation.PartTerm;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** XML form of the operations of one namespace. */
final class OperationsXml {
    @XmlAttribute
    @Nullable
    String namespace;

    @XmlElement(name = "operation")
    List<OperationXml> operations = new ArrayList<>();

    OperationsXml() {}

    OperationsXml(String namespace) {
        this.namespace = namespace;
    }

    /** Adds a part. Parts must be added in the order of their keys, so that those of an operation are consecutive. */
    void put(KeyText key, String fingerprint) {
        if (operations.isEmpty() || !key.operation().equals(operations.get(operations.size() - 1).name)) {
            operations.add(new OperationXml(key.operation()));
        }
        operations.get(operations.size() - 1).put(key, fingerprint);
    }

    void addTo(List<PartTerm> parts, String where) {
        for (OperationXml operation : operations) {
            operation.addTo(parts, Lexical.optional(namespace), where + "/operation");
        }
    }
}
