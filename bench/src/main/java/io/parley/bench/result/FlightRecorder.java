package io.parley.bench.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Recordings of the JVM's flight recorder. */
public final class FlightRecorder {
    private FlightRecorder() {}

    /** Starts a recording of all events of these kinds, however short, without stack traces. */
    public static Recording begin(List<String> events) {
        Recording begun = new Recording();
        events.forEach(event -> begun.enable(event).withoutThreshold().withoutStackTrace());
        begun.start();
        return begun;
    }

    /** Stops a recording; returns its events by time, without those that only other recordings have. */
    public static List<RecordedEvent> end(Recording recording) throws IOException {
        recording.stop();
        Path file = Files.createTempFile("parley-bench", ".jfr");
        try {
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .filter(event -> recording
                            .getSettings()
                            .containsKey(event.getEventType().getName() + "#enabled"))
                    .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                    .toList();
        } finally {
            Files.delete(file);
        }
    }
}
