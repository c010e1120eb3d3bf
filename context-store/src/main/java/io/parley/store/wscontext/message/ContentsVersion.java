package io.parley.store.wscontext.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.XmlValue;
import java.util.List;
import java.util.Optional;

/**
 * Version of contents, or the one that they must still have; Parley's, for callers who would not overwrite each other.
 */
@XmlRootElement(name = "version", namespace = WsContextNames.PARLEY)
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "", namespace = WsContextNames.PARLEY)
public final class ContentsVersion {
    @XmlValue
    private long number;

    /** Constructor for JAXB. */
    ContentsVersion() {}

    /** The version of that number; 0 for no contents. */
    public static ContentsVersion of(long number) {
        ContentsVersion version = new ContentsVersion();
        version.number = number;
        return version;
    }

    /** The one that stands among others. */
    public static Optional<Long> in(List<Object> elements) {
        return elements.stream()
                .filter(ContentsVersion.class::isInstance)
                .map(found -> ((ContentsVersion) found).number)
                .findFirst();
    }
}
