package io.parley.representation.hhfr.walked;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;

/** A superclass in another package, whose fields its subclasses there cannot access. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(name = "base")
public class Base {
    protected String far;
    int away;

    /** Sets both fields. */
    public final void fill(String text, int number) {
        far = text;
        away = number;
    }
}
