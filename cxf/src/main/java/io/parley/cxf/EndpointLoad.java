package io.parley.cxf;

import io.parley.cxf.control.CallTimes;
import io.parley.cxf.control.Operated;
import java.util.List;

/**
 * Open sessions of an endpoint, and times and bytes of its calls, which are measured with {@code parley.console}.
 *
 * @param sessions that are open
 * @param stream times of calls by the stream, in classes up to {@link CallTimes#bounds}
 * @param soap times of calls by SOAP
 * @param streamMicros sum of the times by the stream
 * @param soapMicros sum of those by SOAP
 * @param bytes of a client's calls, by operation
 */
public record EndpointLoad(
        List<OpenSession> sessions,
        List<Long> stream,
        List<Long> soap,
        long streamMicros,
        long soapMicros,
        BytesSaved bytes) {
    static EndpointLoad of(Operated endpoint) {
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
