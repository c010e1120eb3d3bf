package io.parley.cxf;

import io.parley.cxf.endpoint.CallTimes;
import io.parley.cxf.endpoint.EndpointControl;
import java.util.List;

/**
 * Open sessions of an endpoint, and the times and bytes of its calls, which are measured if {@code parley.console} is
 * set.
 *
 * @param sessions open sessions
 * @param stream number of streamed calls per latency bucket; upper bounds are {@link CallTimes#bounds}
 * @param soap number of calls by SOAP per latency bucket
 * @param streamMicros total time of streamed calls in microseconds
 * @param soapMicros total time of calls by SOAP in microseconds
 * @param bytes bytes that a client's calls saved, by operation; empty for a service
 */
public record EndpointLoad(
        List<OpenSession> sessions,
        List<Long> stream,
        List<Long> soap,
        long streamMicros,
        long soapMicros,
        BytesSaved bytes) {
    static EndpointLoad of(EndpointControl endpoint) {
        CallTimes stream = endpoint.ledger().times(true);
        CallTimes soap = endpoint.ledger().times(false);
        return new EndpointLoad(
                endpoint.sessions().stream().map(OpenSession::of).toList(),
                stream.counts(),
                soap.counts(),
                stream.micros(),
                soap.micros(),
                BytesSaved.of(endpoint.ledger()));
    }
}
