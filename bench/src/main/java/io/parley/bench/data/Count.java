package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;

/** How many items were sent, or are wanted. */
@XmlRootElement
@XmlAccessorType(XmlAccessType.FIELD)
public final class Count {
    public int value;

    /** A count of that value. */
    public static Count of(int value) {
        Count count = new Count();
        count.value = value;
        return count;
    }
}
