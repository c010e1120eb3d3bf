package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** The classes of the benchmarks' content, as bound by JAXB, Java serialization and Parley. */
@SuppressWarnings(
        "serial") // both ends are of one build; JAXB requires the interface List, and the lists are ArrayLists
public final class Beans {
    private static final String VALUE = "value";

    private Beans() {}

    /** Creates an object of a class with one field {@code value}, which shares the array or list. */
    public static <T> T of(Class<T> type, Object value) {
        try {
            T made = type.getConstructor().newInstance();
            type.getField(VALUE).set(made, value);
            return made;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("expected a field " + VALUE + " of " + type, e);
        }
    }

    /** Returns the value of an object of such a class, and another object as it is. */
    public static Object value(Object bean) {
        try {
            return bean.getClass().getField(VALUE).get(bean);
        } catch (NoSuchFieldException e) {
            return bean;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("expected public fields of " + bean.getClass(), e);
        }
    }

    /** Content without fields. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static final class Empty implements Serializable {}

    /** The number of items that were sent or are requested. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static final class Count {
        public int value;

        /** Creates a count. */
        public static Count of(int value) {
            Count count = new Count();
            count.value = value;
            return count;
        }
    }

    /** An array of doubles. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static final class Doubles implements Serializable {
        public double[] value = {};
    }

    /** A list of doubles, as JAXB maps a repeated element. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static final class DoubleList implements Serializable {
        public List<Double> value = new ArrayList<>();
    }

    /** An array of ints. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static final class Ints implements Serializable {
        public int[] value = {};
    }

    /** A list of strings. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static final class Strings implements Serializable {
        public List<String> value = new ArrayList<>();
    }

    /** Bytes. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static final class Blob implements Serializable {
        public byte[] value = {};
    }

    /** A flat record of six fields. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static final class Simple implements Serializable {
        public long id;
        public String name = "";
        public String email = "";
        public double balance;
        public int visits;
        public boolean active;
    }

    /** A postal address within a record. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static final class Address implements Serializable {
        public String street = "";
        public String city = "";
        public String country = "";
    }

    /** A line of an order. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static final class Item implements Serializable {
        public long number;
        public String article = "";
        public int quantity;
        public double price;
    }

    /** An order: a customer, two addresses, ten lines. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static final class Medium implements Serializable {
        public Simple customer = new Simple();
        public List<Address> address = new ArrayList<>();
        public List<Item> item = new ArrayList<>();
    }

    /** Orders with measurements: lists in lists, beside an array. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static final class Complex implements Serializable {
        public String title = "";
        public List<Medium> order = new ArrayList<>();
        public double[] measurement = {};
    }

    /** The payload of the payload paper's transactions: as many order lines as its size requires. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static final class Payload implements Serializable {
        public List<Item> item = new ArrayList<>();

        /** Creates a payload with the given number of items, always with the same content. */
        public static Payload of(int items) {
            return new Generated(items).payload();
        }
    }
}
