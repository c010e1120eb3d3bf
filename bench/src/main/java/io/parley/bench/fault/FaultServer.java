package io.parley.bench.fault;

import io.parley.bench.result.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.StandardOpenOption;

/**
 * The main class of the server's JVM; it records the number of each call before it does anything else. Arguments: the
 * system, the {@link Place} as JSON, and the duration of each call in milliseconds, one call after the other (0: all
 * calls run concurrently). Prints {@code ready}. Exits when its input is closed.
 */
public final class FaultServer {
    static final String RAN = "ran";

    private final FileChannel notes;
    private final long millis;

    private FaultServer(FileChannel notes, long millis) {
        this.notes = notes;
        this.millis = millis;
    }

    /** Runs until the input ends. */
    public static void main(String[] arguments) throws Exception {
        Place place = Json.read(arguments[1], Place.class);
        FileChannel notes =
                FileChannel.open(place.folder().resolve(RAN), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        FaultServer server = new FaultServer(notes, Long.parseLong(arguments[2]));
        try (notes;
                AutoCloseable serving = Rivals.named(arguments[0]).serve(place, server::work)) {
            System.out.println("ready");
            System.in.transferTo(OutputStream.nullOutputStream());
        }
        System.exit(0); // Threads of some systems would keep the process alive.
    }

    private byte[] work(byte[] bytes) {
        Request request = Request.of(bytes);
        note(request.number());
        if (millis > 0) {
            takeTime();
        }
        return request.answer();
    }

    private void note(long number) {
        try {
            notes.write(ByteBuffer.wrap((number + "\n").getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Simulates a resource that serves one call at a time. */
    private synchronized void takeTime() {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
