package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.Serializable;

/** An array of ints. */
@XmlRootElement
@XmlAccessorType(XmlAccessType.FIELD)
public final class Ints implements Serializable {
    private static final long serialVersionUID = 1;

    public int[] value = {};

    /** An object with that value, which is not copied. */
    public static Ints of(int[] value) {
        Ints made = new Ints();
        made.value = value;
        return made;
    }
}
