package io.parley.cxf.endpoint;

import io.parley.negotiation.ReplyKind;
import java.time.Duration;

/**
 * Transcript of a negotiation as sent and received.
 *
 * @param offer the SOAP request
 * @param reply the reply, whatever it was, with its token masked; empty if there was none
 * @param kind classification of the reply
 * @param time time from sending the offer until the session was open, or had definitely failed
 */
public record Transcript(String offer, String reply, ReplyKind kind, Duration time) {}
