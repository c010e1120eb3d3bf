package io.parley.transport.stream.endpoint;

import io.parley.endpoint.Contract;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.awt.Image;

/** A small service: sums, the lengths of texts, and ticks that the server sends. */
final class Samples {
    static final Contract CONTRACT = Contract.builder("urn:samples")
            .operation("sum", Numbers.class, Total.class)
            .operation("length", String.class, Integer.class)
            .message("subscribe", Tick.class)
            .message("tick", Tick.class)
            .build();

    private Samples() {}

    /** Numbers to be added. */
    @XmlRootElement(name = "numbers", namespace = "urn:samples")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Numbers {
        double[] number = {};

        static Numbers of(double... values) {
            Numbers numbers = new Numbers();
            numbers.number = values;
            return numbers;
        }
    }

    /** The sum and count of the numbers. */
    @XmlRootElement(name = "total", namespace = "urn:samples")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Total {
        double value;
        int count;
    }

    /** An event with a number. */
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Tick {
        int number;

        static Tick of(int number) {
            Tick tick = new Tick();
            tick.number = number;
            return tick;
        }
    }

    /** A class with a callback that JAXB invokes after it was read. */
    @XmlRootElement(name = "told", namespace = "urn:samples")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Told {
        String text;
        transient boolean told;

        static Told of(String text) {
            Told made = new Told();
            made.text = text;
            return made;
        }

        @SuppressWarnings("unused") // JAXB calls it
        void afterUnmarshal(Unmarshaller unmarshaller, Object parent) {
            told = true;
        }
    }

    /** A class that only JAXB can write, since no layout reproduces its handling of images. */
    @XmlRootElement(name = "pictured", namespace = "urn:samples")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Pictured {
        String text;
        Image picture;

        static Pictured of(String text) {
            Pictured made = new Pictured();
            made.text = text;
            return made;
        }
    }

    static Total sum(Numbers numbers) {
        Total total = new Total();
        for (double number : numbers.number) {
            total.value += number;
            total.count++;
        }
        return total;
    }
}
