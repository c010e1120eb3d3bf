package io.parley.cxf;

/**
 * Stores and bounds of memory of a bus.
 *
 * @param heldLimit bytes that messages under way may take, those that come and those that wait to be sent
 * @param objectLimit bytes that decoded objects may take
 * @param storeEngine engine of the context store
 * @param durable whether sessions may be durable
 * @param recording folder of the recording; empty if none is wished for
 * @param isRecording whether it is written
 */
public record BusResources(
        long heldLimit, long objectLimit, String storeEngine, boolean durable, String recording, boolean isRecording) {}
