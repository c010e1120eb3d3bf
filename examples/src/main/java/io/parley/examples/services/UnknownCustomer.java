package io.parley.examples.services;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlType;
import org.jspecify.annotations.Nullable;

/** Fault detail with the unknown id. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "UnknownCustomer")
public class UnknownCustomer {
    @XmlElement(required = true)
    private @Nullable String id;

    /** Creates an empty detail, for JAXB. */
    public UnknownCustomer() {}

    public UnknownCustomer(String id) {
        this.id = id;
    }

    public @Nullable String getId() {
        return id;
    }
}
