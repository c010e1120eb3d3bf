package io.parley.store.wscontext.message;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.XmlValue;
import java.util.List;
import java.util.Optional;

/** Version of contents, or the expected version when they are replaced; an extension of Parley against lost updates. */
@XmlRootElement(name = "version", namespace = WsContextNames.PARLEY)
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "", namespace = WsContextNames.PARLEY)
public final class ContentsVersion {
    @XmlValue
    private long number;

    /** Used by JAXB. */
    ContentsVersion() {}

    /** Creates a version; 0 means no contents. */
    public static ContentsVersion of(long number) {
        ContentsVersion version = new ContentsVersion();
        version.number = number;
        return version;
    }

    /** Returns the version among other elements; empty if there is none. */
    public static Optional<Long> in(List<Object> elements) {
        return elements.stream()
                .filter(ContentsVersion.class::isInstance)
                .map(found -> ((ContentsVersion) found).number)
                .findFirst();
    }
}
