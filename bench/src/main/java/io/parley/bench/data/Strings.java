package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** A list of strings. */
@XmlRootElement
@XmlAccessorType(XmlAccessType.FIELD)
@SuppressWarnings("serial") // JAXB wants the interface; the lists in it are ArrayLists
public final class Strings implements Serializable {
    private static final long serialVersionUID = 1;

    public List<String> value = new ArrayList<>();

    /** An object with that value, which is not copied. */
    public static Strings of(List<String> value) {
        Strings made = new Strings();
        made.value = value;
        return made;
    }
}
