package io.parley.examples.soak;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;

/** Numbers; a response contains their sum. */
@XmlRootElement(name = "figures", namespace = Desk.NAMESPACE)
@XmlAccessorType(XmlAccessType.FIELD)
public class Figures {
    @XmlElement
    double[] values = {};

    static Figures of(double... values) {
        Figures figures = new Figures();
        figures.values = values;
        return figures;
    }

    Figures sum() {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return of(sum);
    }
}
