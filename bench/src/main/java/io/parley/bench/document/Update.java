package io.parley.bench.document;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The message of the TDXML paper, section 5.2, in all its shapes. */
@XmlRootElement(name = "UpdateRequest", namespace = Update.NAMESPACE)
@XmlAccessorType(XmlAccessType.FIELD)
public final class Update {
    /** The namespace of the root; the elements inside it have none. */
    public static final String NAMESPACE = "urn:example:retail";

    @XmlElement(name = "Identification")
    public String identification = "REQUEST";

    @XmlElement(name = "Text")
    public @Nullable String text;

    @XmlElement(name = "Customer")
    public List<Customer> customers = new ArrayList<>();

    @XmlElement(name = "Product")
    public List<Product> products = new ArrayList<>();

    @XmlElement(name = "Photograph")
    public byte @Nullable [] photograph;
}
