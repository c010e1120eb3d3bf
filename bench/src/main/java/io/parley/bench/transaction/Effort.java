package io.parley.bench.transaction;

import io.parley.bench.result.Cost;
import io.parley.bench.result.ProcessCost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

/**
 * Measures the resources that this JVM uses between begin and end: processor time, allocation, and pauses for garbage
 * collection. The pauses are recorded by the JVM's flight recorder, which runs until this object is closed. Used by one
 * thread.
 */
final class Effort implements AutoCloseable {
    private static final String PAUSE = "jdk.GCPhasePause";
    private static final double MICRO = 1_000;

    private final Recording always = recording();
    private Recording now = always;
    private ProcessCost cost = ProcessCost.beginWithoutSleeps();

    /** The resources used; sleeps are not measured. */
    record Spent(Cost cost, double pausedMicros) {}

    private static Recording recording() {
        Recording begun = new Recording();
        begun.enable(PAUSE).withoutThreshold();
        begun.start();
        return begun;
    }

    void begin() {
        now = recording();
        cost = ProcessCost.beginWithoutSleeps();
    }

    /** Ends the measurement; called once for each {@link #begin}. */
    Spent end() throws IOException {
        Cost spent = cost.end();
        try (Recording over = now) {
            over.stop();
            return new Spent(spent, pausedMicros(over));
        }
    }

    private static double pausedMicros(Recording over) throws IOException {
        Path file = Files.createTempFile("parley-bench", ".jfr");
        try {
            over.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().equals(PAUSE))
                    .mapToDouble(event -> event.getDuration().toNanos() / MICRO)
                    .sum();
        } finally {
            Files.delete(file);
        }
    }

    @Override
    public void close() {
        always.close();
    }
}
