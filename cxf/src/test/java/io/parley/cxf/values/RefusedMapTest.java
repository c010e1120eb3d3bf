package io.parley.cxf.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.cxf.ParleyFeature;
import io.parley.cxf.Published;
import io.parley.negotiation.Mode;
import jakarta.jws.WebMethod;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.ws.soap.SOAPBinding;
import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that nobody retains what was read of a map in XML events before memory ran out. */
class RefusedMapTest {
    private static final String SOAP11 = SOAPBinding.SOAP11HTTP_BINDING;
    private static final int MANY = 5_000;
    private static final int FEW = 10;
    private static final int COLLECTIONS = 50;
    private static final Queue<WeakReference<Item>> ITEMS = new ConcurrentLinkedQueue<>();

    private final Published published = new Published();

    @AfterEach
    void stop() {
        published.close();
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

    @WebService(targetNamespace = "urn:parley:test:maps", name = "Maps")
    public interface Maps {
        @WebMethod
        Held fill(int items);

        @WebMethod
        int count(Held held);
    }

    @WebService(
            targetNamespace = "urn:parley:test:maps",
            serviceName = "MapsService",
            endpointInterface = "io.parley.cxf.values.RefusedMapTest$Maps")
    public static final class MapsImpl implements Maps {
        @Override
        public Held fill(int items) {
            return held(items);
        }

        @Override
        public int count(Held held) {
            return held.items.size();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"xml", "bnux"})
    void aRefusedResponseIsNotKeptByItsCaller(String representation) {
        published.clientBus.setProperty(Limit.OBJECT_BYTES.setting(), 256 * 1024);
        Maps maps = open(representation);

        assertThatThrownBy(() -> maps.fill(MANY))
                .satisfies(why -> assertThat(coded(why)).isEqualTo(ErrorCode.BUDGET));

        assertThat(ITEMS).hasSizeGreaterThan(MANY);
        awaitNobodyHasThem();
        assertThat(maps.fill(FEW).items).hasSize(FEW);
    }

    @Test
    void aRefusedRequestIsNotKeptByItsWorker() {
        published.serviceBus.setProperty(Limit.OBJECT_BYTES.setting(), 256 * 1024);
        Maps maps = open("xml");

        assertThatThrownBy(() -> maps.count(held(MANY)))
                .satisfies(why -> assertThat(coded(why)).isEqualTo(ErrorCode.BUDGET));

        assertThat(ITEMS).hasSizeGreaterThan(MANY);
        awaitNobodyHasThem();
        assertThat(maps.count(held(FEW))).isEqualTo(FEW);
    }

    private Maps open(String representation) {
        ParleyFeature feature = Published.feature(Mode.ALWAYS).set("parley.representations", representation);
        published.publishAny(new MapsImpl(), published.address(), SOAP11, feature);
        return published.proxy(Maps.class, SOAP11, feature);
    }

    private static Held held(int items) {
        Held held = new Held();
        for (int i = 0; i < items; i++) {
            held.items.put("i" + i, new Item());
        }
        return held;
    }

    private static ErrorCode coded(Throwable failure) {
        Throwable cause = failure;
        while (!(cause instanceof ParleyException coded)) {
            cause = cause.getCause();
        }
        return coded.code();
    }

    private static void awaitNobodyHasThem() {
        for (int i = 0; i < COLLECTIONS && left() > 0; i++) {
            System.gc();
        }
        assertThat(left()).isZero();
    }

    private static long left() {
        return ITEMS.stream().filter(item -> item.get() != null).count();
    }
}
