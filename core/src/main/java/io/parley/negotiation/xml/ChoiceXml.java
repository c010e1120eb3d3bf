package io.parley.negotiation.xml;

import io.parley.negotiation.OperationTerm;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An operation with representations of its own. */
@XmlType(name = "Choice")
final class ChoiceXml {
    @XmlAttribute
    @Nullable
    String name;

    @XmlElement(name = "representation")
    List<String> representations = new ArrayList<>();

    static List<ChoiceXml> of(List<OperationTerm> operations) {
        return operations.stream().map(ChoiceXml::of).toList();
    }

    private static ChoiceXml of(OperationTerm operation) {
        ChoiceXml xml = new ChoiceXml();
        xml.name = operation.operation();
        xml.representations = operation.representations();
        return xml;
    }

    static List<OperationTerm> read(String where, List<ChoiceXml> found) {
        return found.stream()
                .map(each -> new OperationTerm(
                        Lexical.required(where + "/@name", each.name), Lexical.all(each.representations)))
                .toList();
    }
}
