package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.Serializable;

/** An array of doubles. */
@XmlRootElement
@XmlAccessorType(XmlAccessType.FIELD)
public final class Doubles implements Serializable {
    private static final long serialVersionUID = 1;

    public double[] value = {};

    /** An object with that value, which is not copied. */
    public static Doubles of(double[] value) {
        Doubles made = new Doubles();
        made.value = value;
        return made;
    }
}
