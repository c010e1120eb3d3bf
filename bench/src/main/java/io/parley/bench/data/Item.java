package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A line of an order. */
@XmlAccessorType(XmlAccessType.FIELD)
public final class Item implements Serializable {
    private static final long serialVersionUID = 1;

    public long number;
    public String article = "";
    public int quantity;
    public double price;

    private List<Object> fields() {
        return List.of(number, article, quantity, price);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Item that && fields().equals(that.fields());
    }

    @Override
    public int hashCode() {
        return fields().hashCode();
    }
}
