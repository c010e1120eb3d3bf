package io.parley.cxf.control;

import io.parley.negotiation.ReplyKind;
import java.time.Duration;

/**
 * Transcript of a negotiation as it went over the wire.
 *
 * @param offer the SOAP request
 * @param reply the reply, whatever it was, with its token blanked out; empty if there was none
 * @param kind the class of the reply
 * @param time from sending the offer until the session was open, or until it was clear that none would be
 */
public record Transcript(String offer, String reply, ReplyKind kind, Duration time) {}
