package io.parley.cxf;

/**
 * Stores and memory limits of a bus.
 *
 * @param heldLimit limit in bytes for messages in progress, incoming and outgoing together
 * @param objectLimit limit in bytes for decoded objects, as estimated
 * @param storeEngine name of the context store's engine
 * @param durable whether sessions may be durable
 * @param recording folder of the recording; empty if recording is not configured
 * @param isRecording whether the recording is being written
 */
public record BusResources(
        long heldLimit, long objectLimit, String storeEngine, boolean durable, String recording, boolean isRecording) {}
