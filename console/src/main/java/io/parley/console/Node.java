package io.parley.console;

import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Process shown on the page: this one, or a remote one that is polled. Thread-safe; methods may block. */
public interface Node {
    /** Returns the display name; a name in the status takes precedence. */
    String name();

    /**
     * Returns the status as JSON, in the form of {@link NodeStatus}.
     *
     * @throws IOException if the status cannot be read
     */
    String status() throws IOException;

    /**
     * Executes an order.
     *
     * @throws IllegalArgumentException if there is no such endpoint
     * @throws IOException if the node did not accept it
     */
    void take(Order order) throws IOException;

    /** Returns a node for this process. */
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
