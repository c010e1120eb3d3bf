package io.parley.negotiation.xml;

import io.parley.negotiation.DeliveryTerm;
import io.parley.negotiation.OperationTerm;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** XML form of an operation with terms of its own. */
@XmlType(name = "Choice")
final class ChoiceXml {
    /** Delivery of an operation without the attribute. */
    private static final String ASSURED = DeliveryTerm.ASSURED.term();

    @XmlAttribute
    @Nullable
    String name;

    @XmlAttribute
    @Nullable
    String delivery;

    @XmlElement(name = "representation")
    List<String> representations = new ArrayList<>();

    static List<ChoiceXml> of(List<OperationTerm> operations) {
        return operations.stream().map(ChoiceXml::of).toList();
    }

    private static ChoiceXml of(OperationTerm operation) {
        ChoiceXml xml = new ChoiceXml();
        xml.name = operation.operation();
        xml.delivery = operation.delivery().equals(ASSURED) ? null : operation.delivery();
        xml.representations = operation.representations();
        return xml;
    }

    static List<OperationTerm> read(String where, List<ChoiceXml> found) {
        return found.stream().map(each -> each.read(where)).toList();
    }

    private OperationTerm read(String where) {
        return new OperationTerm(
                Lexical.required(where + "/@name", name),
                Lexical.all(representations),
                delivery == null ? ASSURED : Lexical.optional(delivery));
    }
}
