package io.parley.examples.services;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;

/** Customer with addresses and orders, a typical business record. Not thread-safe. */
@XmlAccessorType(XmlAccessType.FIELD)
@XmlType(
        name = "Customer",
        propOrder = {"name", "since", "rating", "addresses", "orders", "note"})
public class Customer {
    @XmlAttribute(required = true)
    private @Nullable String id;

    @XmlElement(required = true)
    private @Nullable String name;

    @XmlElement(required = true)
    @XmlSchemaType(name = "date")
    private @Nullable XMLGregorianCalendar since;

    private @Nullable Rating rating;

    @XmlElement(name = "address")
    private @Nullable List<Address> addresses;

    @XmlElement(name = "order")
    private @Nullable List<Order> orders;

    @XmlElement(nillable = true)
    private @Nullable String note;

    public @Nullable String getId() {
        return id;
    }

    public void setId(@Nullable String id) {
        this.id = id;
    }

    public @Nullable String getName() {
        return name;
    }

    public void setName(@Nullable String name) {
        this.name = name;
    }

    public @Nullable XMLGregorianCalendar getSince() {
        return since;
    }

    public void setSince(@Nullable XMLGregorianCalendar since) {
        this.since = since;
    }

    public @Nullable Rating getRating() {
        return rating;
    }

    public void setRating(@Nullable Rating rating) {
        this.rating = rating;
    }

    /** Returns the live list of addresses. */
    public List<Address> getAddresses() {
        if (addresses == null) {
            addresses = new ArrayList<>();
        }
        return addresses;
    }

    /** Returns the live list of orders. */
    public List<Order> getOrders() {
        if (orders == null) {
            orders = new ArrayList<>();
        }
        return orders;
    }

    public @Nullable String getNote() {
        return note;
    }

    public void setNote(@Nullable String note) {
        this.note = note;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Customer that
                && Objects.equals(id, that.id)
                && Objects.equals(name, that.name)
                && Objects.equals(since, that.since)
                && rating == that.rating
                && getAddresses().equals(that.getAddresses())
                && getOrders().equals(that.getOrders())
                && Objects.equals(note, that.note);
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, name, since, rating, getAddresses(), getOrders(), note);
    }

    /** Rating of a customer. */
    @XmlType(name = "Rating")
    public enum Rating {
        NEW,
        REGULAR,
        GOLD
    }

    /** A postal address. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "Address")
    public static class Address {
        @XmlElement(required = true)
        private @Nullable String street;

        @XmlElement(required = true)
        private @Nullable String city;

        @XmlAttribute
        private @Nullable String country;

        /** Creates an empty address, for JAXB. */
        public Address() {}

        public Address(String street, String city, String country) {
            this.street = street;
            this.city = city;
            this.country = country;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Address that
                    && Objects.equals(street, that.street)
                    && Objects.equals(city, that.city)
                    && Objects.equals(country, that.country);
        }

        @Override
        public int hashCode() {
            return Objects.hash(street, city, country);
        }
    }

    /** Order of a customer. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "Order")
    public static class Order {
        @XmlAttribute(required = true)
        private long number;

        @XmlElement(required = true)
        private @Nullable BigDecimal total;

        private int items;

        /** Creates an empty order, for JAXB. */
        public Order() {}

        public Order(long number, BigDecimal total, int items) {
            this.number = number;
            this.total = total;
            this.items = items;
        }

        public @Nullable BigDecimal getTotal() {
            return total;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Order that
                    && number == that.number
                    && Objects.equals(total, that.total)
                    && items == that.items;
        }

        @Override
        public int hashCode() {
            return Objects.hash(number, total, items);
        }
    }
}
