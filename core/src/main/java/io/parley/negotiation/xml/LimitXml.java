package io.parley.negotiation.xml;

import jakarta.xml.bind.annotation.XmlAttribute;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** XML form of a limit: the name of its setting and its value. */
final class LimitXml {
    @XmlAttribute
    @Nullable
    String name;

    @XmlAttribute
    @Nullable
    String value;

    static List<LimitXml> of(Map<String, Long> limits) {
        return limits.entrySet().stream().map(LimitXml::of).toList();
    }

    private static LimitXml of(Map.Entry<String, Long> limit) {
        LimitXml xml = new LimitXml();
        xml.name = limit.getKey();
        xml.value = limit.getValue().toString();
        return xml;
    }
}
