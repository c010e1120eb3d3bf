package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.util.ArrayList;
import java.util.List;

/** A list of strings. */
@XmlRootElement
@XmlAccessorType(XmlAccessType.FIELD)
public final class Strings {
    public List<String> value = new ArrayList<>();

    /** An object with that value, which is not copied. */
    public static Strings of(List<String> value) {
        Strings made = new Strings();
        made.value = value;
        return made;
    }
}
