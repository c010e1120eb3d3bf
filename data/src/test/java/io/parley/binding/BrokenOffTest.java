package io.parley.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import java.io.StringReader;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that objects read by JAXB are referenced only by their reader, also if the content ends prematurely. */
class BrokenOffTest {
    private static final String ENTRY = "<entry><key>a</key><value/></entry>";
    private static final String WHOLE = "<held><items>" + ENTRY + ENTRY + "</items></held>";
    private static final int COLLECTIONS = 20;

    private static final List<WeakReference<Item>> ITEMS = new ArrayList<>();

    @AfterEach
    void forgetItems() {
        ITEMS.clear();
    }

    /** A value of a map. */
    public static class Item {
        public Item() {
            ITEMS.add(new WeakReference<>(this));
        }
    }

    /** A bean with a map, which JAXB stores in the thread while it reads it. */
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Held {
        Map<String, Item> items = new LinkedHashMap<>();
    }

    @Test
    void aMapThatBreaksOffIsNotKeptByTheThread() throws Exception {
        JaxbXml jaxb = new JaxbXml(JAXBContext.newInstance(Held.class), false);

        assertThatThrownBy(() -> jaxb.read(breaking(9), Held.class, List.of()))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUDGET));

        assertThat(ITEMS).hasSize(1);
        awaitNobodyHasThem();
    }

    @Test
    void aMapThatBreaksOffBelowOtherElementsFailsTheSame() throws Exception {
        JaxbXml jaxb = new JaxbXml(JAXBContext.newInstance(Held.class), false);
        List<QName> parents = List.of(new QName("outer"));

        assertThatThrownBy(() -> jaxb.read(breaking(3), Held.class, parents))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUDGET));
    }

    @Test
    void aValueIsNotKeptByTheUnmarshallerThatReadIt() throws Exception {
        JaxbXml jaxb = new JaxbXml(JAXBContext.newInstance(Held.class), false);

        assertThat(jaxb.read(breaking(Integer.MAX_VALUE), Held.class, List.of()))
                .isInstanceOfSatisfying(
                        Held.class, held -> assertThat(held.items).hasSize(1));

        assertThat(ITEMS).hasSize(2);
        awaitNobodyHasThem();
    }

    private static void awaitNobodyHasThem() {
        for (int i = 0; i < COLLECTIONS && !isGone(); i++) {
            System.gc();
        }
        assertThat(isGone()).isTrue();
    }

    private static boolean isGone() {
        return ITEMS.stream().allMatch(item -> item.get() == null);
    }

    /** Returns a reader at the start of an element; reading fails for lack of memory after that number of events. */
    private static XMLStreamReader breaking(int events) throws XMLStreamException {
        XMLStreamReader in = XMLInputFactory.newFactory().createXMLStreamReader(new StringReader(WHOLE));
        in.nextTag();
        return new StreamReaderDelegate(in) {
            private int left = events;

            @Override
            public int next() throws XMLStreamException {
                if (left-- == 0) {
                    throw new ParleyException(ErrorCode.BUDGET, "no memory");
                }
                return super.next();
            }
        };
    }
}
