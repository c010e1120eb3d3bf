package io.parley.examples.demo;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of the demo. Times are in milliseconds, sizes in bytes; for SOAP of HTTP bodies without headers, for the
 * channel of whole frames.
 *
 * @param applications one result per application, over the stream with a port of its own
 * @param onePort the same over a WebSocket at the port of SOAP
 * @param fallback result of the same client against a service without Parley
 */
public record DemoReport(List<Result> applications, List<Result> onePort, Fallback fallback) {
    public DemoReport {
        applications = List.copyOf(applications);
        onePort = List.copyOf(onePort);
    }

    /** Returns whether every answer was equal to that by SOAP. */
    public boolean allEqual() {
        return fallback.equal()
                && applications.stream().allMatch(Result::equal)
                && onePort.stream().allMatch(Result::equal);
    }

    /**
     * Result of one application.
     *
     * @param n messages per transport
     * @param soapMs time for n calls by SOAP
     * @param streamMs time for n calls over the stream, without negotiation
     * @param t1Ms median time per call over the stream
     * @param t2Ms median time per call by SOAP
     * @param oaMs time to reach a context store; 0 without one
     * @param obMs time from sending the offer until the session was open
     * @param ocMs time to derive and compile the schema on the client
     * @param breakEven number of messages from which the stream is cheaper; null if it never is
     * @param equal whether every answer was equal to that by SOAP
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
     * Result of the fallback.
     *
     * @param reason name of the reason
     * @param equal whether all answers were correct
     */
    public record Fallback(String reason, boolean equal) {}
}
