package io.parley.bench.measure;

import io.parley.bench.result.FlightRecorder;
import java.io.IOException;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Counter of the buffers of all of Netty's allocators. It uses the events that they send to the flight recorder: one
 * for each allocation and each release, with its size. Used by one thread.
 */
final class BufferWatch implements AutoCloseable {
    private static final String ALLOCATED = "io.netty.AllocateBuffer";
    private static final String GROWN = "io.netty.ReallocateBuffer";
    private static final String FREED = "io.netty.FreeBuffer";
    private static final String CHUNK_ALLOCATED = "io.netty.AllocateChunk";
    private static final String CHUNK_FREED = "io.netty.FreeChunk";

    private final Recording recording =
            FlightRecorder.begin(List.of(ALLOCATED, GROWN, FREED, CHUNK_ALLOCATED, CHUNK_FREED));

    /**
     * Maximum memory in use, beyond what was in use when the watch began.
     *
     * @param buffers bytes of buffers that were not released
     * @param chunks bytes that allocators took from the system to create buffers from
     */
    record Peak(long buffers, long chunks) {}

    /** Starts the recording. */
    static BufferWatch begin() {
        return new BufferWatch();
    }

    /** Stops the recording; returns the maximum. */
    Peak peak() throws IOException {
        return peak(FlightRecorder.end(recording));
    }

    @Override
    public void close() {
        recording.close();
    }

    private static Peak peak(List<RecordedEvent> events) {
        long buffers = 0;
        long chunks = 0;
        long mostBuffers = 0;
        long mostChunks = 0;
        for (RecordedEvent event : events) {
            switch (event.getEventType().getName()) {
                case ALLOCATED -> buffers += event.getInt("size");
                // The larger buffer that replaces it has an event of its own.
                case GROWN -> buffers -= event.getInt("size");
                case FREED -> buffers -= event.getInt("size");
                case CHUNK_ALLOCATED -> chunks += event.getInt("capacity");
                case CHUNK_FREED -> chunks -= event.getInt("capacity");
                default -> throw new IllegalStateException("an event that was not asked for: " + event);
            }
            mostBuffers = Math.max(mostBuffers, buffers);
            mostChunks = Math.max(mostChunks, chunks);
        }
        return new Peak(mostBuffers, mostChunks);
    }
}
