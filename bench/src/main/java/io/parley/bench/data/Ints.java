package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;

/** An array of ints. */
@XmlRootElement
@XmlAccessorType(XmlAccessType.FIELD)
public final class Ints {
    public int[] value = {};

    /** An object with that value, which is not copied. */
    public static Ints of(int[] value) {
        Ints made = new Ints();
        made.value = value;
        return made;
    }
}
