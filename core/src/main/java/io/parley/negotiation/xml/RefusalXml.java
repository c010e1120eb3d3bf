package io.parley.negotiation.xml;

import io.parley.negotiation.Refusal;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.XmlValue;
import org.jspecify.annotations.Nullable;

/** XML form of a refusal: the reason's name, and a text for the log. */
@XmlRootElement(name = "refusal")
@XmlType(name = "Refusal")
final class RefusalXml {
    @XmlAttribute
    @Nullable
    String reason;

    @XmlValue
    @Nullable
    String detail;

    static RefusalXml of(Refusal refusal) {
        RefusalXml xml = new RefusalXml();
        xml.reason = refusal.reason().name();
        xml.detail = refusal.detail();
        return xml;
    }

    Refusal toRefusal() {
        return Refusal.fromPeer(Lexical.required("refusal/@reason", reason), Lexical.optional(detail));
    }
}
