package io.parley.bench.transaction;

import io.parley.transport.jms.EmbeddedBroker;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * The main class of the broker's JVM. Arguments: the name of a series, and a folder for its journal. Prints its URL,
 * and exits when its input is closed.
 */
final class Broker {
    private Broker() {}

    public static void main(String[] arguments) throws IOException {
        try (EmbeddedBroker broker = EmbeddedBroker.builder()
                .folder(Path.of(arguments[1]))
                .queue(arguments[0])
                .bind("127.0.0.1", 0)
                .start()) {
            System.out.println(broker.url());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
        System.exit(0);
    }
}
