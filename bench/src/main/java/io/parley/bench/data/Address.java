package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Part of a record. */
@XmlAccessorType(XmlAccessType.FIELD)
public final class Address implements Serializable {
    private static final long serialVersionUID = 1;

    public String street = "";
    public String city = "";
    public String country = "";

    private List<Object> fields() {
        return List.of(street, city, country);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Address that && fields().equals(that.fields());
    }

    @Override
    public int hashCode() {
        return fields().hashCode();
    }
}
