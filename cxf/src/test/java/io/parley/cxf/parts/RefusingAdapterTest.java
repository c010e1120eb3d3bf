package io.parley.cxf.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.parley.cxf.Published;
import io.parley.negotiation.Mode;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that an exception of an adapter ends a call over the stream as it does over SOAP, and that the session lives
 * on.
 */
class RefusingAdapterTest {
    private static final Published PUBLISHED = new Published();
    private static Orders plain;
    private static Orders streaming;

    @WebService(targetNamespace = "urn:orders", name = "Orders", serviceName = "OrdersService")
    public interface Orders {
        Order place(Order order);
    }

    @WebService(targetNamespace = "urn:orders", name = "Orders", serviceName = "OrdersService")
    public static class OrdersImpl implements Orders {
        @Override
        public Order place(Order order) {
            Order answer = Order.of(later(order.article), order.others);
            if (order.enclosed instanceof Order enclosed) {
                answer.enclosed = Order.of(later(enclosed.article), enclosed.others);
            }
            return answer;
        }

        private static String later(String word) {
            return word.replace("later-", "");
        }
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Order {
        @XmlJavaTypeAdapter(Picky.class)
        public String article;

        @XmlJavaTypeAdapter(Picky.class)
        public List<String> others;

        @XmlAnyElement(lax = true)
        public Object enclosed;

        static Order of(String article, List<String> others) {
            Order order = new Order();
            order.article = article;
            order.others = others;
            return order;
        }
    }

    /** Accepts everything except one word in each direction. */
    public static final class Picky extends XmlAdapter<String, String> {
        @Override
        public String unmarshal(String value) {
            return refuse("unreadable", value);
        }

        @Override
        public String marshal(String value) {
            return refuse("unwritable", value);
        }

        private static String refuse(String word, String value) {
            if (word.equals(value)) {
                throw new IllegalArgumentException("not this one");
            }
            return value;
        }
    }

    @BeforeAll
    static void publish() {
        PUBLISHED.publishAny(
                new OrdersImpl(), PUBLISHED.address(), SOAPBinding.SOAP11HTTP_BINDING, Published.feature(Mode.AUTO));
        plain = PUBLISHED.proxy(Orders.class, SOAPBinding.SOAP11HTTP_BINDING);
        streaming = PUBLISHED.proxy(Orders.class, SOAPBinding.SOAP11HTTP_BINDING, Published.feature(Mode.ALWAYS));
    }

    @AfterAll
    static void stop() {
        PUBLISHED.close();
    }

    /** Words that start with {@code later-} are refused in the response. */
    @ParameterizedTest
    @ValueSource(strings = {"unreadable", "later-unreadable", "unwritable", "later-unwritable"})
    void aValueThatIsRefusedEndsTheCallAsOverSoap(String word) {
        endsAsOverSoap(Order.of(word, List.of()));
        works();
    }

    @ParameterizedTest
    @ValueSource(strings = {"unreadable", "unwritable"})
    void anItemThatIsRefusedEndsTheCallAsOverSoap(String word) {
        endsAsOverSoap(Order.of("fine", List.of("first", word)));
        works();
    }

    @ParameterizedTest
    @ValueSource(strings = {"unreadable", "later-unreadable", "unwritable", "later-unwritable"})
    void aValueThatIsRefusedInsideWhatTravelsAsInfosetEndsTheCallAsOverSoap(String word) {
        Order order = Order.of("fine", List.of());
        order.enclosed = Order.of(word, List.of());
        endsAsOverSoap(order);
        works();
    }

    private static void endsAsOverSoap(Order order) {
        Throwable bySoap = catchThrowable(() -> plain.place(order));
        Throwable byStream = catchThrowable(() -> streaming.place(order));

        assertThat(bySoap).isInstanceOf(SOAPFaultException.class);
        assertThat(byStream).as("over SOAP: %s", bySoap).isInstanceOf(SOAPFaultException.class);
        assertThat(code(byStream)).isEqualTo(code(bySoap));
        if (bySoap.getMessage().startsWith("Marshalling")) {
            assertThat(byStream).hasMessage(bySoap.getMessage());
        }
    }

    private static QName code(Throwable fault) {
        return ((SOAPFaultException) fault).getFault().getFaultCodeAsQName();
    }

    private static void works() {
        Order order = Order.of("good", List.of("too"));
        order.enclosed = Order.of("inside", List.of());
        Order answer = streaming.place(order);
        assertThat(answer.others).containsExactly("too");
        assertThat(((Order) answer.enclosed).article).isEqualTo("inside");
    }
}
