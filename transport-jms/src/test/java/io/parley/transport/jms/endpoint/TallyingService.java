package io.parley.transport.jms.endpoint;

import static org.awaitility.Awaitility.await;

import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.endpoint.EndpointSession;
import io.parley.transport.jms.BrokerAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A durable service on a queue, in a process to be killed: it writes each message to a file before it handles it.
 * Arguments: the broker's URL, the queue, the port of the listener, the file of the store, the file. Prints a line once
 * it has started. Ends with its input.
 */
final class TallyingService {
    static final String STARTED = "started";

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long PROCESS = ProcessHandle.current().pid();

    private TallyingService() {}

    public static void main(String[] arguments) throws IOException {
        try (ContextStore store = ContextStores.open("sqlite:" + arguments[3], StoreSettings.defaults());
                FileChannel tally =
                        FileChannel.open(Path.of(arguments[4]), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            JmsEndpoint.Builder building = JmsEndpoint.serve(Sums.CONTRACT)
                    .on(Sums.SUM, (numbers, session) -> {
                        note(tally, "call", (int) numbers.number[0], (int) numbers.number[1], session);
                        Sums.Total number = new Sums.Total();
                        number.value = numbers.number[1];
                        return number;
                    })
                    .onMessage(Sums.NOTE, (note, session) -> {
                        String[] words = note.text.split(" ", -1);
                        note(tally, "message", Integer.parseInt(words[0]), Integer.parseInt(words[1]), session);
                    })
                    .consumers(1)
                    .port(Integer.parseInt(arguments[2]))
                    .withStore(store)
                    .durable(store);
            try (JmsEndpoint endpoint = start(building, arguments[0], arguments[1])) {
                System.out.println(STARTED);
                System.out.flush();
                while (System.in.read() >= 0) {
                    // Nothing is said to it.
                }
                endpoint.drain(PATIENCE);
            }
        }
    }

    /** Starts it once the broker knows that the process before is gone. */
    private static JmsEndpoint start(JmsEndpoint.Builder building, String url, String queue) {
        AtomicReference<JmsEndpoint> started = new AtomicReference<>();
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(IOException.class)
                .untilAsserted(() -> started.set(building.start(BrokerAccess.byUrl(url), queue)));
        return started.get();
    }

    private static void note(FileChannel tally, String kind, int session, int number, EndpointSession from) {
        String line = kind + " " + session + " " + number + " " + from.isRedelivered() + " " + PROCESS + "\n";
        try {
            tally.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
