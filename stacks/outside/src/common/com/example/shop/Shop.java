package com.example.shop;

import jakarta.jws.Oneway;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebFault;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;

/** A service with what contracts of applications have. */
@WebService(targetNamespace = "urn:shop")
public interface Shop {
    double sum(@WebParam(name = "number") double[] numbers);

    Order confirm(@WebParam(name = "order") Order order) throws SoldOut;

    void swap(
            @WebParam(name = "one", mode = WebParam.Mode.INOUT) Holder<String> one,
            @WebParam(name = "other", mode = WebParam.Mode.INOUT) Holder<Integer> other);

    String greet(
            @WebParam(name = "language", header = true, targetNamespace = "urn:shop") String language,
            @WebParam(name = "name") String name);

    Article find(@WebParam(name = "number") int number);

    @Oneway
    void note(@WebParam(name = "text") String text);

    List<String> notes();

    /** An order, with dates, an attribute, a choice and lists. */
    @XmlAccessorType(XmlAccessType.FIELD)
    class Order {
        @XmlAttribute
        public Integer revision;

        public String customer;
        public XMLGregorianCalendar placed;
        public Duration patience;
        public BigInteger number;
        public List<Line> line = new ArrayList<>();

        @XmlElements({
            @XmlElement(name = "cash", type = Boolean.class),
            @XmlElement(name = "card", type = String.class)
        })
        public Object payment;

        @XmlList
        public List<Integer> points = new ArrayList<>();

        public State state = State.NEW;

        @XmlElement(nillable = true)
        public String remark;
    }

    /** A line of an order. */
    @XmlAccessorType(XmlAccessType.FIELD)
    class Line {
        public String article;
        public int count;
        public Price price;
        public byte[] picture;
    }

    /** Text with an attribute. */
    @XmlAccessorType(XmlAccessType.FIELD)
    class Price {
        @XmlValue
        public BigDecimal value;

        @XmlAttribute
        public String currency;
    }

    /** A type with another that stands for it. */
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlSeeAlso(Book.class)
    class Article {
        public String name;
    }

    /** An article with more to it. */
    @XmlAccessorType(XmlAccessType.FIELD)
    class Book extends Article {
        public long isbn;
        public float weight;
    }

    /** State of an order. */
    enum State {
        NEW,
        CONFIRMED
    }

    /** Says which article there is none of. */
    @WebFault(name = "soldOut", targetNamespace = "urn:shop")
    class SoldOut extends Exception {
        private static final long serialVersionUID = 1;
        private final String article;

        public SoldOut(String message, String article) {
            super(message);
            this.article = article;
        }

        public String getFaultInfo() {
            return article;
        }
    }
}
