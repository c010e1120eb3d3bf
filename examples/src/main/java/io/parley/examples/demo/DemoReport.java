package io.parley.examples.demo;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the demo found. Times are milliseconds, sizes bytes; SOAP's are HTTP bodies without HTTP's own headers, the
 * channel's are whole frames.
 *
 * @param applications one result per application, over the stream, which has a port of its own
 * @param onePort the same in a WebSocket, at the port that SOAP has
 * @param fallback what the same client did against a service without Parley
 */
public record DemoReport(List<Result> applications, List<Result> onePort, Fallback fallback) {
    public DemoReport {
        applications = List.copyOf(applications);
        onePort = List.copyOf(onePort);
    }

    /** Whether every answer was the one that SOAP gave. */
    public boolean allEqual() {
        return fallback.equal()
                && applications.stream().allMatch(Result::equal)
                && onePort.stream().allMatch(Result::equal);
    }

    /**
     * One application.
     *
     * @param n messages per side
     * @param soapMs time for n calls by SOAP
     * @param streamMs time for n calls over the stream, negotiation not included
     * @param t1Ms median time per call over the stream
     * @param t2Ms median time per call by SOAP
     * @param oaMs time to reach a context store; 0 while there is none
     * @param obMs time from sending the offer to a session that stands
     * @param ocMs time to derive and compile the schema, on the client
     * @param breakEven messages from which the stream is cheaper; null if it is not
     * @param equal whether every answer was SOAP's
     */
    public record Result(
            String name,
            int n,
            double soapMs,
            double streamMs,
            long soapBytes,
            long streamBytes,
            double t1Ms,
            double t2Ms,
            double oaMs,
            double obMs,
            double ocMs,
            @Nullable Double breakEven,
            boolean equal) {}

    /**
     * The fallback.
     *
     * @param reason the named reason
     * @param equal whether the answers were right all the same
     */
    public record Fallback(String reason, boolean equal) {}
}
