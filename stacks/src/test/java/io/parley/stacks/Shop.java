package io.parley.stacks;

import jakarta.jws.Oneway;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.ws.WebFault;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;

/** A service with the usual content of contracts: arrays, beans, faults, messages without response. */
@WebService(targetNamespace = "urn:shop")
public interface Shop {
    double sum(@WebParam(name = "number") double[] numbers);

    Order confirm(@WebParam(name = "order") Order order) throws SoldOut;

    @Oneway
    void note(@WebParam(name = "text") String text);

    List<String> notes();

    /** An order. */
    @XmlAccessorType(XmlAccessType.FIELD)
    class Order {
        public @Nullable String customer;
        public @Nullable XMLGregorianCalendar placed;
        public List<Line> line = new ArrayList<>();
        public State state = State.NEW;
    }

    /** A line of an order. */
    @XmlAccessorType(XmlAccessType.FIELD)
    class Line {
        public @Nullable String article;
        public int count;
        public @Nullable BigDecimal price;
        public byte @Nullable [] picture;
    }

    /** The state of an order. */
    enum State {
        NEW,
        CONFIRMED
    }

    /** A fault that names the article that is sold out. */
    @WebFault(name = "soldOut", targetNamespace = "urn:shop")
    class SoldOut extends Exception {
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
