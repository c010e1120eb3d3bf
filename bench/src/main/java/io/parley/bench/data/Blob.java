package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;

/** Bytes. */
@XmlRootElement
@XmlAccessorType(XmlAccessType.FIELD)
public final class Blob {
    public byte[] value = {};

    /** An object with that value, which is not copied. */
    public static Blob of(byte[] value) {
        Blob made = new Blob();
        made.value = value;
        return made;
    }
}
