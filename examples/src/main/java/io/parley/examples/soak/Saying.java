package io.parley.examples.soak;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;

/** Text that the service echoes after a pause. */
@XmlRootElement(name = "saying", namespace = Desk.NAMESPACE)
@XmlAccessorType(XmlAccessType.FIELD)
public class Saying {
    /** Text that the service refuses. */
    static final String REFUSED = "refuse this";

    @XmlElement
    String text = "";

    @XmlElement
    int pauseMillis;

    static Saying of(String text, int pauseMillis) {
        Saying saying = new Saying();
        saying.text = text;
        saying.pauseMillis = pauseMillis;
        return saying;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Saying saying && text.equals(saying.text) && pauseMillis == saying.pauseMillis;
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}
