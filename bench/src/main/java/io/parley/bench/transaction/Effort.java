package io.parley.bench.transaction;

import io.parley.bench.result.Cost;
import io.parley.bench.result.FlightRecorder;
import io.parley.bench.result.ProcessCost;
import java.io.IOException;
import java.util.List;
import jdk.jfr.Recording;

/**
 * Measures the resources that this JVM uses between begin and end: processor time, allocation, and pauses for garbage
 * collection. The pauses are recorded by the JVM's flight recorder, which runs until this object is closed. Used by one
 * thread.
 */
final class Effort implements AutoCloseable {
    private static final String PAUSE = "jdk.GCPhasePause";
    private static final double MICRO = 1_000;

    private final Recording always = FlightRecorder.begin(List.of(PAUSE));
    private Recording now = always;
    private ProcessCost cost = ProcessCost.beginWithoutSleeps();

    /** The resources used; sleeps are not measured. */
    record Spent(Cost cost, double pausedMicros) {}

    void begin() {
        now = FlightRecorder.begin(List.of(PAUSE));
        cost = ProcessCost.beginWithoutSleeps();
    }

    /** Ends the measurement; called once for each {@link #begin}. */
    Spent end() throws IOException {
        Cost spent = cost.end();
        try (Recording over = now) {
            double paused = FlightRecorder.end(over).stream()
                    .mapToDouble(event -> event.getDuration().toNanos() / MICRO)
                    .sum();
            return new Spent(spent, paused);
        }
    }

    @Override
    public void close() {
        always.close();
    }
}
