package io.parley.console;

import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A process that a page shows: this one, or one that is asked for its status. Thread-safe; methods may block. */
public interface Node {
    /** Returns its name, for people; what its status says wins. */
    String name();

    /**
     * Returns its status as JSON: that of {@link NodeStatus}.
     *
     * @throws IOException if it cannot be had
     */
    String status() throws IOException;

    /**
     * Carries an order out.
     *
     * @throws IllegalArgumentException if there is no such endpoint
     * @throws IOException if the node did not take it
     */
    void take(Order order) throws IOException;

    /** Returns this process. */
    static Node local(String name, Supplier<NodeStatus> status, Consumer<Order> orders) {
        return new Node() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public String status() {
                return Json.of(status.get());
            }

            @Override
            public void take(Order order) {
                orders.accept(order);
            }
        };
    }
}
