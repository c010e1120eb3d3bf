package io.parley.endpoint.negotiated;

import io.parley.negotiation.Answer;
import io.parley.soap.SoapFault;
import java.io.OutputStream;
import java.util.Optional;

/** Reply to a SOAP request, which the transport writes. */
public sealed interface SoapReply {
    /** Writer of an envelope. */
    @FunctionalInterface
    interface Envelope {
        /** Writes the whole envelope; the stream is not closed. */
        void write(OutputStream out);
    }

    /** A message was handled, and has no response. */
    record Accepted() implements SoapReply {}

    /**
     * The response, or a fault that the operation declares.
     *
     * @param isFault whether it is a fault
     */
    record Handled(boolean isFault, Envelope envelope) implements SoapReply {}

    /**
     * The answer to an offer, or its refusal.
     *
     * @param answer empty for a refusal
     */
    record Negotiated(Optional<Answer> answer, Envelope envelope) implements SoapReply {}

    /** The request was refused before it was read. */
    record Refused(SoapFault fault) implements SoapReply {}
}
