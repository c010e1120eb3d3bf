package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a transaction of the payload paper brings: lines of an order, as many as make its size. */
@XmlAccessorType(XmlAccessType.FIELD)
public final class Payload implements Serializable {
    private static final long serialVersionUID = 1;

    public List<Item> item = new ArrayList<>();

    /** A payload of so many items, always with the same content. */
    public static Payload of(int items) {
        return new Generated(items).payload();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Payload that && item.equals(that.item);
    }

    @Override
    public int hashCode() {
        return item.hashCode();
    }
}
