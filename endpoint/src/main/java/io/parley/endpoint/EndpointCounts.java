package io.parley.endpoint;

import io.parley.runtime.Traffic;

/**
 * Counters of an endpoint without CXF since it was started, and its current sessions and memory.
 *
 * @param sessions that are open now
 * @param streamed messages that handlers took, and which came by sessions
 * @param bySoap those that came by SOAP
 * @param failed those, by either way, whose callers got an error
 * @param heldBytes of messages and bodies that come, wait, or are sent now
 * @param traffic of all its sessions so far
 */
public record EndpointCounts(int sessions, long streamed, long bySoap, long failed, long heldBytes, Traffic traffic) {}
