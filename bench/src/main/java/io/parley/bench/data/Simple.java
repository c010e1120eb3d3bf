package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A flat record of six fields. */
@XmlRootElement
@XmlAccessorType(XmlAccessType.FIELD)
public final class Simple implements Serializable {
    private static final long serialVersionUID = 1;

    public long id;
    public String name = "";
    public String email = "";
    public double balance;
    public int visits;
    public boolean active;

    private List<Object> fields() {
        return List.of(id, name, email, balance, visits, active);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Simple that && fields().equals(that.fields());
    }

    @Override
    public int hashCode() {
        return fields().hashCode();
    }
}
