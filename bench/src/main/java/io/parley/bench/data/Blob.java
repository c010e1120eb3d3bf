package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.Serializable;

/** Bytes. */
@XmlRootElement
@XmlAccessorType(XmlAccessType.FIELD)
public final class Blob implements Serializable {
    private static final long serialVersionUID = 1;

    public byte[] value = {};

    /** An object with that value, which is not copied. */
    public static Blob of(byte[] value) {
        Blob made = new Blob();
        made.value = value;
        return made;
    }
}
