package io.parley.endpoint;

import io.parley.runtime.Traffic;

/**
 * Counters of an endpoint without CXF since its start, and its current sessions and memory.
 *
 * @param sessions number of open sessions
 * @param streamed number of handled messages received in sessions
 * @param bySoap number of handled messages received by SOAP
 * @param failed number of those, in total, whose callers got an error
 * @param heldBytes bytes of messages and bodies that are being received, waiting, or being sent
 * @param traffic of all its sessions
 */
public record EndpointCounts(int sessions, long streamed, long bySoap, long failed, long heldBytes, Traffic traffic) {}
