package io.parley.transport.http.endpoint;

import io.parley.endpoint.Contract;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;

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

    static Total sum(Numbers numbers) {
        Total total = new Total();
        for (double number : numbers.number) {
            total.value += number;
            total.count++;
        }
        return total;
    }
}
