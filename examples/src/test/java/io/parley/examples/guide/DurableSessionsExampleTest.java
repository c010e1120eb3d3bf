package io.parley.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.endpoint.Contract;
import io.parley.endpoint.Operation;
import io.parley.transport.stream.endpoint.StreamClient;
import io.parley.transport.stream.endpoint.StreamEndpoint;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the guide's example of an endpoint whose sessions outlive it. */
class DurableSessionsExampleTest {
    private static final Operation<Order, Booking> book = Operation.of("book", Order.class, Booking.class);
    private static final Contract contract = Contract.of("urn:bookings", book);

    @TempDir
    Path directory;

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "order")
    static class Order {
        int number;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(name = "booking")
    static class Booking {
        int number;
    }

    /** The data that the service keeps itself. */
    static class Bookings {
        private final Map<Integer, Booking> booked = new ConcurrentHashMap<>();

        Booking book(Order order) {
            Booking booking = new Booking();
            booking.number = order.number;
            booked.put(order.number, booking);
            return booking;
        }

        Booking find(Order order) {
            Booking found = booked.get(order.number);
            return found != null ? found : book(order);
        }
    }

    private final Bookings bookings = new Bookings();

    @Test
    void aServiceKeepsItsSessionsInAFile() throws Exception {
        String address = "sqlite:" + directory.resolve("sessions.db");
        try (ContextStore store = ContextStores.open(address, StoreSettings.defaults());
                StreamEndpoint endpoint = StreamEndpoint.serve(contract)
                        .on(book, (order, session) -> {
                            if (session.isRedelivered()) {
                                return bookings.find(order); // the process before this one may have booked it
                            }
                            return bookings.book(order);
                        })
                        .durable(store)
                        .start(0)) {
            serve(endpoint);
        }
        assertThat(bookings.booked).containsOnlyKeys(7);
    }

    @Test
    void aClientGoesOnWithWhatTheProcessBeforeItLeft() throws Exception {
        List<String> askedBefore = new ArrayList<>();
        try (ContextStore sessions = ContextStores.open("memory:", StoreSettings.defaults());
                ContextStore store =
                        ContextStores.open("sqlite:" + directory.resolve("client.db"), StoreSettings.defaults());
                StreamEndpoint endpoint = StreamEndpoint.serve(contract)
                        .on(book, (order, session) -> bookings.book(order))
                        .durable(sessions)
                        .start(0)) {
            for (int life = 0; life < 2; life++) {
                StreamClient.Builder tills = StreamClient.of(contract)
                        .durable(store, "tills")
                        .onRestart(calls -> calls.forEach(call -> askedBefore.add(call.operation())));
                Optional<StreamClient> left = tills.resume();
                StreamClient client = left.isPresent() ? left.get() : tills.open(endpoint.invite("someone"));
                assertThat(left.isPresent()).isEqualTo(life == 1);
                Order order = new Order();
                order.number = life;
                assertThat(client.call(book, order).number).isEqualTo(life);
                client.leave();
            }
        }
        assertThat(bookings.booked).containsOnlyKeys(0, 1);
        assertThat(askedBefore).allMatch("book"::equals);
    }

    private static void serve(StreamEndpoint endpoint) throws Exception {
        try (StreamClient client = StreamClient.of(contract).open(endpoint.invite("someone"))) {
            Order order = new Order();
            order.number = 7;
            assertThat(client.call(book, order).number).isEqualTo(7);
        }
    }
}
