package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An order: a customer, two addresses, ten lines. */
@XmlRootElement
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("serial") // JAXB wants the interface; the lists in it are ArrayLists
public final class Medium implements Serializable {
    private static final long serialVersionUID = 1;

    public Simple customer = new Simple();
    public List<Address> address = new ArrayList<>();
    public List<Item> item = new ArrayList<>();

    private List<Object> fields() {
        return List.of(customer, address, item);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Medium that && fields().equals(that.fields());
    }

    @Override
    public int hashCode() {
        return fields().hashCode();
    }
}
