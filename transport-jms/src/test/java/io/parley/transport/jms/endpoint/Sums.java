package io.parley.transport.jms.endpoint;

import io.parley.endpoint.Contract;
import io.parley.endpoint.Operation;
import io.parley.endpoint.OperationFault;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;

/** A small service: sums of a few numbers, and notes without a response. */
final class Sums {
    static final Operation<Numbers, Total> SUM =
            Operation.of("sum", Numbers.class, Total.class).withFault(TooMany.class);
    static final Operation<Note, Void> NOTE = Operation.oneWay("note", Note.class);
    static final Contract CONTRACT = Contract.of("urn:sums", SUM, NOTE);

    private static final int MOST = 4;

    private Sums() {}

    /** Numbers to be added. */
    @XmlRootElement(name = "numbers", namespace = "urn:sums")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Numbers {
        double[] number = {};

        static Numbers of(double... values) {
            Numbers numbers = new Numbers();
            numbers.number = values;
            return numbers;
        }
    }

    /** The sum of the numbers. */
    @XmlRootElement(name = "total", namespace = "urn:sums")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Total {
        double value;
    }

    /** Detail of a fault: how many numbers there may be. */
    @XmlRootElement(name = "tooMany", namespace = "urn:sums")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class TooMany {
        int most;
    }

    /** A message without a response. */
    @XmlRootElement(name = "note", namespace = "urn:sums")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Note {
        String text = "";

        static Note of(String text) {
            Note note = new Note();
            note.text = text;
            return note;
        }
    }

    /** Returns the sum; fails without numbers, and with a declared fault for too many. */
    static Total sum(Numbers numbers) {
        if (numbers.number.length == 0) {
            throw new IllegalStateException("nothing to add");
        }
        if (numbers.number.length > MOST) {
            TooMany detail = new TooMany();
            detail.most = MOST;
            throw new OperationFault("too many numbers", detail);
        }
        Total total = new Total();
        for (double number : numbers.number) {
            total.value += number;
        }
        return total;
    }
}
